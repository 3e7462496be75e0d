% SPDX-License-Identifier: BSD-3-Clause
% The problems as an Octave user writes them, solved by lsode and ode15s; prints its sweeps as JSON.
%
%     octave-cli octave_peer.m FOLDER      FOLDER holds P1.reference ..., the positions the peers program wrote
%
% The law is written once more on purpose: a right-hand side in Octave is what is measured.
1;

% [d(deflection)/dt, friction], Canudas de Wit et al. 1995, (1)-(4); law: s0 s1 s2 coulomb static stribeck exponent.
function [dz, friction] = evaluate (law, v, z)
  level = law(4) + (law(5) - law(4)) * exp (-abs (v / law(6)) ^ law(7));
  dz = v - law(1) * abs (v) / level * z;
  friction = law(1) * z + law(2) * dz + law(3) * v;
end

% Slopes of d(deflection)/dt by v and by z.
function [by_v, by_z] = slopes (law, v, z)
  ratio = abs (v) / law(6);
  share = (law(5) - law(4)) * exp (-ratio ^ law(7));
  level = law(4) + share;
  decay = law(1) * abs (v) / level;
  level_slope = -share * law(7) * ratio ^ (law(7) - 1) / law(6);
  direction = 1 - 2 * (v < 0);
  by_v = 1 - direction * (law(1) - decay * level_slope) / level * z;
  by_z = -decay;
end

function dy = hunting (law, y)
  [dz, friction] = evaluate (law, y(2), y(3));
  dy = [y(2); -6 * y(2) - 3 * (y(1) - 1) - 4 * y(4) - friction; dz; y(1) - 1];
end
function j = hunting_slopes (law, y)
  [by_v, by_z] = slopes (law, y(2), y(3));
  j = [0 1 0 0; -3, -6 - law(2) * by_v - law(3), -law(1) - law(2) * by_z, -4; 0 by_v by_z 0; 1 0 0 0];
end

function dy = stick_slip (law, speed, y)
  [dz, friction] = evaluate (law, y(2), y(3));
  dy = [speed - y(2); 2 * y(1) - friction; dz];
end
function j = stick_slip_slopes (law, y)
  [by_v, by_z] = slopes (law, y(2), y(3));
  j = [0 -1 0; 2, -law(2) * by_v - law(3), -law(1) - law(2) * by_z; 0 by_v by_z];
end

% States at the times, one row each; fewer rows where the solver gave up.
function y = solve (method, problem, times, tolerance)
  start = zeros (numel (problem.scales), 1);
  if strcmp (method, "lsode")
    lsode_options ("relative tolerance", tolerance);
    lsode_options ("absolute tolerance", tolerance * problem.scales);
    lsode_options ("step limit", 1000000);
    y = lsode ({@(y, t) problem.rates(y), @(y, t) problem.slopes(y)}, start, times);
  else
    options = odeset ("RelTol", tolerance, "AbsTol", tolerance * problem.scales, ...
                      "Jacobian", @(t, y) problem.slopes(y));
    [~, y] = ode15s (@(t, y) problem.rates(y), times, start, options);
  end
end

% The point with its error and its fastest time so far.
function point = measure (point, problem, method)
  times = (0:numel (problem.reference) - 1)' * 0.01;
  begin = cputime ();
  try
    y = solve (method, problem, times, point.tolerance);
  catch
    return;  % it failed: the point keeps no error and is left out
  end
  point.microseconds = min (point.microseconds, 1e6 * (cputime () - begin));
  if rows (y) == numel (times)
    point.error = max (abs (problem.position (times, y(:, 1)) - problem.reference)) / max (abs (problem.reference));
  end
end

warning ("off", "all");
folder = argv (){1};
table_1 = [1e5 sqrt(1e5) 0.4 1 1.5 1e-3 2];
figure_4 = [2900 107 0 2.94 5.88 0.1 1];
scales_of = @(law) [1; law(6); law(5) / law(1)];
problems.P1 = struct ("rates", @(y) hunting (table_1, y), "slopes", @(y) hunting_slopes (table_1, y), ...
                      "scales", [scales_of(table_1); 1], "position", @(t, x) x);
problems.P2 = struct ("rates", @(y) stick_slip (table_1, 0.1, y), "slopes", @(y) stick_slip_slopes (table_1, y), ...
                      "scales", scales_of (table_1), "position", @(t, l) 0.1 * t - l);
problems.P3 = struct ("rates", @(y) stick_slip (figure_4, 2, y), "slopes", @(y) stick_slip_slopes (figure_4, y), ...
                      "scales", scales_of (figure_4), "position", @(t, l) 2 * t - l);
% Tolerances whose errors lie around 1e-5, the one error at which Octave is compared.
tolerances.lsode = [1e-4 1e-5 1e-6 1e-7];
tolerances.ode15s = [1e-4 1e-5 1e-6 1e-7];

points = {};
for name = fieldnames (problems)'
  problems.(name{1}).reference = load (fullfile (folder, [name{1} ".reference"]));
  for method = fieldnames (tolerances)'
    for tolerance = tolerances.(method{1})
      points{end + 1} = struct ("problem", name{1}, "method", method{1}, "tolerance", tolerance, "error", Inf, ...
                                "microseconds", Inf);
    end
  end
end
for round = 1:2  % over everything: what slows the machine down for a while does not slow down all of them
  for k = 1:numel (points)
    points{k} = measure (points{k}, problems.(points{k}.problem), points{k}.method);
  end
end
texts = {};
for name = fieldnames (problems)'
  for method = fieldnames (tolerances)'
    own = points(cellfun (@(p) strcmp (p.problem, name{1}) && strcmp (p.method, method{1}) && p.error < 1, points));
    pieces = cellfun (@(p) sprintf ("{\"tolerance\": %.3g, \"error\": %.6g, \"microseconds\": %.6g}", ...
                                    p.tolerance, p.error, p.microseconds), own, "UniformOutput", false);
    texts{end + 1} = sprintf ("{\"solver\": \"Octave %s\", \"problem\": \"%s\", \"points\": [%s]}", method{1}, ...
                              name{1}, strjoin (pieces, ", "));
  end
end
printf ("{\"octave\": \"%s\", \"sweeps\": [%s]}\n", version (), strjoin (texts, ", "));
