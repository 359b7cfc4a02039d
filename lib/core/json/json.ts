/** Returns the value, or undefined if the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Returns the members of a parsed JSON value; none if the value is no object. */
export function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Returns the value, or undefined if the body is not UTF-8 or not JSON. */
export function parseJsonBytes(body: Uint8Array): unknown {
  try {
    return JSON.parse(utf8.decode(body))
  } catch {
    return undefined
  }
}
