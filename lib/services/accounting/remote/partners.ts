/** The service deletes no active partner (document 1, States), so kura deactivates the partner first. */
import { AppError, restate } from '../../../core/errors.ts'
import type { ReplyOf } from '../../../core/http/contract.ts'
import type { CallSpec } from '../../../core/remote/call.ts'
import { effectOf } from '../../../core/remote/effect.ts'
import type { AccountingContract } from '../contract.ts'
import { deletePartnerCall, type RecordOf, stopPartnerCall } from './calls.ts'
import type { AccountingClient } from './client.ts'

type PartnerRemoval = Omit<
  Extract<ReplyOf<AccountingContract, 'stopAndDeletePartner'>, { readonly mode: 'write' }>,
  'mode'
>

/** How far the removal came. `stopped` or `deleted` is undefined if the outcome of the step is unknown. */
interface Progress {
  readonly step: 'read' | 'stop' | 'delete'
  readonly stopped: boolean | undefined
  readonly deleted: boolean | undefined
}

export async function removalCalls(
  record: RecordOf,
  { client }: { client: AccountingClient },
): Promise<CallSpec[]> {
  const { name, available } = await client.partner(record)
  return [...(available ? [stopPartnerCall({ ...record, name })] : []), deletePartnerCall(record)]
}

/** @throws the client's AppError; its details have `step`, `stopped` and `deleted` (true, false or `unknown`) */
export async function stopAndDelete(
  record: RecordOf,
  { client }: { client: AccountingClient },
): Promise<PartnerRemoval> {
  const partner = await client.partner(record).catch((error: unknown) => {
    throw failedAt(error, record, { step: 'read', stopped: false, deleted: false })
  })
  if (partner.available) {
    await client.stopPartner({ ...record, name: partner.name }).catch((error: unknown) => {
      throw failedAt(error, record, { step: 'stop', stopped: outcomeOf(error), deleted: false })
    })
  }
  await client.deletePartner(record).catch((error: unknown) => {
    throw failedAt(error, record, { step: 'delete', stopped: true, deleted: outcomeOf(error) })
  })
  return { partner: record.id, stopped: true, deleted: true }
}

function outcomeOf(error: unknown): false | undefined {
  return effectOf(error) === 'none' ? false : undefined
}

function failedAt(error: unknown, { id }: RecordOf, { step, stopped, deleted }: Progress): unknown {
  if (!(error instanceof AppError)) return error
  const progress = { step, stopped: stopped ?? 'unknown', deleted: deleted ?? 'unknown' }
  const state = `use stopped ${word(stopped)}, deleted ${word(deleted)}`
  return restate(error, {
    message: `Cannot remove the partner ${id}: ${state}: ${error.message}`,
    details: progress,
  })
}

function word(done: boolean | undefined): string {
  return done === undefined ? 'unknown' : done ? 'yes' : 'no'
}
