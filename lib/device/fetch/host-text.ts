/** The first `most` characters of a host's text. Spaces replace characters that control a terminal or are invisible. */
export function hostText(text: string, most: number): string {
  return text.slice(0, most).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
}
