/** Stores a received pair of tokens after the person has agreed. */
import { hasCode } from '../../../../core/errors.ts'
import { authorizationOf, companyInUse } from '../authorize/authorization.ts'
import { failed, storeGrant } from '../authorize/code-grant.ts'
import { type Company, checkCompany, type UserCompany } from '../company.ts'
import { readCredential } from '../deps.ts'
import type { Credential } from '../schema.ts'
import { type BrowserDeps, changeLink, type Visit } from './deps.ts'
import type { At, Link } from './link.ts'
import { openGrant } from './receive.ts'
import { askAgain, dropReplaced, settleKept } from './transitions.ts'

/**
 * Stores the pair, and settles the record of the link. If kura has changed to another company since the person's
 * answer, the page asks the person again. If another authorization for the same company was stored since, that one
 * stays: it may be newer, and this pair may be spent already. Returns whether the pair is kept.
 * @throws AppError `store_unavailable`; the next call continues
 */
export async function keepGrant(
  visit: Visit,
  { link, step }: { link: Link; step: At<'keeping'> },
  deps: BrowserDeps,
): Promise<boolean> {
  const { operation, company, replaces, askedAt: now } = step
  const grant = openGrant(visit.id, step.grant, deps)
  const { credential: before } = await readCredential(deps)
  let end = askAgain(operation)
  const accept = (stored: Credential | undefined) => {
    if (!checkFor(link, [company], stored)) throw failed(CHANGED)
    if (authorizationOf(stored)?.operation === replaces) return
    end = dropReplaced(operation)
    throw failed(REPLACED)
  }
  try {
    const generation = await storeGrant({ grant, operation, company, now }, { before, accept }, deps)
    const first = await changeLink(visit.id, settleKept(operation, { company, generation }), deps)
    if (first) noteOutcome(visit, 'kept', company)
    visit.trace.note('generation', generation)
    return true
  } catch (error) {
    if (!hasCode(error, 'authorization_failed')) throw error
    if (await changeLink(visit.id, end, deps)) noteOutcome(visit, 'replaced', company)
    return false
  }
}

const CHANGED = 'kura uses the books of another company since'
const REPLACED = 'another authorization was stored since'

/** Checks whether a pair for `companies` may replace the stored one. */
export function checkFor({ named }: Link, companies: readonly UserCompany[], stored: Credential | undefined) {
  return checkCompany(companies, { named, current: companyInUse(stored) })
}

/** Writes the outcome and the company of the pair to the log and the activity log. */
export function noteOutcome({ trace }: Visit, outcome: string, company: Company | undefined): void {
  trace.note('outcome', outcome)
  trace.note('company', company?.id)
  trace.note('office_number', company?.number)
}
