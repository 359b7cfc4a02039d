/**
 * A page shows control and direction characters, such as the joiners within an emoji, as letters. A form that is shown
 * again would then send another text than the person typed, so a hidden field carries the exact text.
 */
import { type Html, html, type Piece, visible } from '../../core/http/html.ts'
import { parseJson } from '../../core/json/json.ts'
import type { Fields } from '../page.ts'

const PREFIX = 'exact_'
const ALTERED = /[^\P{Cc}\n\r]|[\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u

/** A value as the text of a form's field. The text is no plain JSON, because markup may change characters of JSON. */
export function packed(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

/** The value in a text of `packed`; undefined for any other text. */
export function unpacked(text = ''): unknown {
  return parseJson(Buffer.from(text, 'base64url').toString())
}

/** The hidden field with the exact text of the field `name`; empty if the page shows the text as it is. */
export function exactly(name: string, text: string): Piece {
  if (!ALTERED.test(text)) return ''
  return html`<input type="hidden" name="${PREFIX + name}" value="${packed(text)}">`
}

/** Hidden fields with exactly the values that were sent, for a form that only sends them again. */
export function keptFields(fields: Fields): Html {
  const kept = Object.entries(fields).map(
    ([name, value]) => html`<textarea hidden name="${name}">${value}</textarea>${exactly(name, value)}`,
  )
  return html`${kept}`
}

/** The body with the exact text of each field that the person has not changed. A body of bytes is not changed. */
export function exactFields<Body>(body: Body): Body {
  if (body instanceof Uint8Array) return body
  const entries = Object.entries((body ?? {}) as Fields)
  const exact = new Map(entries.filter(([name]) => name.startsWith(PREFIX)))
  if (exact.size === 0) return body
  const left = entries.filter(([name]) => !exact.has(name))
  return Object.fromEntries(
    left.map(([name, text]) => [name, exactOf(text, exact.get(PREFIX + name))]),
  ) as Body
}

function exactOf(text: string, given: string | undefined): string {
  const exact = unpacked(given)
  return typeof exact === 'string' && asShown(exact) === asShown(text) ? exact : text
}

function asShown(text: string): string {
  return visible(text.replaceAll('\r\n', '\n'))
}
