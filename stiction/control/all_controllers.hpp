// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "stiction/control/adaptive_lugre.hpp"
#include "stiction/control/cascade.hpp"
#include "stiction/control/disturbance_observer.hpp"
#include "stiction/control/dither.hpp"
#include "stiction/control/feed_forward.hpp"
#include "stiction/control/friction_observer.hpp"
#include "stiction/control/knocker.hpp"
#include "stiction/control/lsi_compensation.hpp"
#include "stiction/control/pid.hpp"
#include "stiction/control/textbook_pid.hpp"
#include "stiction/control/velocity_observer.hpp"
#include "stiction/control/voltage_servo.hpp"
#include "stiction/models/bliman_sorine.hpp"
#include "stiction/models/dahl.hpp"
#include "stiction/models/elasto_plastic.hpp"
#include "stiction/models/generalized_kinetic.hpp"
#include "stiction/models/lugre_variants.hpp"
#include "stiction/schema/type_list.hpp"

namespace stiction {

/// Every controller, once: what is not in this list does not exist for files, the command line and the tests.
using AllControllers =
    TypeList<Pid, TextbookPid, Cascade, FrictionObserver<LuGre>, FrictionObserver<LuGreFadingDamping>,
             FrictionObserver<ElastoPlastic>, FrictionObserver<Dahl>, VelocityObserver<LuGre>, AdaptiveLuGre,
             WithPid<FeedForward<GeneralizedKinetic>>, WithPid<Dither>, WithPid<Knocker>, WithPid<DisturbanceObserver>,
             WithPid<LsiCompensation<BlimanSorine>>, WithPid<LsiCompensation<SpaceInvariant>>, VoltageServo>;

}  // namespace stiction
