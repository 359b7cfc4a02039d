/**
 * Templates of HTML. Inserted values are escaped. Places at which escaping would not be enough are refused: an event
 * handler, a style, an unquoted attribute, an address that may lead to another site.
 */

import { ADDRESSES, checkAddress, checkPlace, type Place, placesOf } from './html-places.ts'

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Shows control, format and separator characters as `<U+202E>`, as they could move the cursor or disguise a text. */
export function visible(text: string): string {
  return shown(text, /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu)
}

/** Does as `visible` only for direction characters, which reorder text, and tag characters, which only agents read. */
export function undisguised(text: string): string {
  return shown(text, /\p{Bidi_Control}|[\u{e0000}-\u{e007f}]/gu)
}

function shown(text: string, hidden: RegExp): string {
  return text.replace(hidden, character => {
    const code = character.codePointAt(0) ?? 0
    return `<U+${code.toString(16).toUpperCase().padStart(4, '0')}>`
  })
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, character => ENTITIES[character] ?? '')
}

class Markup<Kind extends 'content' | 'attributes'> {
  readonly #text: string
  readonly kind: Kind

  constructor(text: string, kind: Kind) {
    this.#text = text
    this.kind = kind
  }

  static isOf(kind: 'content' | 'attributes', value: unknown): boolean {
    return typeof value === 'object' && value !== null && #text in value && value.kind === kind
  }

  toString(): string {
    return this.#text
  }
}

/** A piece of markup. `String(html)` returns its text. */
export type Html = Markup<'content'>
export type Attributes = Markup<'attributes'>

export type Piece = string | number | Html | readonly Piece[]

const plans = new WeakMap<TemplateStringsArray, readonly Place[]>()

/**
 * Makes markup: html`<p class="${name}">${text}</p>`. Inside an element, a value may be text, a number, a piece that
 * `html` has made, or a list of these. Inside a `title`, a `textarea` or an attribute's double quotes, it may be text
 * or a number; between attributes, the result of `attributes(…)`. An address is a single value, or begins with a
 * literal path.
 * @throws TypeError for anything else, and for a template whose literal parts are refused
 */
export function html(literals: TemplateStringsArray, ...values: readonly (Piece | Attributes)[]): Html {
  let places = plans.get(literals)
  if (!places) {
    places = placesOf(literals)
    plans.set(literals, places)
  }
  let markup = literals[0] ?? ''
  for (const [index, place] of places.entries())
    markup += written(values[index], place) + (literals[index + 1] ?? '')
  return new Markup(markup, 'content')
}

/** Writes ` name="value"` for each member, only the name for `true`, and nothing for `false` and undefined. */
export function attributes(
  given: Readonly<Record<string, string | number | boolean | undefined>>,
): Attributes {
  const parts = Object.entries(given).map(([name, value]) => {
    checkPlace({ at: 'value', element: '', name, before: '' })
    if (value === undefined || value === false) return ''
    return value === true ? ` ${name}` : ` ${name}="${attributeText(value, name)}"`
  })
  return new Markup(parts.join(''), 'attributes')
}

/**
 * Returns a frame that shows a file of this site. The keyboard skips the frame, so the caller puts a link to the file
 * beside it.
 * @throws TypeError if `address` does not begin with a path
 */
export function fileFrame({ address, title }: { readonly address: string; readonly title: string }): Html {
  if (!/^\/[^/\\]/.test(address)) throw new TypeError(`Cannot show "${address}" in a frame: it is no path`)
  return new Markup(`<iframe${attributes({ src: address, title, tabindex: -1 })}></iframe>`, 'content')
}

/** Returns a block of data, which browsers do not run. Scripts read it by `JSON.parse` of the content. */
export function dataBlock(id: string, value: unknown): Html {
  const json = JSON.stringify(value).replace(/[<>&\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, character =>
    Array.from({ length: character.length }, (_, at) => unicodeEscape(character, at)).join(''),
  )
  return new Markup(
    `<script type="application/json" id="${escaped(visible(id))}">${json}</script>`,
    'content',
  )
}

function unicodeEscape(text: string, at: number): string {
  return `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`
}

export interface PageParts {
  /** The code of the page's language, such as `ja`. */
  readonly language: string
  readonly title: string
  /** The style sheet. Style and script are constants of kura, so they are not escaped. */
  readonly style: string
  readonly script?: string | undefined
  readonly body: Html
}

/** Returns a whole page. The page asks search engines not to list it. */
export function htmlPage({ language, title, style, script, body }: PageParts): string {
  const head = html`<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>`
  const run = script === undefined ? '' : `<script>${constant(script)}</script>\n`
  return `<!doctype html>
<html lang="${escaped(language)}">
<head>
<meta charset="utf-8">
${head}
<style>${constant(style)}</style>
</head>
<body>
${body}
${run}</body>
</html>
`
}

function constant(text: string): string {
  if (/<[/!]/.test(text)) throw new TypeError('Cannot write a style or a script with "</" or "<!" in it')
  return text
}

function written(value: unknown, place: Place): string {
  if (place.at === 'value')
    return place.before === '' ? attributeText(value, place.name) : attributeText(value)
  if (place.at === 'tag') {
    if (Markup.isOf('attributes', value)) return String(value)
    throw unfit(value, 'between attributes, where attributes(…) stands')
  }
  if (place.at === 'text')
    return escaped(shown(textOf(value), /[^\P{Cc}\n\r\t]|[\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu))
  if (Markup.isOf('content', value)) return String(value)
  if (Array.isArray(value)) return value.map(piece => written(piece, place)).join('')
  return escaped(visible(textOf(value)))
}

function attributeText(value: unknown, name = ''): string {
  const text = textOf(value)
  if (ADDRESSES.includes(name)) checkAddress(text, name)
  return escaped(visible(text))
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number' && Number.isFinite(value)) return String(value)
  throw unfit(value, 'as text')
}

function unfit(value: unknown, where: string): TypeError {
  const kind = value === null ? 'null' : Array.isArray(value) ? 'a list' : typeof value
  return new TypeError(`Cannot write a value of type ${kind} ${where}`)
}
