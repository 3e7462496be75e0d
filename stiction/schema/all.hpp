// SPDX-License-Identifier: BSD-3-Clause
// Written by tools/umbrella_headers.py: the whole layer.
#pragma once

#include "stiction/schema/field.hpp"
#include "stiction/schema/field_info.hpp"
#include "stiction/schema/named_values.hpp"
#include "stiction/schema/nearest_name.hpp"
#include "stiction/schema/number_text.hpp"
#include "stiction/schema/packing.hpp"
#include "stiction/schema/prefixed.hpp"
#include "stiction/schema/range.hpp"
#include "stiction/schema/rounded_text.hpp"
#include "stiction/schema/table.hpp"
#include "stiction/schema/table_row.hpp"
#include "stiction/schema/type_list.hpp"
#include "stiction/schema/unit.hpp"
#include "stiction/schema/unit_algebra.hpp"
#include "stiction/schema/violation.hpp"
