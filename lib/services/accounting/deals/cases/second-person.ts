/** A deal above KURA_APPROVE_ABOVE needs two people. The statement of the second person names the first approval. */
import { foldCaseName } from '../../../../core/claims/case-name.ts'
import type { SeenClaim } from '../../../../core/claims/claim.ts'
import type { AppError } from '../../../../core/errors.ts'
import { phrase } from '../../../../core/language/catalogue.ts'
import { phraseError } from '../../../../core/language/phrase-error.ts'
import type { DealBody } from '../../remote/deal-schema.ts'
import type { RegisteredDeal } from '../schema.ts'
import { CASES, cannotRelease } from './words.ts'

/** Milliseconds for which a first approval counts. */
export const FIRST_APPROVAL_LIFE = 7 * 86_400_000

export interface TwoPeople {
  /** The amount in yen above which two people approve. */
  readonly above: number
  approvers(): Promise<readonly string[]>
}

/** `approval` is the digest of this person's statement; `first` is the first approval, as the statement names it. */
export interface SecondQuestion {
  readonly person: string
  readonly approval?: string | undefined
  readonly first?: string | undefined
}

function firstApprovalOf(
  { first, seenAt }: SeenClaim<RegisteredDeal>,
  approvers: readonly string[],
): SeenClaim<unknown>['first'] {
  const counts = first && seenAt < first.at + FIRST_APPROVAL_LIFE && approvers.some(isSame(first.person))
  return counts ? first : undefined
}

function isSame(person: string): (other: string) => boolean {
  return other => foldCaseName(other) === foldCaseName(person)
}

/**
 * Returns `send` if the deal may be sent now, `first` for a first approval, `waits` if that approval is posted again.
 * @throws AppError `approval_needed` without a passkey, `settings_invalid` if fewer than two people can approve,
 * `conflict` if the same person approves twice or the statement does not name the first approval
 */
export async function stepOfApproval(
  { claim, body }: { readonly claim: SeenClaim<RegisteredDeal>; readonly body: DealBody },
  { person, approval, first: named }: SecondQuestion,
  twoPeople: TwoPeople | undefined,
): Promise<'send' | 'first' | 'waits'> {
  if (!twoPeople || amountOf(body) <= twoPeople.above) return 'send'
  if (approval === undefined)
    throw phraseError('approval_needed', cannotRelease(claim.name, phrase(CASES.byPasskey)), {
      hint: phrase(CASES.firstOnPage),
    })
  const approvers = await twoPeople.approvers()
  if (approvers.length < 2) throw tooFew(claim.name, approvers.length)
  const first = firstApprovalOf(claim, approvers)
  if (!first) return 'first'
  if (first.approval === approval) return 'waits'
  if (isSame(first.person)(person)) throw samePerson(claim.name, first.person)
  if (first.approval !== named) throw otherFirst(claim.name)
  return 'send'
}

/** Adds the absolute amounts, so that a refund among the lines does not make the sum smaller. */
function amountOf({ details }: DealBody): number {
  return details.reduce((sum, { amount }) => sum + Math.abs(amount), 0)
}

function tooFew(name: string, count: number): AppError {
  return phraseError('settings_invalid', cannotRelease(name, phrase(CASES.tooFew, { count })), {
    hint: phrase(CASES.inviteOther),
  })
}

function samePerson(name: string, person: string): AppError {
  return phraseError('conflict', cannotRelease(name, phrase(CASES.samePerson, { person })), {
    hint: phrase(CASES.inSevenDays),
  })
}

function otherFirst(name: string): AppError {
  return phraseError('conflict', cannotRelease(name, phrase(CASES.otherFirst)), {
    hint: phrase(CASES.openAgain),
  })
}
