/** By character code, 1 for a sign with which a line that is not plain text can start (CommonMark 0.31.2). */
export const SIGNS = Uint8Array.from({ length: 128 }, (_, code) =>
  '#`~<>=-_*+0123456789'.includes(String.fromCharCode(code)) ? 1 : 0,
)

// here `(?![^\r\n])` means the end of the line
export const HEADING = /(#{1,6})(?![^ \t\r\n])/y
export const FENCE = /`{3,}(?=[^`\r\n]*(?![^\r\n]))|~{3,}/y
export const FENCE_END = /(`{3,}|~{3,})[ \t]*(?![^\r\n])/y
export const UNDERLINE = /(?:=+|-+)[ \t]*(?![^\r\n])/y
export const LIST_MARKER = /(?:[*+-]|(\d{1,9})[.)])(?![^ \t\r\n])/y

/** Leaves out the signs that close the heading. @param signs the `##` at the start of `line` */
export function headingText(signs: string, line: string): string {
  const text = line.slice(signs.length).trim()
  const bare = withoutEnd(text, '#')
  const closed = bare.length < text.length && (bare === '' || /[ \t]$/.test(bare))
  return `${signs} ${closed ? bare.trim() : text}`
}

function withoutEnd(text: string, sign: string): string {
  let end = text.length
  while (text[end - 1] === sign) end--
  return text.slice(0, end)
}
