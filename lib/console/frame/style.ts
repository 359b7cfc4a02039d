/**
 * The one stylesheet of the console is made for 360 pixels first, for light and dark. It uses the values of the Digital
 * Agency's design tokens, which `test/console/frame/style.test.ts` lists. Each page gets only the rules that it needs.
 */
const SHEET = `
:root { color-scheme: light dark; --ground: #ffffff; --card: #f2f2f2; --line: #949494; --ink: #1a1a1a; --soft: #4d4d4d;
  --act: #0017c1; --on: #ffffff; --good: #115a36; --warn: #6e5600; --bad: #ce0000; --tint: #fbf5e0; --focus: #ffd43d; }
@media (prefers-color-scheme: dark) { :root { --ground: #1a1a1a; --card: #333333; --line: #999999; --ink: #f2f2f2;
  --soft: #cccccc; --act: #9db7f9; --on: #1a1a1a; --good: #9bd4b5; --warn: #ffd43d; --bad: #ffbbbb; --tint: #333333; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 1rem/1.7 'Noto Sans JP', -apple-system, BlinkMacSystemFont, sans-serif; overflow-wrap: anywhere; }
main, header, nav ul { max-width: 60rem; margin: 0 auto; padding: 0 1rem; }
main { padding-bottom: 4rem; }
main:focus { outline: none; }
header { display: flex; align-items: center; gap: 1rem; min-height: 3.5rem; }
header .who { margin-left: auto; }
header button { min-height: 2.75rem; padding: 0 .75rem; }
nav { border-block: 1px solid var(--line); }
nav ul { display: flex; padding: 0; list-style: none; }
nav li { flex: 1 1 0; }
nav a { display: block; padding: .75rem .25rem; text-align: center; text-decoration: none; border-bottom: 4px solid transparent; }
nav a[aria-current] { border-color: var(--act); }
.skip { position: absolute; left: -100rem; } .skip:focus { position: static; display: block; padding: .75rem 1rem; }
h1 { font-size: 1.5rem; margin: 1.5rem 0 1rem; }
h2 { font-size: 1.25rem; margin: 2rem 0 .75rem; }
h3 { font-size: 1.125rem; margin: 0 0 .5rem; }
h1, h2, h3 { line-height: 1.4; text-wrap: balance; word-break: auto-phrase; }
p { margin: 0 0 .75rem; }
.card, .box, dl, fieldset, .field { margin: 0 0 1rem; } :is(.card, .box) > :last-child { margin-bottom: 0; }
a { color: var(--act); text-underline-offset: .25rem; }
small, .soft, dt, th, header .who, .many td::before { color: var(--soft); font-size: .875rem; }
.mark, .money, .number, .tag, label, legend, caption, nav a[aria-current], .box > :first-child, .field .bad { font-weight: 700; }
code, pre, .number { font-family: 'Noto Sans Mono', monospace; }
pre { white-space: pre-wrap; padding: 1rem; background: var(--card); font-size: .875rem; }
pre, .box, img, input, select, textarea, button, .button { border-radius: .5rem; }
.card { position: relative; padding: 1rem; border: 1px solid var(--line); border-radius: .75rem; } .whole::after { content: ''; position: absolute; inset: 0; }

.money, .number { font-size: 2rem; line-height: 1.3; } .number { font-size: 2.8125rem; }
.money, .n { font-variant-numeric: tabular-nums; }
.tag { display: inline-block; padding: 0 .5rem; border: 1px solid; border-radius: .25rem; font-size: .875rem; }
.good { color: var(--good); } .warn { color: var(--warn); } .bad { color: var(--bad); }
.box { padding: .75rem 1rem; border: 1px solid; border-left-width: .5rem; }
.box > * { color: var(--ink); }
mark { padding: 0 .25rem; background: var(--tint); color: var(--ink); border-bottom: 2px solid var(--warn); }
dl div { padding: .5rem 0; border-bottom: 1px solid var(--line); }
dt::first-letter { text-transform: uppercase; } dd { margin: 0; }
form { margin: 1rem 0; } header :is(p, form), .acts form { margin: 0; }
label, legend, .field > small { display: block; } fieldset { padding: 0; border: 0; }
input, select, textarea, button, .button { min-height: 3rem; padding: .5rem .75rem; font: inherit; color: inherit; background: var(--ground); border: 1px solid var(--line); }
input, select, textarea { width: 100%; }
input[type=checkbox] { width: 1.5rem; min-height: 1.5rem; height: 1.5rem; vertical-align: middle; accent-color: var(--act); }
[aria-invalid=true] { border: 2px solid var(--bad); }
.acts { position: relative; display: flex; flex-wrap: wrap; gap: .75rem; margin: 1rem 0; }
button, .button { display: block; font-weight: 700; text-align: center; text-decoration: none; color: var(--act); border-color: var(--act); cursor: pointer; }
.acts > *, .acts button { flex: 1 1 10rem; width: 100%; } .first { color: var(--on); background: var(--act); }
:focus-visible { outline: 4px solid var(--ink); outline-offset: 2px; box-shadow: 0 0 0 2px var(--focus); }
table, meter { width: 100%; } table { border-collapse: collapse; } caption, th, td { text-align: left; } th, td { padding: .5rem; vertical-align: top; border-bottom: 1px solid var(--line); }
th, .n, .d { white-space: nowrap; } .n { text-align: right; }
img { max-width: 100%; height: auto; }
summary { cursor: pointer; min-height: 2.75rem; color: var(--act); }
[hidden] { display: none; }
@media (max-width: 40rem) { .many, .many :is(caption, tbody, tr, td) { display: block; } .many thead { display: none; } .many tr { padding: .75rem 0; border-bottom: 1px solid var(--line); } .many td { padding: 0; border: 0; text-align: left; } .many td:empty { display: none; } .many td[data-name]::before { content: attr(data-name) " "; } }
@media print { header, nav, form, .acts { display: none; } main { max-width: none; } tr { break-inside: avoid; } }
@media (min-width: 40rem) { dl div { display: grid; grid-template-columns: 12rem 1fr; gap: 1rem; } .acts > *, .acts form, .acts button { flex: 0 1 auto; width: auto; } .field { max-width: 30rem; } .beside { display: grid; grid-template-columns: 3fr 2fr; gap: 1rem; } }
`

/** The whole sheet, without indentation and line breaks. */
export const STYLE = SHEET.replaceAll(/\s*\n\s*/g, '')
  .replaceAll(/ ?([{};,>]) ?/g, '$1')
  .replaceAll(/: /g, ':')
  .replaceAll(';}', '}')

interface Rule {
  readonly text: string
  /** For each selector of the rule, the words that a page must contain if the selector matches anything on it. */
  readonly needs: readonly (readonly string[])[]
}

/** The rules in their order. The rules of a media query stay together, between its `start` and its `end`. */
const BLOCKS = [...STYLE.matchAll(/(@[^{]+\{)(.*?\})\}|[^{}]+\{[^{}]*\}/g)].map(
  ([rule, start = '', inner = rule]) => ({ start, rules: rulesIn(inner), end: start && '}' }),
)

function rulesIn(sheet: string): Rule[] {
  return [...sheet.matchAll(/([^{}]+)\{[^{}]*\}/g)].map(([text, selectors = '']) => {
    const plain = selectors.replaceAll(/:[\w-]+(\([^)]*\))?/g, '').split(',')
    return { text, needs: plain.map(wordsOf) }
  })
}

function wordsOf(text: string): string[] {
  return text.match(/[\w-]+/g) ?? []
}

/** The rules that a page needs. All words of a rule's selector must be in `source`, the page's body and script. */
export function styleOf(source: string): string {
  const words = new Set(wordsOf(source))
  const isNeeded = ({ needs }: Rule) => needs.some(all => all.every(word => words.has(word)))
  return BLOCKS.map(({ start, rules, end }) => {
    const sent = rules.filter(isNeeded).map(({ text }) => text)
    return sent.length === 0 ? '' : start + sent.join('') + end
  }).join('')
}
