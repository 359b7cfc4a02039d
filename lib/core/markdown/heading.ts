/** The text of a heading. Pure. */

/** The heading of `line`, which begins with `signs` (`##`), without the signs that may close it. */
export function headingText(signs: string, line: string): string {
  const text = line.slice(signs.length).trim()
  const bare = withoutEnd(text, '#')
  const closed = bare.length < text.length && (bare === '' || /[ \t]$/.test(bare))
  return `${signs} ${closed ? bare.trim() : text}`
}

/** `text` without each `sign` at its end. */
function withoutEnd(text: string, sign: string): string {
  let end = text.length
  while (text[end - 1] === sign) end--
  return text.slice(0, end)
}
