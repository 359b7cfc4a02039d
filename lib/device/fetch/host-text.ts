/**
 * Prepares a text of the host for a message: its first `most` characters, on one line, with spaces in place of
 * characters that control a terminal or are invisible. Pure.
 */
export function hostText(text: string, most: number): string {
  return text.slice(0, most).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
}
