/** JSON text of unknown origin, for a schema to look at. */

/** The value of `text`, undefined where it is not JSON: then no schema takes it. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
