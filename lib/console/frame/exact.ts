/**
 * The exact text of fields. A page shows control and direction characters, such as those within an emoji, as letters. A
 * form that is shown again would then send another text than the person typed. A hidden field beside it carries the
 * exact text, which counts unless the person has changed the visible one. Pure.
 */
import { type Html, html, type Piece, visible } from '../../core/http/html.ts'
import { parseJson } from '../../core/json/json.ts'

const PREFIX = 'exact_'
const ALTERED = /[^\P{Cc}\n\r]|[\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u

/** The hidden field with the exact text of the field `name`; empty if the page shows the text as it is. */
export function exactly(name: string, text: string): Piece {
  if (!ALTERED.test(text)) return ''
  const packed = Buffer.from(JSON.stringify(text)).toString('base64url')
  return html`<input type="hidden" name="${PREFIX + name}" value="${packed}">`
}

/** The fields of a form that is shown only to be sent again, as they were sent. */
export function keptFields(fields: Readonly<Record<string, string>>): Html {
  const kept = Object.entries(fields).map(
    ([name, value]) => html`<textarea hidden name="${name}">${value}</textarea>${exactly(name, value)}`,
  )
  return html`${kept}`
}

/**
 * The body with the exact text of each field that the person has not changed. A body of bytes, which may be a file of 4
 * MB, has no fields.
 */
export function exactFields<Body>(body: Body): Body {
  if (body instanceof Uint8Array) return body
  const entries = Object.entries((body ?? {}) as Readonly<Record<string, string>>)
  const packed = new Map(entries.filter(([name]) => name.startsWith(PREFIX)))
  if (packed.size === 0) return body
  const left = entries.filter(([name]) => !packed.has(name))
  return Object.fromEntries(
    left.map(([name, text]) => [name, exactOf(text, packed.get(PREFIX + name))]),
  ) as Body
}

function exactOf(text: string, packed = ''): string {
  const exact = parseJson(Buffer.from(packed, 'base64url').toString())
  return typeof exact === 'string' && asShown(exact) === asShown(text) ? exact : text
}

function asShown(text: string): string {
  return visible(text.replaceAll('\r\n', '\n'))
}
