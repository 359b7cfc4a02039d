/** Counts open notices as the last scan left them in the outbox. */
import type { OpenItems, Urgency } from '../../core/language/open-item.ts'
import type { Store } from '../../core/store/store.ts'
import { urgencyOf } from './kinds.ts'
import { isUndealt, OUTBOX_KEY, outboxFormat } from './stored-outbox.ts'

export interface OpenCounts {
  readonly open: number
  /** The number of open notices of which people have not been notified yet. */
  readonly untold: number
  readonly unsent: number
  readonly urgencies: Readonly<Partial<Record<Urgency, number>>>
}

export async function readOpenCounts(
  store: Store,
  { kinds }: { readonly kinds: OpenItems },
): Promise<OpenCounts> {
  const { record } = await store.read(OUTBOX_KEY)
  const { notices, sending } = outboxFormat.parse(record?.value)
  const open = Object.values(notices).filter(isUndealt)
  const urgencies: Partial<Record<Urgency, number>> = {}
  for (const { kind } of open) {
    const { name } = urgencyOf(kind, kinds)
    urgencies[name] = (urgencies[name] ?? 0) + 1
  }
  const untold = open.filter(({ told }) => Object.keys(told).length === 0).length
  return { open: open.length, untold, unsent: sending.length, urgencies }
}
