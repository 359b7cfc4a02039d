/** kura first writes a test deal, and a person confirms that the service shows it (document 1, Client obligations). */
import type { AppError } from '../../../core/errors.ts'
import { phrase } from '../../../core/language/catalogue.ts'
import { phraseError } from '../../../core/language/phrase-error.ts'
import type { Store } from '../../../core/store/store.ts'
import { jsonFormat, update } from '../../../core/store/update.ts'
import type { AccountingClient } from '../remote/client.ts'
import type { Deal } from '../remote/deal-schema.ts'
import { WRITES } from './permission-words.ts'
import { type FirstDeal, firstDeal } from './schema.ts'

const format = jsonFormat(firstDeal)

export function firstDealCase(companyId: number): string {
  return `first-deal-${companyId}`
}

export async function readFirstDeal(companyId: number, store: Store): Promise<FirstDeal | undefined> {
  const { record } = await store.read(keyOf(companyId))
  return record && format.parse(record.value)
}

export interface Confirmation {
  readonly companyId: number
  readonly deal: number
  readonly person: string
  /** The name of the key that signed, or `approval <digest>`. */
  readonly key: string
  readonly references: readonly string[]
}

/**
 * Records that a person has confirmed the first deal. kura reads the deal again to see that kura created it.
 * @throws AppError `conflict` if another deal is confirmed or this deal is not a first deal; and as the client does
 */
export async function confirmFirstDeal(
  confirmation: Confirmation,
  { client, store }: { readonly client: AccountingClient; readonly store: Store },
): Promise<FirstDeal> {
  const { companyId, deal: id, person, key, references } = confirmation
  const deal = await client.deal({ companyId, id })
  if (!isFirst(deal, references)) throw notFirst(confirmation)
  const record = await update<FirstDeal, FirstDeal>(store, {
    key: keyOf(companyId),
    format,
    transition: (stored, now) => {
      if (stored) return { keep: true, result: stored }
      const at = new Date(now).toISOString()
      const confirmed = { company: companyId, deal: id, confirmedBy: person, key, at }
      return { write: confirmed, result: confirmed }
    },
  })
  if (record.deal !== id) throw confirmedBefore(confirmation, record)
  return record
}

function isFirst({ refNumber }: Deal, references: readonly string[]): boolean {
  return refNumber !== undefined && references.includes(refNumber)
}

function notFirst({ deal, companyId }: Confirmation): AppError {
  const values = { deal: String(deal), company: String(companyId) }
  return phraseError('conflict', phrase(WRITES.notFirst, values), {
    hint: phrase(WRITES.createFirst, { company: values.company }),
  })
}

function confirmedBefore({ deal }: Confirmation, record: FirstDeal): AppError {
  const values = { deal: String(deal), other: String(record.deal), at: record.at }
  return phraseError('conflict', phrase(WRITES.confirmedBefore, values), {
    hint: phrase(WRITES.oneIsEnough),
    details: { deal: record.deal, at: record.at },
  })
}

function keyOf(companyId: number): string {
  return `accounting/first-deal/${companyId}`
}
