/**
 * The reasons why a write to the books is refused. The scope, and whether the deployment is a preview, are checked by
 * the handler.
 */
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
  /** Whether the setting ACCOUNTING_WRITES is `on`. */
  readonly writes: boolean
}

export interface WriteQuestion {
  readonly companyId: number
  /** Whether the write creates or deletes a test deal, which needs no confirmed first deal. */
  readonly isTestDeal?: boolean
}

/**
 * What prevents a write to the company's books, in the order in which a person should remove the obstacles. Every write
 * except that of a test deal waits until a person has confirmed the first deal (document 1, Client obligations 3).
 */
export async function writeObstacles(question: WriteQuestion, deps: PermissionDeps): Promise<AppError[]> {
  const [rights, first] = await Promise.all([
    rightsObstacles(question.companyId, deps),
    firstDealObstacles(question, deps),
  ])
  return [...rights, ...first]
}

/** The obstacle if no first deal has been confirmed; reads only the store. */
export async function firstDealObstacles(
  { companyId, isTestDeal = false }: WriteQuestion,
  { store }: Pick<PermissionDeps, 'store'>,
): Promise<AppError[]> {
  const first = isTestDeal || (await readFirstDeal(companyId, store))
  return first ? [] : [firstDealMissing(companyId)]
}

/**
 * All obstacles but the missing confirmation of the first deal. The learning of tax codes checks only these: it creates
 * the first deal itself, and then waits for the confirmation.
 */
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
