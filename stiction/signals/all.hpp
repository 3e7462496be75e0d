// SPDX-License-Identifier: BSD-3-Clause
// Written by tools/umbrella_headers.py: the whole layer.
#pragma once

#include "stiction/signals/all_signals.hpp"
#include "stiction/signals/pulse_kinds.hpp"
#include "stiction/signals/random_kinds.hpp"
#include "stiction/signals/s_curve.hpp"
#include "stiction/signals/settling.hpp"
#include "stiction/signals/signal.hpp"
#include "stiction/signals/signal_cursor.hpp"
#include "stiction/signals/signal_kinds.hpp"
#include "stiction/signals/signal_part.hpp"
