/** What stands between a caller and a real write; the scope and the preview are the handler's to check. */
import { AppError } from '../../errors.ts'
import type { Store } from '../../store/store.ts'
import type { AccountingClient } from '../remote/client.ts'
import { firstDealCase, readFirstDeal } from './first-deal.ts'

export interface PermissionParts {
  readonly client: AccountingClient
  readonly store: Store
  /** ACCOUNTING_WRITES is `on`. */
  readonly writes: boolean
}

/** What is to be written; learning the tax codes names no case. */
export interface WriteQuestion {
  readonly companyId: number
  readonly caseName?: string | undefined
}

/** All that keeps the company's books from being written, the nearest first; empty where nothing does. */
export async function writeObstacles(question: WriteQuestion, parts: PermissionParts): Promise<AppError[]> {
  const { companyId, caseName } = question
  const [rights, first] = await Promise.all([
    rightsObstacles(companyId, parts),
    caseName === undefined || caseName === firstDealCase(companyId) || readFirstDeal(companyId, parts.store),
  ])
  return [...rights, ...(first ? [] : [firstDealMissing(companyId)])]
}

/** The same without the first deal. */
export async function rightsObstacles(
  companyId: number,
  { client, writes }: PermissionParts,
): Promise<AppError[]> {
  const { administers } = await client.user()
  return [...(writes ? [] : [writesOff()]), ...(administers.includes(companyId) ? [] : [notAdmin(companyId)])]
}

/** An obstacle for a person: what, and what to do about it. */
export function obstacleText({ message, hint }: AppError): string {
  return hint === undefined ? message : `${message}; ${hint}`
}

/** The deployment does not write to the books. */
export function writesOff(): AppError {
  return new AppError('writes_off', 'Cannot write to the books: ACCOUNTING_WRITES is not "on"', {
    hint: 'set ACCOUNTING_WRITES=on in the environment of the deployment',
  })
}

function notAdmin(companyId: number): AppError {
  const message = `Cannot write to the books of company ${companyId}: the user who authorized is no admin of it`
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
