export const REPORT_STYLE = `
:root { color-scheme: light dark; --ground: #fff; --card: #f6f7f9; --line: #d9dde3; --ink: #1c2330; --soft: #5b6676;
  --passed: #1a7f4b; --warning: #9a6700; --unknown: #6b4fbb; --failed: #c0292b; --expected: #4a6785; }
@media screen and (prefers-color-scheme: dark) { :root { --ground: #14181f; --card: #1c222c; --line: #333c49; --ink: #e6e9ee;
  --soft: #9aa6b6; --passed: #4cc38a; --warning: #e0a93b; --unknown: #a993f0; --failed: #ff7b72; --expected: #8fb0d4; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 68rem; margin: 0 auto; padding: 2rem 1.25rem 4rem; }
h1 { font-size: 1.6rem; line-height: 1.25; margin: 0 0 .5rem; }
h2 { font-size: 1.15rem; margin: 2.5rem 0 .75rem; }
h3 { font-size: 1rem; margin: 0 0 .5rem; overflow-wrap: anywhere; }
p { margin: .25rem 0 .75rem; }
small, .times { color: var(--soft); font-size: .85rem; }
code { font: .9em ui-monospace, monospace; overflow-wrap: anywhere; }
.banner { background: var(--warning); color: var(--ground); padding: .5rem 1rem; border-radius: .4rem; font-weight: 600; }
.causes { padding-left: 1.5rem; margin: .75rem 0 1rem; } .causes li { padding: .15rem 0; } .causes a { color: inherit; }
.where { color: var(--soft); font-size: .9rem; overflow-wrap: anywhere; }
pre { background: var(--ground); border: 1px solid var(--line); border-radius: .4rem; padding: .5rem .75rem; margin: .5rem 0 0;
  font-size: .85rem; white-space: pre-wrap; overflow-wrap: anywhere; }
pre code { display: block; } pre code + code { margin-top: .35rem; }
.badge { display: inline-block; border: 1px solid currentColor; border-radius: 1rem; padding: 0 .6rem; font-size: .75rem;
  line-height: 1.5; font-weight: 600; vertical-align: middle; white-space: nowrap; color: var(--soft); }
.badge.passed { color: var(--passed); } .badge.warning { color: var(--warning); } .badge.unknown { color: var(--unknown); }
.badge.failed { color: var(--failed); } .badge.expected { color: var(--expected); }
article { background: var(--card); border: 1px solid var(--line); border-left: 4px solid var(--soft); border-radius: .5rem;
  padding: .75rem 1rem; margin: 0 0 .75rem; }
article.accepted { border-left-color: var(--expected); } .badge.accepted { color: var(--expected); }
article.failed { border-left-color: var(--failed); } article.unknown { border-left-color: var(--unknown); }
article.warning { border-left-color: var(--warning); }
.findings { margin: .5rem 0; padding-left: 1.25rem; overflow-wrap: anywhere; } .findings li { padding: .1rem 0; }
a:focus-visible { outline: 3px solid var(--expected); outline-offset: 3px; border-radius: .2rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: .92rem; }
th, td { text-align: left; vertical-align: top; padding: .45rem .6rem; border-bottom: 1px solid var(--line); }
th { color: var(--soft); font-weight: 600; font-size: .8rem; white-space: nowrap; }
table.many { min-width: 46rem; }
td code { overflow-wrap: normal; white-space: nowrap; }
.n { text-align: right; font-variant-numeric: tabular-nums; }
@media (max-width: 49rem) { table.many { min-width: 0; } table.many thead { display: none; }
  table.many tr { display: block; padding: .6rem 0; border-bottom: 1px solid var(--line); }
  table.many td { display: block; padding: .1rem 0; border: 0; } table.many td:empty { display: none; }
  table.many .n { display: inline-block; margin-right: 1rem; }
  table.many td::before { content: attr(data-name) " "; color: var(--soft); font-size: .8rem; }
  td code { overflow-wrap: anywhere; white-space: normal; } }
@media print { main { max-width: none; padding: 0; } pre, article, tr { break-inside: avoid; } h2, h3 { break-after: avoid; } }
`
