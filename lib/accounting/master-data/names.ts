/** Comparing the names of account items and tax categories as people type them. */

/** A name without the differences of typing: full and half width (NFKC), spaces, the case of letters. */
export function foldName(name: string): string {
  return name.normalize('NFKC').replaceAll(/\s/g, '').toLowerCase()
}

/** The record with this name; undefined if none has it, or several. */
export function withName<T extends { readonly name: string }>(
  records: readonly T[],
  name: string,
): T | undefined {
  const folded = foldName(name)
  const found = records.filter(record => foldName(record.name) === folded)
  return found.length === 1 ? found[0] : undefined
}
