/** The place at which a template inserts a value. `before` is the attribute's literal text before the value. */
export type Place =
  | { readonly at: 'content' }
  /** The content of an element that contains only text. */
  | { readonly at: 'text'; readonly element: string }
  | { readonly at: 'tag'; readonly element: string }
  | { readonly at: 'value'; readonly element: string; readonly name: string; readonly before: string }

const CONTENT: Place = { at: 'content' }
const TEXT_ELEMENTS: readonly string[] = ['title', 'textarea']
const REFUSED_ELEMENTS =
  /^(script|style|iframe|object|embed|base|link|template|plaintext|xmp|noembed|noframes)$/
const REFUSED_ATTRIBUTES = /^(on|style$|srcdoc$|srcset$|ping$|xlink)/
export const ADDRESSES: readonly string[] = ['href', 'src', 'action', 'formaction']
/** Attributes into which any value may be inserted: none contains an address, a script or a style. */
const TAKES_VALUE =
  /^((aria|data)-[a-z-]+|accept|alt|autocomplete|autofocus|checked|class|cols|colspan|d|datetime|disabled|for|form|headers|height|hidden|id|inputmode|lang|list|max|maxlength|min|minlength|multiple|name|open|pattern|placeholder|readonly|required|role|rows|rowspan|scope|selected|size|step|tabindex|title|type|value|viewBox|width|x|y)$/

/** @throws TypeError for a literal part that is not safe, or that a browser could read differently */
export function placesOf(literals: readonly string[]): Place[] {
  const places: Place[] = []
  let place = CONTENT
  for (const [index, literal] of literals.entries()) {
    if (
      place.at === 'value' &&
      ADDRESSES.includes(place.name) &&
      place.before === '' &&
      !literal.startsWith('"')
    )
      throw refused(literal, `the address in "${place.name}" must be one value, or begin with a literal path`)
    place = readLiteral(literal, place)
    if (index === literals.length - 1) continue
    checkPlace(place)
    places.push(place)
  }
  if (place.at !== 'content') throw refused(literals.at(-1) ?? '', 'a template must end outside of its tags')
  return places
}

function readLiteral(literal: string, from: Place): Place {
  let place = from
  let rest = literal
  while (rest !== '') {
    const [length, next] = step(rest, place)
    rest = rest.slice(length)
    place = next
  }
  return place
}

function step(rest: string, place: Place): [length: number, next: Place] {
  if (place.at === 'tag') return stepInTag(rest, place.element)
  if (place.at === 'value') return stepInValue(rest, place)
  const start = rest.indexOf('<')
  if (start === -1) return [rest.length, place]
  const end = /^<\/([a-z][a-z0-9]*)>/.exec(rest.slice(start))
  if (end && (place.at === 'content' || place.element === end[1])) return [start + end[0].length, CONTENT]
  const [tag, element] = /^<([a-z][a-z0-9]*)/.exec(rest.slice(start)) ?? []
  if (tag === undefined || element === undefined || place.at === 'text')
    throw refused(rest.slice(start), 'a bare "<" must be "&lt;"')
  if (REFUSED_ELEMENTS.test(element))
    throw refused(rest, `the element "${element}" has no place in a template`)
  return [start + tag.length, { at: 'tag', element }]
}

function stepInTag(rest: string, element: string): [length: number, next: Place] {
  const end = /^\s*\/?>/.exec(rest)
  if (end) return [end[0].length, TEXT_ELEMENTS.includes(element) ? { at: 'text', element } : CONTENT]
  if (rest.trim() === '') return [rest.length, { at: 'tag', element }]
  const [attribute, name, open] = /^\s+([a-zA-Z][a-zA-Z0-9-]*)(="|(?=[\s/>]|$))/.exec(rest) ?? []
  if (attribute === undefined || name === undefined)
    throw refused(rest, 'an attribute needs a space before its name and double quotes around its value')
  if (REFUSED_ATTRIBUTES.test(name.toLowerCase()))
    throw refused(rest, `the attribute "${name}" is not allowed`)
  return [attribute.length, open ? { at: 'value', element, name, before: '' } : { at: 'tag', element }]
}

type ValuePlace = Extract<Place, { at: 'value' }>

function stepInValue(rest: string, place: ValuePlace): [length: number, next: Place] {
  const end = rest.indexOf('"')
  const before = place.before + (end === -1 ? rest : rest.slice(0, end))
  if (end === -1) return [rest.length, { ...place, before }]
  if (ADDRESSES.includes(place.name) && before !== '')
    checkAddress(before.replaceAll('&amp;', '&'), place.name)
  return [end + 1, { at: 'tag', element: place.element }]
}

/** @throws TypeError if a value may not be inserted at `place` */
export function checkPlace(place: Place): void {
  if (place.at !== 'value') return
  const { name, before, element } = place
  if (ADDRESSES.includes(name)) {
    if (before !== '' && !/^(\/[^/\\]|[#?])/.test(before))
      throw refused(before, `the address in "${name}" must be one value, or begin with a literal path`)
  } else if (!TAKES_VALUE.test(name) || element === 'meta')
    throw refused(before, `the attribute "${name}" takes no value`)
}

/**
 * Accepts a path of this site, `#…` and `?…`. An `href` may also be https, or http on this machine.
 * @throws TypeError for any other address
 */
export function checkAddress(address: string, name: string): void {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a browser removes these, which changes the address
  const isClean = !/[\u0000-\u0020\\]/.test(address)
  if (isClean && /^(\/(?!\/)|[#?])/.test(address)) return
  const url = isClean && /^https?:\/\//i.test(address) && URL.canParse(address) ? new URL(address) : undefined
  const isElsewhere = url && !url.username && !url.password && isLinked(url)
  if (name === 'href' && isElsewhere) return
  throw new TypeError(`Cannot use ${JSON.stringify(address)} in "${name}": it must be a path of this site`)
}

function isLinked({ protocol, hostname }: URL): boolean {
  return (
    protocol === 'https:' || (protocol === 'http:' && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname))
  )
}

function refused(literal: string, reason: string): TypeError {
  return new TypeError(`Cannot use the template at ${JSON.stringify(literal.slice(0, 40))}: ${reason}`)
}
