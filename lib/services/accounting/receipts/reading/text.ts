/** Pieces of text at one height are a line. A wide gap in a line begins a cell. */

/** `x` and `y` are the lower left corner, in points. */
export interface Piece {
  readonly text: string
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Widths of gaps in heights of the letters. A gap over `GAP` begins a cell, a gap over `SPACE` is a space. */
const GAP = 1
const SPACE = 0.2

/** Returns the lines from top to bottom. In a line, two spaces separate cells. */
export function linesOfPage(pieces: readonly Piece[]): string[] {
  const rows: Piece[][] = []
  const filled = pieces.filter(({ text }) => text.trim() !== '')
  for (const piece of filled.toSorted((one, other) => other.y - one.y)) {
    const row = rows.at(-1)
    const first = row?.[0]
    if (row && first && first.y - piece.y < Math.max(first.height, piece.height) / 2) row.push(piece)
    else rows.push([piece])
  }
  return rows.map(lineOf)
}

function lineOf(row: readonly Piece[]): string {
  let line = ''
  let before: Piece | undefined
  for (const piece of row.toSorted((one, other) => one.x - other.x)) {
    const gap = before ? piece.x - endOf(before) : 0
    const height = piece.height
    const added = before && gap < -AGAIN * height ? printedFirst(piece, before) : piece.text
    line += (gap > GAP * height ? '  ' : gap > SPACE * height ? ' ' : '') + added
    if (added !== '' || !before) before = piece
  }
  return line
}

const endOf = ({ x, width }: Piece) => x + width

/** For bold letters or a shadow, a program may print a text again, shifted by at most this share of its height. */
const AGAIN = 0.3

/** Returns what a piece adds to the piece under it: `2200 円`, printed over `合計 2200`, adds ` 円`. */
function printedFirst({ text, x, width, height }: Piece, before: Piece): string {
  const over = endOf(before) - x
  const isAsWide = (part: string) => Math.abs((weight(part) / weight(text)) * width - over) < AGAIN * height
  if (over > width && before.text.includes(text)) return ''
  for (let count = text.length; count > 0; count--) {
    const part = text.slice(0, count)
    if (before.text.endsWith(part) && isAsWide(part)) return text.slice(count)
  }
  return text
}

/** Returns the width of the text in half-width characters. */
function weight(text: string): number {
  return text.length + (text.match(/[^ -~｡-ﾟ]/g)?.length ?? 0)
}

/** Radicals of the supplement (U+2E80 to U+2EF3) that NFKC does not map. NFKC maps all Kangxi radicals. */
const RADICALS: Readonly<Record<string, string>> = {
  '⺟': '母',
  '⺠': '民',
  '⻁': '虎',
  '⻄': '西',
  '⻆': '角',
  '⻑': '長',
  '⻘': '青',
  '⻝': '食',
  '⻢': '馬',
  '⻤': '鬼',
  '⻥': '魚',
  '⻦': '鳥',
  '⻨': '麦',
  '⻩': '黄',
  '⻫': '斉',
  '⻭': '歯',
  '⻯': '竜',
  '⻲': '亀',
}

/** Returns the cells in half width, without lines that have no text. */
export function cellsOfLines(lines: readonly string[]): string[][] {
  const cells = lines.map(cellsOfLine).filter(line => line.length > 0)
  return cells.map((line, at) => underHeader(line, cells[at - 1] ?? []))
}

/** A space between two values, not one in a day (`2026年 10月 31日`) or between words (`株式会社 金山`). */
const BESIDE_NUMBER = /(?<!年|月|令和|平成) (?=\S*\d)|(?<=\d\S*)(?<!年|月) /

/** In a narrow table, pdf.js joins values by a space. Splits such a line if each cell of the header gets one value. */
function underHeader(line: readonly string[], above: readonly string[]): string[] {
  const words = line.flatMap(cell => cell.split(BESIDE_NUMBER))
  const isHeader = above.length > 1 && above.every(cell => isLabel(cell) && !/\d/.test(cell))
  const isRow = words.length === above.length && words.every(word => /[\p{L}\d]/u.test(word))
  return isHeader && isRow ? words : [...line]
}

function cellsOfLine(line: string): string[] {
  const plain = withoutTracking(line)
    .replaceAll('㊞', '  ')
    // a name beside its kind of company: 株式会社　金山
    .replaceAll(
      /(?<=(?:^|\s)(?:株式|有限|合同)会社)\u3000(?=\S)|\u3000(?=(?:株式|有限|合同)会社(?:\s|$))/g,
      ' ',
    )
    .replaceAll(
      /(?<=[年月]|\p{Script=Han}\u3000\p{Script=Han}|(?:^|\s)\p{Script=Han})\u3000(?=\d|[０-９]|\p{Script=Han}(?:\s|$))/gu,
      ' ',
    )
    .replaceAll(/(?<=令和|平成)\s+(?=[\d０-９元])/g, ' ')
    .replaceAll('\u3000', '  ')
    .normalize('NFKC')
    .replaceAll(/[⺀-⻳]/g, radical => RADICALS[radical] ?? radical)
    .replaceAll(/[‐-―−]|(?<=\d)(?:[─━ー]|\u0336)(?![\p{L}\d])/gu, '-')
    // pdf.js reads the `~` of a Japanese font that is not embedded as a combining tilde
    .replaceAll(/(?<=[\d日)])\s?\u0303/g, '~')
    // letters that a layout sets apart: 請 求 書; not 印 behind a word (the place of a seal) or 行 (of an addressee)
    .replaceAll(/(?<=\p{Script=Han}) (?!(?<=\p{Script=Han}{2} )[印行]$)(?=\p{Script=Han}(?: |$))/gu, '')
    // the digits of a month and of a day: 2026 年 1 0 月 3 1 日
    .replaceAll(/(?<=年 ?)([01]) (\d)(?= ?月)|(?<=月 ?)([0-3]) (\d)(?= ?日)/g, '$1$2$3$4')
    // the digits of a number: 1 8 , 2 6 0
    .replaceAll(/(?<![\d,.] ?)\d(?: [\d,]){2,}(?! ?[\d,.])/g, digits => digits.replaceAll(' ', ''))
    // a comma that text recognition set apart: ¥1, 980
    .replaceAll(/(?<=[¥\\]\s?\d{1,3})(?:, | ,)(?=\d{3}(?!\d))/g, ',')
  return plain.split(/\s{2,}|\t|[|│]/).flatMap(cell => (cell.trim() === '' ? [] : [cell.trim()]))
}

/** The parts that a widely spaced line has at least, and the share of single characters among them. */
const TRACKED = { parts: 6, share: 0.7 }

/** Digits that stand together. A line with such digits has at most a widely spaced label. */
const SET_TOGETHER = /[\d０-９][\d０-９,，]/

/**
 * Removes the letter-spacing that PDF readers take for spaces: `合 計 1 8 , 2 6 0 円`. A space before a sign of yen stays
 * (`計 2 ¥ 1 9 8 0`). All stay beside digits that stand together: `お 買 上 計 2 1,980 円` has a count and a total.
 */
function withoutTracking(line: string): string {
  const parts = line.split(/\s+/).filter(part => part !== '')
  const single = parts.filter(part => [...part].length === 1)
  const letters = single.filter(isLabel)
  const isWide = parts.length >= TRACKED.parts && single.length >= TRACKED.share * parts.length
  const isTracked = isWide && letters.length > 0 && !SET_TOGETHER.test(line)
  return isTracked ? line.replaceAll(/(?<=\S) (?=\S)(?!(?<=[\d０-９] )[¥￥\\])/g, '') : line
}

/** `label` stands before `text` in its cell, in the cell to the left, or above. `after` follows `text` in the cell. */
export interface Found {
  readonly text: string
  readonly label: string
  /** Whether the label stands in the line above. */
  readonly isBelow: boolean
  readonly after: string
}

export function findAll(pattern: RegExp, lines: readonly (readonly string[])[]): Found[] {
  return lines.flatMap((cells, row) =>
    cells.flatMap((cell, at) => {
      const matches = [...cell.matchAll(pattern)]
      return matches.map((match, index) => {
        const [text] = match
        const before = matches[index - 1]
        const from = before ? before.index + before[0].length : 0
        const own = cell.slice(from, match.index)
        const until = matches[index + 1]?.index
        const after = cell.slice(match.index + text.length, until)
        const beside = isLabel(own) || index > 0 ? undefined : labelBeside(lines, { row, at }, pattern)
        return { text, label: own, isBelow: false, ...beside, after }
      })
    }),
  )
}

function isLabel(text: string): boolean {
  return /[\p{L}]/u.test(text)
}

/** Finds the label left of a value or, if another value stands there, in a header above with as many cells. */
function labelBeside(
  lines: readonly (readonly string[])[],
  { row, at }: { row: number; at: number },
  pattern: RegExp,
): Pick<Found, 'label' | 'isBelow'> {
  const isValue = (cell: string) => cell.search(pattern) >= 0
  const left = lines[row]?.slice(0, at) ?? []
  const nearest = left.findLast(isLabel)
  if (nearest !== undefined && !left.some(isValue)) return { label: nearest, isBelow: false }
  const above = lines[row - 1] ?? []
  const isHeader = above.length === lines[row]?.length && !above.some(isValue) && above.every(isLabel)
  return { label: isHeader ? (above[at] ?? '') : '', isBelow: isHeader }
}
