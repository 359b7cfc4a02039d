/** Parses JSON of unknown origin; a schema checks the value afterwards. */

/** Undefined if `text` is not JSON; no schema accepts that. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Undefined if the body is not UTF-8 or not JSON. */
export function parseJsonBytes(body: Uint8Array): unknown {
  try {
    return JSON.parse(utf8.decode(body))
  } catch {
    return undefined
  }
}
