/** Finds the name that is most like a given one, only for hints: kura never guesses a name. */
import { asInWindows31j } from './windows-31j.ts'

/** Removes what typing changes: width (NFKC), spaces, letter case, and the pairs of characters of Windows-31J. */
export function foldName(name: string): string {
  // NFKC is applied again, because asInWindows31j can return a full-width character, such as －
  const paired = asInWindows31j(name.normalize('NFKC')).normalize('NFKC')
  return paired.replaceAll(/\s/g, '').toLowerCase()
}

/** Whether one name contains the other: a receipt often names a shop, and the books name its chain. */
export function isSameName(one: string, other: string | undefined): boolean {
  if (other === undefined) return false
  const [a, b] = [foldName(one), foldName(other)]
  return a.includes(b) || b.includes(a)
}

/** The most characters of a name that are compared, as the time is proportional to the product of both lengths. */
const COMPARED = 40

/** The greatest distance, as a share of the longer name's length, of a name that is still a helpful hint. */
const FARTHEST = 0.67

/**
 * Returns the names that are nearest to `name`, the nearest first. The distance counts insertions, deletions,
 * substitutions and swaps of neighbours, as a share of the longer length. If one name contains the other, the distance
 * is halved.
 * @param without a pattern with the flag `g`, whose matches are removed first
 */
export function nearestNames(
  name: string,
  existing: readonly string[],
  { limit = 3, farthest = FARTHEST, without }: { limit?: number; farthest?: number; without?: RegExp } = {},
): string[] {
  const folded = (text: string) => {
    const compared = without ? text.normalize('NFKC').replaceAll(without, '') : text
    return foldName(compared.slice(0, COMPARED)).slice(0, COMPARED)
  }
  const wanted = folded(name)
  return [...new Set(existing)]
    .map((candidate, index) => ({ candidate, index, distance: distanceBetween(wanted, folded(candidate)) }))
    .filter(({ distance }) => distance <= farthest)
    .sort((one, other) => one.distance - other.distance || one.index - other.index)
    .slice(0, limit)
    .map(({ candidate }) => candidate)
}

const FORMS_OF_COMPANIES = /(?:株式|有限|合同|合資)会社|\((?:株|有|同|資)\)/g

/** Ignores the legal form (株式会社), because many companies share it. */
export function nearestPartners(name: string, existing: readonly string[]): string[] {
  return nearestNames(name, existing, { without: FORMS_OF_COMPANIES })
}

/** Returns 0 if the names are equal, and 1 if they have nothing in common. */
function distanceBetween(one: string, other: string): number {
  const longest = Math.max(one.length, other.length)
  if (longest === 0) return 0
  const share = editDistance(one, other) / longest
  const contained = one !== '' && other !== '' && (one.includes(other) || other.includes(one))
  return contained ? share / 2 : share
}

function editDistance(one: string, other: string): number {
  const [a, b] = [[...one], [...other]]
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (const [row, character] of a.entries()) {
    const current = [row + 1]
    for (const [column, opposite] of b.entries()) {
      const costs = [
        (last[column + 1] ?? 0) + 1,
        (current[column] ?? 0) + 1,
        (last[column] ?? 0) + (character === opposite ? 0 : 1),
      ]
      const swapped = column > 0 && row > 0 && character === b[column - 1] && a[row - 1] === opposite
      if (swapped) costs.push((beforeLast[column - 1] ?? 0) + 1)
      current.push(Math.min(...costs))
    }
    beforeLast = last
    last = current
  }
  return last[b.length] ?? 0
}
