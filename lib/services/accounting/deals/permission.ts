/**
 * The reasons why a write to the books is refused. The scope, and whether the deployment is a preview, are checked by
 * the handler.
 */
import { AppError } from '../../../core/errors.ts'
import type { Store } from '../../../core/store/store.ts'
import type { AccountingClient } from '../remote/client.ts'
import { readFirstDeal } from './first-deal.ts'

export interface PermissionDeps {
  readonly client: AccountingClient
  readonly store: Store
  /** Whether the setting ACCOUNTING_WRITES is `on`. */
  readonly writes: boolean
}

/** The write whose obstacles are wanted. */
export interface WriteQuestion {
  readonly companyId: number
  /** Whether the write creates or deletes the test deal that a person confirms first. */
  readonly isTestDeal?: boolean
}

/**
 * Returns what prevents a write to the company's books, in the order in which a person should remove the obstacles.
 * Every write except that of the first deal waits until a person has confirmed the first deal (document 1, Client
 * obligations 3).
 */
export async function writeObstacles(question: WriteQuestion, deps: PermissionDeps): Promise<AppError[]> {
  const { companyId, isTestDeal = false } = question
  const [rights, first] = await Promise.all([
    rightsObstacles(companyId, deps),
    isTestDeal || readFirstDeal(companyId, deps.store),
  ])
  return [...rights, ...(first ? [] : [firstDealMissing(companyId)])]
}

/**
 * Returns what prevents learning the tax codes. Learning does not need the confirmation of the first deal, because it
 * creates the first deal itself and then waits for the confirmation.
 */
export async function rightsObstacles(
  companyId: number,
  { client, writes }: Omit<PermissionDeps, 'store'>,
): Promise<AppError[]> {
  const { administers } = await client.user()
  return [...(writes ? [] : [writesOff()]), ...(administers.includes(companyId) ? [] : [notAdmin(companyId)])]
}

/** Throws the first obstacle, if there is one. */
export function refuseObstacles([first]: readonly AppError[]): void {
  if (first) throw first
}

/** Returns the message and the hint of an obstacle, as one text for people. */
export function obstacleText({ message, hint }: AppError): string {
  return hint === undefined ? message : `${message}; ${hint}`
}

/** Returns the error of a deployment that may not write to the books. */
function writesOff(): AppError {
  return new AppError('writes_off', 'Cannot write to the books: ACCOUNTING_WRITES is not "on"', {
    hint: 'set ACCOUNTING_WRITES=on in the environment of the deployment',
  })
}

function notAdmin(companyId: number): AppError {
  const message = `Cannot write to the books of company ${companyId}: the user who authorized is not an admin of it`
  return new AppError('permission_missing', message, {
    hint: 'let an admin of the company authorize: kura accounting authorize',
  })
}

function firstDealMissing(companyId: number): AppError {
  const message = `Cannot write to the books of company ${companyId}: no first test deal is confirmed`
  return new AppError('writes_off', message, {
    hint: `a person confirms one on screen: kura accounting first-deal --company ${companyId}`,
  })
}
