/** A link of a Link header (RFC 8288 section 3), as far as canonical and alternate links need it. */

export interface LinkValue {
  readonly target: string
  /** The parameters, with names in lower case. Of repeated ones the first counts, as the RFC says for `rel`. */
  readonly parameters: Readonly<Record<string, string>>
}

const LONGEST_HEADER = 20_000
/** Matches a link after any empty members of the list (RFC 9110 section 5.6.1.2), with or without a last semicolon. */
const VALUE =
  /[\s,]*<([^>]*)>((?:\s*;\s*[^\s=;,]+(?:\s*=\s*(?:"(?:[^"\\]|\\.)*"|[^\s;,"]*))?)*)\s*;?\s*(?:,|$)/gy
const PARAMETER = /;\s*([^\s=;,]+)(?:\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;,"]*)))?/g

/** Returns the links up to the first text that is no link. */
export function parseLinkHeader(header: string): LinkValue[] {
  return [...header.slice(0, LONGEST_HEADER).matchAll(VALUE)].map(([, target = '', rest = '']) => ({
    target: target.trim(),
    parameters: parametersOf(rest),
  }))
}

export function hasRelation({ parameters }: LinkValue, relation: string): boolean {
  return (parameters['rel'] ?? '').toLowerCase().split(/\s+/).includes(relation)
}

function parametersOf(text: string): Record<string, string> {
  const parameters: Record<string, string> = {}
  for (const [, name = '', quoted, token = ''] of text.matchAll(PARAMETER)) {
    parameters[name.toLowerCase()] ??= quoted === undefined ? token : quoted.replace(/\\(.)/g, '$1')
  }
  return parameters
}
