import { foldName } from '../../../core/language/nearest-name.ts'

/** Finds a record by the name as people type it (`foldName`). Undefined if no record or several have the name. */
export function withName<T extends { readonly name: string }>(
  records: readonly T[],
  name: string,
): T | undefined {
  const folded = foldName(name)
  const found = records.filter(record => foldName(record.name) === folded)
  return found.length === 1 ? found[0] : undefined
}
