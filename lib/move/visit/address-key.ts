/** Keys of addresses for maps, in the normal form (RFC 3986 section 6.2.2). Requests and reports keep the spelling. */

/**
 * Equivalent spellings have the same key: `%e4` and `%E4`, `%7E` and `~`, the usual port, dot segments, the case of the
 * host. The fragment does not count; an empty query does (RFC 3986 section 6.2.3). Any other text is its own key.
 */
export function addressKey(address: string): string {
  if (address.startsWith('/')) return pathKey(address)
  const url = URL.parse(address)
  return url && /^https?:$/.test(url.protocol) ? `${originOf(url)}${keyOf(url)}` : address
}

/** The key of an origin, in the form of `addressKey`; empty for a text that is no address. */
export function originKey(address: string): string {
  const url = URL.parse(address)
  return url ? originOf(url) : ''
}

/** The key of a path, which may have a query. */
export function pathKey(path: string): string {
  if (PLAIN.test(path)) return path
  const url = URL.parse(`https://any.invalid${path}`)
  return url ? keyOf(url) : path
}

/** The host without the dot at its end, which marks it as complete. */
export function hostKey(hostname: string): string {
  return hostname.replace(/\.$/, '')
}

/** Matches most paths, which have only one spelling. */
const PLAIN = /^(?:\/[\w~-]+(?:\.\w+)?)*\/?$/
/** Matches an empty query, because `URL.search` is empty both for such a query and without one. */
const EMPTY_QUERY = /^[^?#]*\?(?:#|$)/
const UNRESERVED = /[\w.~-]/
/** Matches escapes, and characters that no address may contain, although browsers send them unescaped. */
const SPELLED = /%[0-9a-f]{2}|[|^`[\]\\]/gi

function originOf({ protocol, hostname, port }: URL): string {
  return `${protocol}//${hostKey(hostname)}${port === '' ? '' : `:${port}`}`
}

function keyOf({ pathname, search, href }: URL): string {
  const query = search === '' && EMPTY_QUERY.test(href) ? '?' : search
  return `${pathname}${query}`.replace(SPELLED, token => {
    if (token.length === 1) return `%${token.charCodeAt(0).toString(16).toUpperCase()}`
    const character = String.fromCharCode(Number.parseInt(token.slice(1), 16))
    return UNRESERVED.test(character) ? character : token.toUpperCase()
  })
}
