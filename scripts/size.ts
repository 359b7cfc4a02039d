/**
 * Prints the lines of each wing beside the last figures of docs/size.md. Fails if `lib` has grown by 500 lines or more
 * since then: whoever makes such a change adds a row there, with the reason.
 */
import { globSync, readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

/** The columns of the table, in its order: a wing of `lib`, or a folder of the project. */
const COLUMNS = [
  'lib',
  'app',
  'cli',
  'console',
  'core',
  'device',
  'exposure',
  'move',
  'publishing',
  'services',
  'sandbox',
  'test',
] as const
type Column = (typeof COLUMNS)[number]
export type Sizes = Readonly<Record<Column, number>>

/** If `lib` grows by this many lines, a row has to say why. */
export const MOST_GROWTH = 500

/** The last row of the page; a row begins with a date. */
export function lastRow(page: string): Sizes | undefined {
  const row = page.split('\n').findLast(line => /^\| \d{4}-\d\d-\d\d \|/.test(line))
  const cells = row?.split('|').slice(2) ?? []
  if (cells.length < COLUMNS.length) return undefined
  const figures = COLUMNS.map((column, at) => [column, Number(cells[at]?.replaceAll(',', ''))] as const)
  return Object.fromEntries(figures) as Sizes
}

/** Says what the page lacks; undefined if `lib` has grown little since the last row. */
export function growthFault(now: Sizes, last: Sizes | undefined): string | undefined {
  if (!last) return 'Cannot read docs/size.md: it has no row that begins with a date'
  const grown = now.lib - last.lib
  if (grown < MOST_GROWTH) return undefined
  return `lib has ${grown} lines more than the last row of docs/size.md: add a row that says why`
}

function countLines(pattern: string): number {
  return globSync(pattern)
    .filter(file => !/distribution\/(?:payload|release)\//.test(file))
    .reduce((sum, file) => sum + (readFileSync(file, 'utf8').match(/\n/g)?.length ?? 0), 0)
}

function measure(): Sizes {
  const pattern = (column: Column) =>
    ['lib', 'sandbox', 'test'].includes(column) ? `${column}/**/*.ts` : `lib/${column}/**/*.ts`
  return Object.fromEntries(COLUMNS.map(column => [column, countLines(pattern(column))])) as Sizes
}

function main(): void {
  const now = measure()
  const last = lastRow(readFileSync('docs/size.md', 'utf8'))
  for (const column of COLUMNS) {
    const change = last ? now[column] - last[column] : 0
    console.log(
      `${column.padEnd(12)}${String(now[column]).padStart(8)}${change ? `${change > 0 ? '+' : ''}${change}`.padStart(9) : ''}`,
    )
  }
  const fault = growthFault(now, last)
  if (fault === undefined) return
  console.error(fault)
  process.exitCode = 1
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) main()
