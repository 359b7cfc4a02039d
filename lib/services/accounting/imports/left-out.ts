/** A person has left a receipt out as a double. kura asks again only if the receipt or its possible double changes. */
import { createHash } from 'node:crypto'
import * as z from 'zod'
import { foldCaseName } from '../../../core/claims/case-name.ts'
import type { Store } from '../../../core/store/store.ts'
import { jsonFormat, type UpdateOptions, update } from '../../../core/store/update.ts'

const leftOut = z.object({
  id: z.string(),
  by: z.string(),
  /** ISO time. */
  at: z.string(),
})
export type LeftOut = z.infer<typeof leftOut>

const format = jsonFormat(leftOut)

export interface ShownDouble {
  readonly case: string
  readonly id: string
}

export function leaveOut(
  companyId: number,
  { case: name, id, by }: ShownDouble & { readonly by: string },
  { store, updates }: { store: Store; updates?: UpdateOptions | undefined },
): Promise<void> {
  return update<LeftOut, void>(
    store,
    {
      key: keyOf(companyId, name),
      format,
      transition: (known, now) =>
        known?.id === id
          ? { keep: true, result: undefined }
          : { write: { id, by, at: new Date(now).toISOString() }, result: undefined },
    },
    { ...updates, durable: true },
  )
}

/** Undefined if no person left the receipt out, or if the person was shown another double. */
export async function readLeftOut(
  companyId: number,
  { case: name, id }: ShownDouble,
  store: Store,
): Promise<Omit<LeftOut, 'id'> | undefined> {
  const { record } = await store.read(keyOf(companyId, name))
  if (!record) return undefined
  const { id: shown, ...answer } = format.parse(record.value)
  return shown === id ? answer : undefined
}

function keyOf(companyId: number, name: string): string {
  return `accounting/left-out/${companyId}/${createHash('sha256').update(foldCaseName(name)).digest('hex')}`
}
