/** The table "Every key" of `lib/core/store/README.md`. */
import { readFileSync } from 'node:fs'

const README = new URL('../../lib/core/store/README.md', import.meta.url)

const [, TABLE = ''] = readFileSync(README, 'utf8').split('\n## Every key\n')
const ROWS = [...TABLE.matchAll(/^\| (`[^|]*`) \|/gm)]
  .flatMap(([, keys = '']) => keys.replaceAll('`', '').split(', '))
  .map(key => new RegExp(`^${key.replace(/<[^>]*>/g, '.+')}$`))

/** Returns the keys of records that have no row in the table. */
export function unlistedKeys(keys: Iterable<string>): string[] {
  return [...keys].filter(key => !ROWS.some(row => row.test(key)))
}
