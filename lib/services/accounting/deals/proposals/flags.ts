import { AppError } from '../../../../core/errors.ts'
import { phrase } from '../../../../core/language/catalogue.ts'
import { isSameName } from '../../../../core/language/nearest-name.ts'
import type { Phrase } from '../../../../core/phrase.ts'
import { isExplainedRefusal } from '../../../../core/remote/effect.ts'
import { mapConcurrently } from '../../../../core/work/concurrency.ts'
import { sumOf } from '../../fields/amount.ts'
import type { AccountingClient } from '../../remote/client.ts'
import type { DealBody } from '../../remote/deal-schema.ts'
import type { Receipt } from '../../remote/schema.ts'
import { daysAfter } from '../../taxes/issue-date.ts'
import { DEAL_FLAGS } from '../../taxes/words.ts'
import type { DealFlag } from '../draft/draft.ts'

interface Proposed {
  readonly caseName: string
  readonly body: DealBody
  readonly partner: string | undefined
}

interface Source {
  readonly client: AccountingClient
  readonly companyId: number
}

/** @throws AppError `bad_request` if the file box does not have one of the proposal's files; and as the client does */
export async function proposalFlags(proposed: Proposed, source: Source): Promise<DealFlag[]> {
  const files = await filesOf(proposed, source)
  const deal = files.length > 0 ? await comparedDeal(proposed, source) : undefined
  const used = await usedFiles(files, source)
  return [
    ...files.flatMap(file => (deal && fileFlag(file, deal)) ?? []),
    ...used.map(file => ({ flag: 'looks_double' as const, reason: phrase(DEAL_FLAGS.fileUsed, { file }) })),
  ]
}

function filesOf({ caseName, body }: Proposed, { client, companyId }: Source): Promise<Receipt[]> {
  return mapConcurrently(body.receipt_ids ?? [], async id => {
    try {
      return await client.receipt({ companyId, id })
    } catch (error) {
      if (!isExplainedRefusal(error, 404)) throw error
      throw new AppError(
        'bad_request',
        `Cannot propose the case "${caseName}": the file box has no file ${id}`,
        { hint: 'give `receipt_ids` only the ids of files that the file box lists' },
      )
    }
  })
}

interface ComparedDeal {
  readonly type: 'income' | 'expense'
  readonly day: string
  readonly amount: number
  readonly partner: string | undefined
}

async function comparedDeal(
  { body, partner }: Proposed,
  { client, companyId }: Source,
): Promise<ComparedDeal> {
  const { partner_id: id } = body
  const named = partner ?? (id === undefined ? undefined : (await client.partner({ companyId, id })).name)
  const amount = sumOf(body.details.map(line => line.amount))
  return { type: body.type, day: body.issue_date, amount, partner: named }
}

/** Facts that the file box lacks are not compared, nor is the issuer of an income's file, who is the company itself. */
export function fileFlag(file: Receipt, deal: ComparedDeal): DealFlag | undefined {
  const { id, status, day, amount, partner } = file
  const words = { file: String(id) }
  if (status === 'deleted')
    return { flag: 'differs_from_file', reason: phrase(DEAL_FLAGS.fileDeleted, words) }
  const facts: Phrase[] = [
    ...(day !== undefined && day !== deal.day ? [phrase(DEAL_FLAGS.fileDay, { day })] : []),
    ...(amount !== undefined && amount !== deal.amount ? [phrase(DEAL_FLAGS.fileAmount, { amount })] : []),
    ...(partner !== undefined && deal.type === 'expense' && !isSameName(partner, deal.partner)
      ? [phrase(DEAL_FLAGS.filePartner, { name: partner })]
      : []),
  ]
  if (facts.length === 0) return undefined
  return {
    flag: 'differs_from_file',
    reason: phrase(DEAL_FLAGS.fileDiffers, { ...words, facts: { items: facts, by: 'and' } }),
  }
}

async function usedFiles(files: readonly Receipt[], { client, companyId }: Source): Promise<string[]> {
  const days = files.flatMap(({ uploadedAt }) => uploadedAt?.slice(0, 10) ?? []).sort()
  const [first] = days
  const last = days.at(-1)
  if (first === undefined || last === undefined) return []
  const filter = { companyId, from: daysAfter(first, -1), until: daysAfter(last, 1), isInDeal: true }
  const used = new Set((await client.receipts(filter)).map(({ id }) => id))
  return files.flatMap(({ id }) => (used.has(id) ? String(id) : []))
}
