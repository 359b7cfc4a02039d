/** What every sandbox reads from a request. */

/** The credential that follows `scheme` in the authorization header; empty if there is none. */
export function credentialOf(request: Request, scheme: 'Bearer' | 'Bot'): string {
  const [given, credential = '', ...others] = (request.headers.get('authorization') ?? '').split(' ')
  return given === scheme && others.length === 0 ? credential : ''
}

/** The JSON of a body; undefined if it is not JSON. */
export function readJson(request: Request): Promise<unknown> {
  return request.json().catch(() => undefined)
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
