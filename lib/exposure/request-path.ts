/** Another spelling of a path that some server might treat as the path itself. */
export interface PathVariant {
  readonly name: string
  readonly path: string
}

/** Returns the path of a request for the file, with each segment percent-encoded: `a b/ç` -> `/a%20b/%C3%A7`. */
export function requestPath(file: string): string {
  return `/${file.split('/').map(encodeURIComponent).join('/')}`
}

const VARIANTS: readonly { name: string; of: (path: string) => string }[] = [
  { name: 'encoded', of: encodeLetter },
  { name: 'double-encoded', of: path => encodeLetter(path).replaceAll('%', '%25') },
  { name: 'encoded slash', of: path => `/${path.slice(1).replaceAll('/', '%2f')}` },
  { name: 'double-encoded slash', of: path => `/${path.slice(1).replaceAll('/', '%252f')}` },
  { name: 'backslash', of: path => `/${path.slice(1).replaceAll('/', '\\')}` },
  { name: 'doubled slash', of: path => path.replaceAll('/', '//') },
  { name: 'dot', of: path => `/.${path}` },
  { name: 'encoded dot', of: path => `/%2e${path}` },
  { name: 'dot dot', of: path => `/x/..${path}` },
  { name: 'encoded dot dot', of: path => `/x/%2e%2e${path}` },
  { name: 'dot dot under api', of: path => `/api/..${path}` },
  { name: 'upper case', of: path => path.replace(/%[0-9a-f]{2}|[a-z]/gi, text => text.toUpperCase()) },
  { name: 'trailing slash', of: path => `${path}/` },
  { name: 'trailing nul', of: path => `${path}%00` },
  { name: 'unencoded', of: path => path.replace(/(?:%[89a-f][0-9a-f])+/gi, unencoded) },
]

export function pathVariants(path: string): PathVariant[] {
  return VARIANTS.map(({ name, of }) => ({ name, path: of(path) })).filter(variant => variant.path !== path)
}

/** Writes the first letter or dot of the last segment as two hex digits: `/.env` -> `/%2eenv`. */
function encodeLetter(path: string): string {
  const start = path.lastIndexOf('/', path.length - 2) + 1
  const letter = /^((?:%[0-9a-f]{2}|[^a-z.])*)([a-z.])/i
  const hex = (character: string) => `%${character.charCodeAt(0).toString(16)}`
  return path.slice(0, start) + path.slice(start).replace(letter, (_, before, at) => before + hex(at))
}

/** Returns the bytes that `%C3%A7` stands for, one character for each byte, as HTTP/1.1 sends them. */
function unencoded(encoded: string): string {
  return Buffer.from(encoded.replaceAll('%', ''), 'hex').toString('latin1')
}

const MOST_DECODINGS = 3

/** Returns the path as a lenient server may read it: decoded up to three times, resolved, lower case, without query. */
export function meaningOf(path: string): string {
  const [pathname = ''] = path.split(/[?#]/)
  const segments: string[] = []
  for (const segment of decodeFully(pathname).replaceAll('\\', '/').split('/')) {
    if (segment === '..') segments.pop()
    else if (segment !== '' && segment !== '.') segments.push(segment)
  }
  return `/${segments.join('/')}`.toLowerCase()
}

function decodeFully(path: string): string {
  let text = path
  for (let round = 0; round < MOST_DECODINGS && text.includes('%'); round++) text = decodeOnce(text)
  return text
}

function decodeOnce(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text.replace(/%[0-7][0-9a-f]/gi, code => String.fromCharCode(Number.parseInt(code.slice(1), 16)))
  }
}
