import type { FindOldStrings, OldString } from '../facts/old-domain-strings.ts'
import {
  factsOfHeaders,
  type OnText,
  type PageFacts,
  type PageHeaders,
  readPage,
} from '../facts/page-facts.ts'
import type { StringPlace } from '../facts/string-tally.ts'
import { decodeText } from '../visit/decode-text.ts'
import { isHtml } from '../visit/read-body.ts'
import type { Visit } from '../visit/visit.ts'
import type { PageContent } from './findings.ts'

/** Whether the new site shows this page for an address without a page. */
export type IsNotFound = (url: string, html: string) => boolean

/** If the response is not HTML, the facts are only those of its headers. */
export function auditPage(
  { hop, headers, body }: Visit,
  { find, isNotFound }: { find: FindOldStrings; isNotFound: IsNotFound },
): PageContent {
  const type = String(headers['content-type'] ?? '')
  const text = body ? decodeText(body.bytes, type) : ''
  const html = isHtml(type)
  const { facts, strings } = auditText(text, { headers, html }, find)
  for (const value of Object.values(headers).flat()) {
    if (value !== undefined) addStrings(strings, 'headers', find(value))
  }
  return {
    facts,
    html,
    strings,
    complete: body?.complete ?? true,
    showsNotFound: html && isNotFound(hop.url, text),
  }
}

/** Audits a single text, such as a saved page or a script. */
export function auditText(
  text: string,
  { headers = {}, html }: { headers?: PageHeaders; html: boolean },
  find: FindOldStrings,
): { readonly facts: PageFacts; readonly strings: Map<StringPlace, OldString[]> } {
  const strings = new Map<StringPlace, OldString[]>()
  const onText: OnText = (place, piece, decoded = []) => {
    const found = find(piece)
    // a raw text without a match may hide the name in escapes, so its decoded parts are searched
    addStrings(strings, place, found.length > 0 ? found : decoded.flatMap(part => find(part)))
  }
  // most pages do not contain the old domain; their texts are not examined one by one
  if (html) return { facts: readPage(text, headers, find.mayHold(text) ? onText : undefined), strings }
  onText('text', text)
  return { facts: factsOfHeaders(headers), strings }
}

function addStrings(strings: Map<StringPlace, OldString[]>, place: StringPlace, found: readonly OldString[]) {
  if (found.length === 0) return
  const known = strings.get(place)
  if (known) known.push(...found)
  else strings.set(place, [...found])
}
