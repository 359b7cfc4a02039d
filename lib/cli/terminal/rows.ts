/** Lists as rows in aligned columns, or as JSON, also if their parts arrive one after the other. */

/** A list that is shown as its parts arrive. */
export interface ShownList {
  /** The next entries, and for people a row for each. */
  add(entries: readonly unknown[], rows: readonly (readonly string[])[]): void
  end(): void
}

/** The same text as of `result` with all entries. */
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

/** The columns are at least as wide as in the parts before. */
export function listAsTable(head: readonly string[], write: (text: string) => void): ShownList {
  let widths: readonly number[] = []
  return {
    add(_entries, rows) {
      if (rows.length === 0) return
      const all = widths.length > 0 ? rows : withHead(rows, head)
      widths = columnWidths(all, widths)
      for (const text of alignedLines(all, widths)) write(text)
    },
    end: () => undefined,
  }
}

type Rows = readonly (readonly string[])[]

/** Rows as aligned lines; the last column is not padded. */
export function tableLines(rows: Rows, head?: readonly string[]): string[] {
  const all = head ? withHead(rows, head) : rows
  return alignedLines(all, columnWidths(all))
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

function alignedLines(rows: Rows, widths: readonly number[]): string[] {
  return rows.map(row =>
    row
      .map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - displayWidth(cell)))
      .join('  ')
      .trimEnd(),
  )
}

const WIDE =
  /\p{Emoji_Presentation}|[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|[\u{20000}-\u{3fffd}]/u

/** How many columns `text` takes on a terminal. */
export function displayWidth(text: string): number {
  const characters = [...text].filter(character => !/\p{Mark}|\u200d/u.test(character))
  return characters.reduce((width, character) => width + (WIDE.test(character) ? 2 : 1), 0)
}
