// SPDX-License-Identifier: BSD-3-Clause
// Written by tools/umbrella_headers.py: the whole layer.
#pragma once

#include "stiction/papers/certificate.hpp"
#include "stiction/papers/draw_figure.hpp"
#include "stiction/papers/linear_certificate.hpp"
#include "stiction/papers/paper_figure.hpp"
#include "stiction/papers/paper_texts.hpp"
#include "stiction/papers/papers_page.hpp"
#include "stiction/papers/papers_page_numbers.hpp"
#include "stiction/papers/papers_page_overview.hpp"
#include "stiction/papers/papers_page_source.hpp"
#include "stiction/papers/reference_table.hpp"
#include "stiction/papers/reproduce.hpp"
#include "stiction/papers/self_check.hpp"
#include "stiction/papers/threshold.hpp"
