/** Which requests a route or a fault is for. */

export interface RequestPattern {
  /** The named segments of the path, percent-decoded; undefined if the request does not match. */
  match(method: string, url: URL): Readonly<Record<string, string>> | undefined
}

/** `method` is a method or `*`; `path` has named segments and wildcards: `/api/1/deals/{id}`, `/api/*`. */
export function requestPattern(method: string, path: string): RequestPattern {
  const pattern = new URLPattern({ pathname: path.replaceAll(/\{([^}]+)\}/g, ':$1') })
  return {
    match(given, url) {
      const found = method === '*' || method === given ? pattern.exec(url) : null
      if (!found) return undefined
      const segments = Object.entries(found.pathname.groups)
      return Object.fromEntries(segments.map(([name, value]) => [name, decodeURIComponent(value ?? '')]))
    },
  }
}
