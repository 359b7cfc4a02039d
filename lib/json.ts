/** JSON text of unknown origin, for a schema to look at. */

/** The value of `text`, undefined where it is not JSON: then no schema takes it. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** The value of a body, undefined where it is not UTF-8 or not JSON. */
export function parseJsonBytes(body: Uint8Array): unknown {
  try {
    return JSON.parse(utf8.decode(body))
  } catch {
    return undefined
  }
}
