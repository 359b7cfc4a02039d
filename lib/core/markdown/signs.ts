/** What a line starts with, or is all of, if it is more than text (CommonMark 0.31.2). */

/** Whether a line that is more than text starts with the character that has this code. */
export const SIGNS = Uint8Array.from({ length: 128 }, (_, code) =>
  '#`~<>=-_*+0123456789'.includes(String.fromCharCode(code)) ? 1 : 0,
)

// `(?![^\r\n])` is the end of the line
export const HEADING = /(#{1,6})(?![^ \t\r\n])/y
export const FENCE = /`{3,}(?=[^`\r\n]*(?![^\r\n]))|~{3,}/y
export const FENCE_END = /(`{3,}|~{3,})[ \t]*(?![^\r\n])/y
export const UNDERLINE = /(?:=+|-+)[ \t]*(?![^\r\n])/y
export const LIST_MARKER = /(?:[*+-]|(\d{1,9})[.)])(?![^ \t\r\n])/y
