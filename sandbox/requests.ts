/** The credential after `scheme` in the authorization header; empty if there is none. */
export function credentialOf(request: Request, scheme: 'Bearer' | 'Bot'): string {
  const [given, credential = '', ...others] = (request.headers.get('authorization') ?? '').split(' ')
  return given === scheme && others.length === 0 ? credential : ''
}

export function readJson(request: Request): Promise<unknown> {
  return request.json().catch(() => undefined)
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export interface RequestPattern {
  /** The named segments of the path, percent-decoded; undefined if the request does not match. */
  match(method: string, url: URL): Readonly<Record<string, string>> | undefined
}

/** A pattern; `method` may be `*`, and `path` may have named segments and wildcards: `/api/1/deals/{id}`, `/api/*`. */
export function requestPattern(method: string, path: string): RequestPattern {
  // Node 22 has no URLPattern
  const text = path
    .replaceAll(/[.+?^$()[\]|\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll(/\{([^}]+)\}/g, '(?<$1>[^/]+)')
  const pattern = new RegExp(`^${text}$`)
  return {
    match(given, url) {
      const found = method === '*' || method === given ? pattern.exec(url.pathname) : null
      if (!found) return undefined
      const segments = Object.entries(found.groups ?? {})
      return Object.fromEntries(segments.map(([name, value]) => [name, decodeURIComponent(value ?? '')]))
    },
  }
}
