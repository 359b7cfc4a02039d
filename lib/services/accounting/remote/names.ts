import { foldName } from '../../../core/language/nearest-name.ts'

/** The record with this name, as people type it (`foldName`); undefined if none has it, or several have. */
export function withName<T extends { readonly name: string }>(
  records: readonly T[],
  name: string,
): T | undefined {
  const folded = foldName(name)
  const found = records.filter(record => foldName(record.name) === folded)
  return found.length === 1 ? found[0] : undefined
}
