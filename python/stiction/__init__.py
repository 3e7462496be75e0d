# SPDX-License-Identifier: BSD-3-Clause
"""
Friction in control systems: the laws, the engine and the analysis of Stiction, from Python.

>>> import stiction
>>> law = stiction.LuGre(preset="canudas1995")
>>> law.steady_force([0.001, 0.1])
array([1.18433972, 1.04      ])
>>> e = stiction.Experiment(plant="pulled_mass", friction=law, input={"pull_speed": 0.1}, run={"duration": 20})
>>> t = stiction.run(e)
>>> t.units["elongation"], bool(t["friction_force"].max() < 1.5)
('m', True)

Numbers are SI, or texts with a unit: ``static_force="1.8 N"``. Arrays come in as anything numpy understands and go out
as numpy arrays. See docs/python.md.

=================================================  =====================================================
LuGre, Coulomb, MaxwellSlip, ... (LAWS)            friction laws with numbers, `Law` is what they can do
Experiment, run -> Trajectory                      a plant, its friction, a controller, signals; a run
Controller, Plant, controller_from                 parts written in Python, or in python-control
analyse, map, follow, compare, doctor              what an experiment does, over its numbers, and cures
characterise, catalogue                            what a law does; what laws, plants, controllers there are
Study, sweep -> Table                              many cases of an experiment
identify, fit_experiment, design, watch            from recordings to numbers
FrictionUpdate, FrictionUpdates, CoupledStep       friction in the loops of other programs
reproduce, figures, self_check                     the papers; this installation
=================================================  =====================================================
"""

from stiction import _engine
from stiction.answer import Answer, Drawn, Map
from stiction.catalogue import catalogue
from stiction.commands import analyse, characterise, compare, doctor, figures, follow, map, reproduce, self_check
from stiction.control_systems import controller_from
from stiction.experiment import Experiment
from stiction.functions import Controller, Plant
from stiction.identification import Design, Identification, design, identify, watch
from stiction.law import Law, Parameter
from stiction.laws import *  # noqa: F403
from stiction.laws import __all__ as _law_names
from stiction.realtime import CoupledStep, FrictionUpdate, FrictionUpdates
from stiction.simulation_fit import SimulationFit, fit_experiment
from stiction.sweeps import Study, Table, sweep
from stiction.trajectory import Event, Trajectory, run

__version__ = _engine.version()
__all__ = [
    "Answer",
    "Controller",
    "CoupledStep",
    "Design",
    "Drawn",
    "Event",
    "Experiment",
    "FrictionUpdate",
    "FrictionUpdates",
    "Identification",
    "Law",
    "Map",
    "Parameter",
    "Plant",
    "SimulationFit",
    "Study",
    "Table",
    "Trajectory",
    "__version__",
    "analyse",
    "catalogue",
    "characterise",
    "compare",
    "controller_from",
    "design",
    "doctor",
    "figures",
    "fit_experiment",
    "follow",
    "identify",
    "map",
    "reproduce",
    "run",
    "self_check",
    "sweep",
    "watch",
]
__all__ += _law_names
