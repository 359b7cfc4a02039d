/** Finds names that a weblog has cut. WordPress 6.1.9 cuts at 200 escaped bytes, which are 22 Japanese letters. */
import { phrase } from '../../core/language/catalogue.ts'
import type { Phrase } from '../../core/phrase.ts'
import { pathKey } from '../visit/address-key.ts'
import type { PageTask } from './list.ts'
import { MOVE_PAGE } from './words.ts'

const LONGEST = 200
/** The shortest cut name: the first letter that did not fit has at most four bytes, 12 when escaped. */
const SHORTEST_CUT = LONGEST - 12

/** The result finds the page in the new sitemap whose longer name begins with that of `path`. */
export function createLongerNames(tasks: readonly PageTask[]): (path: string) => string | undefined {
  const long = tasks.flatMap(({ path, listed, listedAs = path }) => {
    const name = nameOf(path)
    return listed && name.length > SHORTEST_CUT ? [{ name, path: listedAs }] : []
  })
  const byBeginning = Map.groupBy(long, ({ name }) => name.slice(0, SHORTEST_CUT))
  return path => {
    const cut = nameOf(path)
    if (cut.length < SHORTEST_CUT || cut.length > LONGEST) return undefined
    const alike = byBeginning.get(cut.slice(0, SHORTEST_CUT)) ?? []
    return alike.find(({ name }) => name.length > cut.length && name.startsWith(cut))?.path
  }
}

/** The end of a sentence about an address without a page. */
export function endAbout(longer: string | undefined): Phrase | '' {
  return longer === undefined ? '' : phrase(MOVE_PAGE.longerName, { href: longer })
}

function nameOf(path: string): string {
  return /([^/]*)\/?$/.exec(pathKey(path).replace(/\?.*/, ''))?.[1] ?? ''
}
