/** Which request targets are accepted as a path. Pure. */

const FORBIDDEN_CHARACTER = /[^\x21-\x7e]|\\/
const DOT_SEGMENT = /^(?:\.|%2e){1,2}$/i

/**
 * The path of a request target, still percent-encoded and without its query, or undefined if the target is to be refused
 * with 400: not in origin form (RFC 9112 section 3.2.1), bad percent-encoding, a NUL, a backslash, a character that needs
 * encoding, or a dot segment, which a URL parser would resolve to another path than the routed one.
 */
export function readTarget(target: string): string | undefined {
  const [path = ''] = target.split(/[?#]/)
  if (!path.startsWith('/') || FORBIDDEN_CHARACTER.test(target)) return undefined
  if (path.split('/').some(segment => DOT_SEGMENT.test(segment))) return undefined
  const decoded = decodePath(path)
  return decoded === undefined || decoded.includes('\0') ? undefined : path
}

/** `path` percent-decoded once, undefined if its encoding is bad. */
export function decodePath(path: string): string | undefined {
  try {
    return decodeURIComponent(path)
  } catch {
    return undefined
  }
}
