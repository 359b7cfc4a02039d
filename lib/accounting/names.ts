/** Comparing the names of account items and tax categories as people type them. */

/** A name without what typing varies: full and half width (NFKC), spaces, the case of letters. */
export function foldName(name: string): string {
  return name.normalize('NFKC').replaceAll(/\s/g, '').toLowerCase()
}

/** The one that has this name, as it stands or else folded; undefined where none or several have it. */
export function withName<T extends { readonly name: string }>(
  records: readonly T[],
  name: string,
): T | undefined {
  const folded = foldName(name)
  const alike = records.filter(record => foldName(record.name) === folded)
  const same = alike.filter(record => record.name === name)
  const [only, another] = same.length > 0 ? same : alike
  return another ? undefined : only
}
