/** Parses JSON of unknown origin; a schema checks the value afterwards. */

/** Returns the parsed value of `text`. If `text` is not JSON, the result is undefined, which no schema accepts. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Returns the value of a body; undefined if the body is not UTF-8 or not JSON. */
export function parseJsonBytes(body: Uint8Array): unknown {
  try {
    return JSON.parse(utf8.decode(body))
  } catch {
    return undefined
  }
}
