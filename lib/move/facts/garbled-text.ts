const EXAMINED = 50_000
/** The least number of wrong pieces in a garbled text, and their least share in its characters beyond ASCII. */
const LEAST = 3
const LEAST_SHARE = 0.2

/**
 * Matches U+FFFD, UTF-8 that was read as Latin-1 or Windows-1252 (`Ã¼`, `ã‚`, `â€™`) or as Shift_JIS (`縺`), and
 * Japanese that was read as Latin-1.
 */
const WRONG =
  /\ufffd+|[ÃÂ][\u0080-\u00bf\u0152-\u0192\u2013-\u203a\u20ac\u2122\u02c6\u02dc]|[âãäåæçèéï][\u0080-\u00bf\u0152-\u0192\u2013-\u203a\u20ac\u2122\u02c6\u02dc]{1,2}|[縺繧繝]|[\u0080-\u0084\u0086-\u009f]./gu

/** Returns a piece that was decoded with a wrong character set, near the beginning of the text. */
export function garbledPart(text: string): string | undefined {
  const examined = text.slice(0, EXAMINED)
  // most texts have none of these characters
  if (!/[\ufffd\u0080-\u0084\u0086-\u009fÃÂâãäåæçèéï縺繧繝]/.test(examined)) return undefined
  const found = [...examined.matchAll(WRONG)]
  const [first] = found
  if (!first || found.length < LEAST) return undefined
  const wrong = found.reduce((sum, [part]) => sum + part.length, 0)
  const beyond = examined.match(/[^ -~\s]/g)?.length ?? 0
  if (wrong < LEAST_SHARE * beyond) return undefined
  const end = examined.slice(first.index).search(/\s{2}|\n|$/)
  return examined.slice(first.index, first.index + Math.min(end, 40)).trim() || first[0]
}
