import { attributes, type Html, html, type Piece } from '../../core/http/html.ts'
import { type Say, sayIn } from '../../core/language/text.ts'
import type { View } from '../page.ts'
import { exactly } from './exact.ts'
import { FRAME, PARTS } from './words.ts'

/** A box that stands out, with an outcome or a warning. */
export function box(kind: 'good' | 'warn' | 'bad', title: string, text: Piece = ''): Html {
  const role = kind === 'good' ? 'status' : 'alert'
  return html`<div class="box ${kind}" role="${role}"><p>${title}</p>${text === '' ? '' : html`<p>${text}</p>`}</div>`
}

export type Fact = readonly [name: string, value: Piece]

/** A list of names and values. A name without a value is left out. */
export function facts(rows: readonly Fact[]): Html {
  const shown = rows.filter(([, value]) => value !== '')
  return html`<dl>${shown.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>\n`)}</dl>`
}

/** The faults of a form: a sentence for each faulty field, by the field's name. */
export type FieldFaults = Readonly<Record<string, string>>

export interface Field {
  readonly name: string
  readonly label: string
  readonly value: string
  readonly hint?: string
  readonly required?: boolean
  readonly multiline?: boolean
  readonly choices?: readonly (readonly [value: string, label: string])[]
  /** Further attributes of the input: type, inputmode, autocomplete … */
  readonly input?: Readonly<Record<string, string | number | boolean | undefined>>
}

/** A field of a form. The field of the first fault gets the focus, so that the person sees it. */
export function field(given: Field, faults: FieldFaults, view: View): Html {
  const { name, label, hint, required = false } = given
  const say = sayIn(view.locale)
  const fault = faults[name]
  const ids = [hint && `${name}-hint`, fault && `${name}-fault`].filter(Boolean).join(' ')
  return html`<div class="field">
<label for="${name}">${label}${required ? html` <small>${say(PARTS.required)}</small>` : ''}</label>
${hint ? html`<small id="${name}-hint">${hint}</small>` : ''}
${fault ? html`<p class="bad" id="${name}-fault">${fault}</p>` : ''}
${inputOf(given, { required, autofocus: name === Object.keys(faults)[0], 'aria-invalid': fault !== undefined && 'true', 'aria-describedby': ids || undefined })}
</div>`
}

function inputOf(
  { name, value, multiline, choices, input = {} }: Field,
  state: Readonly<Record<string, string | boolean | undefined>>,
): Html {
  const all = attributes({ ...input, ...state })
  if (multiline)
    return html`<textarea id="${name}" name="${name}" rows="3"${all}>${value}</textarea>${exactly(name, value)}`
  if (!choices) return html`<input id="${name}" name="${name}" value="${value}"${all}>${exactly(name, value)}`
  const chosen = choices.findIndex(([option]) => option === value)
  const options = choices.map(
    ([option, label], at) =>
      html`<option value="${option}"${attributes({ selected: at === chosen })}>${label}</option>`,
  )
  return html`<select id="${name}" name="${name}"${all}>${options}</select>`
}

/** The fields of a form, each with its fault. A fault that belongs to no field stands above the fields. */
export function fieldsOf(given: readonly Field[], faults: FieldFaults, view: View): Html[] {
  const names = given.map(({ name }) => name)
  const ordered = inOrder(faults, names)
  const others = Object.entries(faults).filter(([name]) => !names.includes(name))
  return [...others.map(([, fault]) => box('bad', fault)), ...given.map(one => field(one, ordered, view))]
}

/** The faults of the named fields, in the order of the form, because the first faulty field gets the focus. */
export function inOrder(faults: FieldFaults, names: readonly string[]): FieldFaults {
  return Object.fromEntries(names.flatMap(name => (faults[name] === undefined ? [] : [[name, faults[name]]])))
}

/** The names of the browser's errors, with the texts about them. The first row is for every other error. */
const WHYS = [
  ['', 'refused', 'refusedText'],
  ['NotAllowedError', 'notAllowed', 'notAllowedText'],
  ['SecurityError', 'insecure', 'insecureText'],
] as const

/** The hidden blocks that the passkey's script shows when needed. @public */
export function passkeyHelp(view: View): Html {
  const say: Say = sayIn(view.locale)
  return html`${WHYS.map(([name, title, text]) => html`<div class="box bad" role="alert" data-refused="${name}" hidden><p>${say(PARTS[title])}</p><p>${say(PARTS[text])}</p></div>`)}
<div class="box warn" data-elsewhere hidden><p>${say(PARTS.elsewhere)}</p><p>${say(PARTS.elsewhereText)}</p>
<p><label for="address">${say(PARTS.address)}</label><input id="address" data-address readonly></p>
<button type="button" data-copy>${say(PARTS.copy)}</button></div>
<noscript><p class="box warn">${say(PARTS.noScript)}</p></noscript>`
}

/** The links to the first and to the next page of a long list. */
export function pageLinks(
  { after, next, path }: { after?: string | undefined; next?: string | undefined; path: string },
  view: View,
): Piece {
  if (after === undefined && next === undefined) return ''
  const say = sayIn(view.locale)
  const separator = path.includes('?') ? '&' : '?'
  const first = after === undefined ? '' : html`<a class="button" href="${path}">${say(FRAME.firstPage)}</a>`
  const further =
    next === undefined
      ? ''
      : html`<a class="button" href="${`${path}${separator}after=${encodeURIComponent(next)}`}">${say(FRAME.nextPage)}</a>`
  return html`<div class="acts">${first}${further}</div>`
}
