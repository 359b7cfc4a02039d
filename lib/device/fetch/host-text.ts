/** The first `most` characters of a host's text, with spaces in place of what controls a terminal or is invisible. */
export function hostText(text: string, most: number): string {
  return text.slice(0, most).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
}
