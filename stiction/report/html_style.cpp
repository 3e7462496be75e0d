// SPDX-License-Identifier: BSD-3-Clause
#include "stiction/report/html_style.hpp"

namespace stiction {

// What is folded opens on paper in browsers that know ::details-content; others print its summary.
const char* html_style() {
  return R"(
:root{color-scheme:light dark;--paper:#fff;--ink:#222;--faint:#5f636b;--line:#ddd;--tint:#f5f6f8;--link:#0060a0;
--good:#006b4f;--bad:#a83a00;--shade:#0004}
@media screen and (prefers-color-scheme:dark){:root{--paper:#14161a;--ink:#ddd;--faint:#9a9da5;--line:#3a3d44;
--tint:#1e2127;--link:#6bb8f0;--good:#2bcf9f;--bad:#ff8a3d;--shade:#fff5}}
*{box-sizing:border-box}
body{margin:0 auto;max-width:75rem;padding:1rem 1.2rem 4rem;background:var(--paper);color:var(--ink);
font:16px/1.5 system-ui,Helvetica,Arial,sans-serif;overflow-wrap:break-word}
h1{line-height:1.2;margin:1rem 0 .2rem}
h2{margin:3.5rem 0 .4rem;padding-bottom:.2rem;border-bottom:2px solid var(--line);line-height:1.3}
h3{margin:2.6rem 0 .4rem;font-size:1.15em}
p,ul,pre{max-width:46rem}.checks{max-width:62rem}a{color:var(--link)}sub,sup{line-height:0;font-size:.75em}
.subtitle{color:var(--faint);margin:0 0 1.5rem}
.up{font-size:.8rem;font-weight:normal;margin-left:.6rem;white-space:nowrap;text-decoration:none}
nav{background:var(--tint);padding:.6rem 1rem;border-radius:6px;max-width:46rem}
nav ol{margin:.2rem 0;padding-left:1.6rem}
code{font:.92em ui-monospace,Consolas,monospace;background:var(--tint);padding:.1em .25em;border-radius:3px}
pre{background:var(--tint);padding:.5rem 1rem;border-radius:6px;overflow-x:auto;font-size:.92em}pre code{padding:0}
figure{margin:1.2rem 0;overflow-x:auto}figure svg{max-width:100%;height:auto;display:block}
figcaption{color:var(--faint);font-size:.92em;max-width:46rem}
.table{overflow-x:auto;background:linear-gradient(90deg,var(--paper) 1rem,transparent 2rem) left/2rem 100% no-repeat local,
linear-gradient(270deg,var(--paper) 1rem,transparent 2rem) right/2rem 100% no-repeat local,
linear-gradient(90deg,var(--shade),transparent) left/.8rem 100% no-repeat scroll,
linear-gradient(270deg,var(--shade),transparent) right/.8rem 100% no-repeat scroll}table{border-collapse:collapse;margin:1rem 0;font-size:.92em}
caption{text-align:left;color:var(--faint);padding-bottom:.3rem}
th,td{padding:.22rem .55rem;border-bottom:1px solid var(--line);text-align:left;vertical-align:top}
thead th{border-bottom-width:2px;vertical-align:bottom}tbody th{font-weight:normal}
.group th{font-weight:bold;padding-top:1.1rem}
td.number,th[scope=row].number{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
th.number{text-align:right}.rest{display:inline-block;text-align:left}
.unit{font-weight:normal;color:var(--faint);white-space:nowrap}
.pass{color:var(--good)}.fail{color:var(--bad);font-weight:bold}.skipped{color:var(--faint)}
.pass,.fail,.skipped{white-space:nowrap}
.checks{list-style:none;padding:0;margin:.8rem 0}.checks li{padding:.12rem 0 .12rem 1.8rem;text-indent:-1.8rem}
.checks .pass{display:inline-block;width:1.5rem;text-indent:.2rem}
small{color:var(--faint);font-size:.82em;font-variant-numeric:tabular-nums}
.note,.checks li.note{border-left:4px solid var(--bad);background:var(--tint);padding:.5rem .9rem;text-indent:0}
details{margin:.6rem 0}summary{cursor:pointer;color:var(--link)}
@media (max-width:40rem){.group th *{display:inline-block;position:sticky;left:.4rem;max-width:calc(100vw - 2.4rem)}
body{padding:.6rem .7rem 3rem}th,td{padding:.2rem .4rem}tbody th{min-width:6.5rem}figure svg{max-width:none}}
@media print{body{max-width:none;padding:0;font-size:10pt}h1,h2,h3,caption{break-after:avoid}
h2+p,h3+p,h2+p+p{break-after:avoid}.table{background:none}
figure,pre,tr,li,.note{break-inside:avoid}thead{display:table-header-group}a{color:inherit;text-decoration:none}
nav{break-after:page}figure,.table,pre{overflow:visible}pre{white-space:pre-wrap}
.up,.screen{display:none}details::details-content{content-visibility:visible;display:block;height:auto}}
)";
}

}  // namespace stiction
