import { displayWidth, wrapped } from './fitting.ts'

export interface ShownList<Cell = string> {
  /** Adds entries for the JSON, and for each entry the row that people see. */
  add(entries: readonly unknown[], rows: readonly (readonly Cell[])[]): void
  end(): void
}

/** Writes the list in parts. The whole text is the same as `result` writes for all entries. */
export function listAsJson(name: string, write: (text: string) => unknown): ShownList {
  let shown = 0
  const open = () => void (shown === 0 && write(`{\n  ${JSON.stringify(name)}: [`))
  return {
    add(entries) {
      for (const entry of entries) {
        open()
        const text = JSON.stringify(entry, null, 2).replaceAll('\n', '\n    ')
        write(`${shown === 0 ? '' : ','}\n    ${text}`)
        shown += 1
      }
    },
    end() {
      open()
      write(shown === 0 ? ']\n}\n' : '\n  ]\n}\n')
    },
  }
}

/** Writes the table in parts. A column never becomes narrower than in the parts before. */
export function listAsTable(
  head: readonly string[],
  { write, columns = Number.POSITIVE_INFINITY }: { write: (text: string) => void; columns?: number },
): ShownList {
  let widths: readonly number[] = []
  let records = false
  return {
    add(_entries, rows) {
      if (rows.length === 0) return
      const all = widths.length > 0 ? rows : withHead(rows, head)
      widths = columnWidths(all, widths)
      records ||= !fits(widths, columns)
      for (const text of records ? recordLines(rows, head, columns) : alignedLines(all, widths, columns))
        write(text)
    },
    end: () => undefined,
  }
}

type Rows = readonly (readonly string[])[]

/**
 * Returns the aligned rows. The last column is not padded, and is wrapped if necessary. Rows that still do not fit get
 * a line for each cell, with the name of the cell if there is a head.
 */
export function tableLines(
  rows: Rows,
  {
    head,
    columns = Number.POSITIVE_INFINITY,
  }: { head?: readonly string[] | undefined; columns?: number } = {},
): string[] {
  const all = head ? withHead(rows, head) : rows
  const widths = columnWidths(all)
  if (!fits(widths, columns)) return head ? recordLines(rows, head, columns) : stackedLines(rows, columns)
  return alignedLines(all, widths, columns)
}

const GAP = 2
const LEAST_ROOM = 20

function roomFor(widths: readonly number[], columns: number): number {
  return widths.slice(0, -1).reduce((room, width) => room - width - GAP, columns)
}

function fits(widths: readonly number[], columns: number): boolean {
  return roomFor(widths, columns) >= Math.min(LEAST_ROOM, widths.at(-1) ?? 0)
}

function recordLines(rows: Rows, head: readonly string[], columns: number): string[] {
  return rows.flatMap(row => {
    const named = head.map((name, column) => [name, row[column] ?? ''])
    const filled = named.filter(([, text]) => text !== '')
    return [...alignedLines(filled, columnWidths(named), columns), '']
  })
}

function stackedLines(rows: Rows, columns: number): string[] {
  return rows.flatMap(([first = '', ...rest]) => [
    ...wrapped(first, columns),
    ...rest.flatMap(cell => wrapped(cell, columns - GAP).map(text => ' '.repeat(GAP) + text)),
  ])
}

function withHead(rows: Rows, head: readonly string[]): Rows {
  return [head, head.map(cell => '-'.repeat(displayWidth(cell))), ...rows]
}

function columnWidths(rows: Rows, least: readonly number[] = []): number[] {
  const widths = [...least]
  for (const row of rows) {
    for (const [column, cell] of row.entries())
      widths[column] = Math.max(widths[column] ?? 0, displayWidth(cell))
  }
  return widths
}

function alignedLines(rows: Rows, widths: readonly number[], columns: number): string[] {
  const last = widths.length - 1
  const room = Math.max(roomFor(widths, columns), 1)
  return rows.flatMap(row => {
    const cells = row.slice(0, last)
    const padded = cells.map(
      (cell, column) => cell + ' '.repeat((widths[column] ?? 0) - displayWidth(cell) + GAP),
    )
    const before = padded.join('')
    const [first = '', ...rest] = wrapped(row[last] ?? '', room)
    return [`${before}${first}`.trimEnd(), ...rest.map(text => ' '.repeat(displayWidth(before)) + text)]
  })
}
