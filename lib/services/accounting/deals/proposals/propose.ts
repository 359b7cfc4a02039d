/** At most `MOST` proposals of a key wait, so that a program cannot flood the people who decide. */
import { foldCaseName } from '../../../../core/claims/case-name.ts'
import { actDigest } from '../../../../core/claims/claims.ts'
import type { Claim } from '../../../../core/claims/stored-records.ts'
import { AppError } from '../../../../core/errors.ts'
import { english } from '../../../../core/language/text.ts'
import type { Reason } from '../../../../core/phrase.ts'
import type { Store } from '../../../../core/store/store.ts'
import { type Decision, jsonFormat, type UpdateOptions, update } from '../../../../core/store/update.ts'
import { refuseAct } from '../../cases/act.ts'
import type { DealBody } from '../../remote/deal-schema.ts'
import { type CaseDeps, keepCaseOfBody } from '../cases/of-deal.ts'
import { cannotPropose, DEAL_WORDS, dealTexts } from '../cases/words.ts'
import { proposedCases, type RegisteredDeal } from '../schema.ts'

interface DealProposal {
  readonly caseName: string
  readonly body: DealBody
  readonly flags: readonly Reason[]
  readonly asked: unknown
  readonly alike: readonly string[]
  readonly why: string
  /** The id of the key that proposes; `by` is its name. */
  readonly key: string
  readonly by: string
}

interface ProposeDeps extends CaseDeps {
  readonly store: Store
  readonly newId: () => string
  readonly updates?: UpdateOptions | undefined
}

const MOST = 20

/** Milliseconds for which a case without a claim takes a place, because the call that proposes it may still run. */
const BEGINNING = 60_000

/**
 * Returns the operation that a person can release.
 * @throws AppError `limited` if too many proposals of the key wait; `conflict` if a person has declined this body, or
 * if the case exists and is neither refused nor an unreleased proposal of this key
 */
export async function proposeOnce(
  { caseName, body, flags, asked, alike, why, key, by }: DealProposal,
  deps: ProposeDeps,
): Promise<{ readonly operation: string }> {
  const text = JSON.stringify(body)
  await takePlace(caseName, key, deps)
  const act = { digest: actDigest(text), body: text, operation: deps.newId(), by, key, why, flags, alike }
  await keepCaseOfBody(body, caseName, deps)
  const { decision, claim } = await deps.claims.propose(caseName, { ...act, asked: JSON.stringify(asked) })
  if (decision === 'proposed') {
    deps.note(DEAL_WORDS.event, { case: caseName, state: claim.state, proposed: true })
    return { operation: claim.operation }
  }
  if (decision === 'declined') throw declined(caseName, claim, act.digest)
  if (decision === 'review') throw waitsAlready(caseName, claim)
  throw refuseAct(
    { decision, claim },
    { ...dealTexts(caseName), cannot: cannotPropose(caseName) },
    DEAL_WORDS,
  )
}

const format = jsonFormat(proposedCases)
type Places = ReturnType<typeof proposedCases.parse>

/** Takes one of the key's `MOST` places. A case that has a place takes no second one. @throws AppError `limited` */
async function takePlace(caseName: string, key: string, deps: ProposeDeps): Promise<void> {
  const place = foldCaseName(caseName)
  const take = (left: (places: Places, now: number) => Places) =>
    update<Places, boolean>(
      deps.store,
      {
        key: `accounting/proposals/${key}`,
        format,
        transition(stored = [], now): Decision<Places, boolean> {
          if (stored.some(taken => taken.case === place)) return { keep: true, result: true }
          const places = left(stored, now)
          if (places.length >= MOST) return { keep: true, result: false }
          return { write: [...places, { case: place, at: now }], result: true }
        },
      },
      deps.updates,
    )
  let cases: readonly string[] = []
  const all = (places: Places) => {
    cases = places.map(taken => taken.case)
    return places
  }
  if (await take(all)) return
  const seen = await deps.claims.readAll(cases)
  const states = new Map(cases.map((name, index) => [name, stateOfPlace(seen[index], key)]))
  const isTaken = (taken: Places[number], now: number) => {
    const state = states.get(taken.case)
    return state === 'waits' || (state !== 'decided' && now - taken.at < BEGINNING)
  }
  if (await take((places, now) => places.filter(taken => isTaken(taken, now)))) return
  throw new AppError('limited', `Cannot propose the case "${caseName}": ${MOST} proposals of this key wait`, {
    hint: 'a person releases or declines them first: kura settle --proposals',
  })
}

function stateOfPlace(claim: Claim<RegisteredDeal> | undefined, key: string): 'waits' | 'decided' | 'unsaid' {
  if (claim?.proposal?.key !== key) return 'unsaid'
  return claim.state === 'review' && claim.releasedBy === undefined ? 'waits' : 'decided'
}

function declined(
  caseName: string,
  { declined: list = [] }: Claim<RegisteredDeal>,
  digest: string,
): AppError {
  const found = list.findLast(entry => entry.digest === digest)
  const reason = found ? english(found.reason) : ''
  return new AppError(
    'conflict',
    `${english(cannotPropose(caseName))}: ${found?.by ?? 'a person'} declined this deal: ${reason}`,
    {
      hint: 'propose another body only if it answers the reason',
      details: { case: caseName, decision: 'declined', reason },
    },
  )
}

function waitsAlready(caseName: string, { proposal, releasedBy }: Claim<RegisteredDeal>): AppError {
  const whose = proposal ? `the proposal of the key "${proposal.by}"` : 'a deal that another key requested'
  const why = releasedBy === undefined ? `${whose} waits for a person` : 'a person has released it'
  return new AppError('conflict', `${english(cannotPropose(caseName))}: ${why}`, {
    hint: 'another receipt is another case; kura accounting list cases shows the state of this one',
    details: { case: caseName, decision: 'review', state: 'review' },
  })
}
