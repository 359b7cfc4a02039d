import type { AppError } from '../../../core/errors.ts'
import { phrase } from '../../../core/language/catalogue.ts'
import { phraseError } from '../../../core/language/phrase-error.ts'
import { saidReason } from '../../../core/language/text.ts'
import type { Store } from '../../../core/store/store.ts'
import type { AccountingClient } from '../remote/client.ts'
import { readFirstDeal } from './first-deal.ts'
import { WRITES } from './permission-words.ts'

export interface PermissionDeps {
  readonly client: AccountingClient
  readonly store: Store
  /** The setting ACCOUNTING_WRITES. */
  readonly writes: boolean
}

export interface WriteQuestion {
  readonly companyId: number
  /** Set for a test deal, which needs no confirmed first deal. */
  readonly isTestDeal?: boolean
}

/** The obstacles are in the order in which a person should remove them (document 1, Client obligations 3). */
export async function writeObstacles(question: WriteQuestion, deps: PermissionDeps): Promise<AppError[]> {
  const [rights, first] = await Promise.all([
    rightsObstacles(question.companyId, deps),
    firstDealObstacles(question, deps),
  ])
  return [...rights, ...first]
}

export async function firstDealObstacles(
  { companyId, isTestDeal = false }: WriteQuestion,
  { store }: Pick<PermissionDeps, 'store'>,
): Promise<AppError[]> {
  const first = isTestDeal || (await readFirstDeal(companyId, store))
  return first ? [] : [firstDealMissing(companyId)]
}

/** The first deal is not asked for, because the learning of tax codes creates that deal itself. */
export async function rightsObstacles(
  companyId: number,
  { client, writes }: Omit<PermissionDeps, 'store'>,
): Promise<AppError[]> {
  const { administers } = await client.user()
  return [...(writes ? [] : [writesOff()]), ...(administers.includes(companyId) ? [] : [notAdmin(companyId)])]
}

export function refuseObstacles([first]: readonly AppError[]): void {
  if (first) throw first
}

export function obstacleReply({ message, hint = '', phrase: problem, hintPhrase }: AppError) {
  return saidReason(phrase(WRITES.obstacle, { problem: problem ?? message, hint: hintPhrase ?? hint }))
}

function writesOff(): AppError {
  return phraseError('writes_off', phrase(WRITES.off), { hint: phrase(WRITES.turnOn) })
}

function notAdmin(companyId: number): AppError {
  const company = String(companyId)
  return phraseError('permission_missing', phrase(WRITES.notAdmin, { company }), {
    hint: phrase(WRITES.letAdmin),
  })
}

function firstDealMissing(companyId: number): AppError {
  const company = String(companyId)
  return phraseError('writes_off', phrase(WRITES.noFirstDeal, { company }), {
    hint: phrase(WRITES.confirmFirst, { company }),
  })
}
