/** CSV that a spreadsheet opens: UTF-8 with a byte order mark, and no cell that it would take for a formula. */
const BYTE_ORDER_MARK = '\ufeff'

export function csvText(rows: readonly (readonly string[])[]): string {
  const lines = rows.map(cells => `${cells.map(cellText).join(',')}\r\n`)
  return BYTE_ORDER_MARK + lines.join('')
}

/** A cell that a spreadsheet would take for a formula begins with an apostrophe. */
function cellText(text: string): string {
  const isNumber = /^-[0-9,]+$/.test(text)
  const safe = /^[=+\-@\t\r]/.test(text) && !isNumber ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
