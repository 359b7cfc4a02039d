/**
 * Prepares a text of the host for a message: on one line, and without characters that control a terminal or are
 * invisible. Pure.
 */

/** The first characters of `text`, `most` at most, on one line. */
export function hostText(text: string, most: number): string {
  return text.slice(0, most).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
}
