/** The style of the pages: for dark and light screens of at least 320 pixels, with a visible focus. */
export const PAGE_STYLE = `
:root { color-scheme: light dark; --ground: #fff; --card: #f6f7f9; --line: #d9dde3; --ink: #1c2330; --soft: #566070;
  --act: #1d5fbf; --on-act: #fff; --warn: #8a5a00; --warn-ground: #fff6e0; }
@media (prefers-color-scheme: dark) { :root { --ground: #14181f; --card: #1c222c; --line: #3a4452; --ink: #e6e9ee;
  --soft: #a3aebd; --act: #8ab8ff; --on-act: #10151c; --warn: #f0c060; --warn-ground: #2c2412; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 1rem/1.6 system-ui, sans-serif; }
main { max-width: 36rem; margin: 0 auto; padding: 2rem 1.25rem 4rem; overflow-wrap: anywhere; }
.mark { margin: 0 0 .5rem; color: var(--soft); }
h1 { font-size: 1.5rem; line-height: 1.3; margin: 0 0 1rem; text-wrap: balance; word-break: auto-phrase; }
p { margin: 0 0 1rem; }
dl { margin: 0 0 1.25rem; padding: .25rem 1rem; background: var(--card); border: 1px solid var(--line); border-radius: .5rem; }
dl div { display: grid; grid-template-columns: 9rem 1fr; gap: 0 1rem; padding: .55rem 0; }
dl div + div { border-top: 1px solid var(--line); }
dt { color: var(--soft); } dd { margin: 0; } dl div:first-child dd { font-weight: 600; }
.warning { padding: .75rem 1rem; background: var(--warn-ground); border-left: .3rem solid var(--warn); border-radius: .25rem; }
form { display: flex; flex-wrap: wrap; gap: .75rem; margin: 1.25rem 0; }
button { flex: 1 1 12rem; min-height: 3rem; padding: .5rem 1rem; font: inherit; font-weight: 600; border-radius: .5rem;
  border: 1px solid var(--act); cursor: pointer; }
.keep { background: var(--act); color: var(--on-act); } .drop { background: transparent; color: var(--act); }
a { color: var(--act); }
button:focus-visible, a:focus-visible, pre:focus-visible { outline: 3px solid var(--act); outline-offset: 3px; }
pre { margin: 0 0 1rem; padding: .75rem 1rem; background: var(--card); border: 1px solid var(--line); border-radius: .5rem;
  font: .95rem/1.5 ui-monospace, monospace; white-space: pre-wrap; overflow-wrap: anywhere; }
pre span { white-space: nowrap; }
small { color: var(--soft); font-size: .875rem; }
@media (max-width: 30rem) { dl div { grid-template-columns: 1fr; } }
`
