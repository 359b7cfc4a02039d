import { foldName } from '../../../core/language/nearest-name.ts'

/** As people type it (`foldName`); undefined if no record has the name, or several have. */
export function withName<T extends { readonly name: string }>(
  records: readonly T[],
  name: string,
): T | undefined {
  const folded = foldName(name)
  const found = records.filter(record => foldName(record.name) === folded)
  return found.length === 1 ? found[0] : undefined
}
