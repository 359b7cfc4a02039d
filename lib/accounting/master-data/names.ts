/** Comparing the names of account items and tax categories as people type them. */

/** A name without what typing varies: full and half width (NFKC), spaces, the case of letters. */
export function foldName(name: string): string {
  return name.normalize('NFKC').replaceAll(/\s/g, '').toLowerCase()
}

/** The one that has this name, undefined where none or several have it. */
export function withName<T extends { readonly name: string }>(
  records: readonly T[],
  name: string,
): T | undefined {
  const folded = foldName(name)
  const found = records.filter(record => foldName(record.name) === folded)
  return found.length === 1 ? found[0] : undefined
}
