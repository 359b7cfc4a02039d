import { actDigest } from '../../../core/claims/claims.ts'
import { ASKS_REASON, type Decision, decision, inquiry, type Settled } from '../../../core/claims/waiting.ts'
import type { ReplyOf } from '../../../core/http/contract.ts'
import { phrase } from '../../../core/language/catalogue.ts'
import { reasonIn } from '../../../core/language/text.ts'
import type { Phrase } from '../../../core/phrase.ts'
import { type AccountingContract, accountingContract } from '../contract.ts'
import type { CaseReport } from '../deals/cases/report.ts'
import { stateOfCase } from '../deals/cases/words.ts'
import { apartOf, mayBeDeal } from './alike.ts'
import type { AlikeDeal } from './deal-rows.ts'
import { WAITING as WORDS } from './waiting-words.ts'

export function lookingFor(name: string) {
  return inquiry(accountingContract, 'resolveCase', {
    given: { params: { case: name } },
    settled: reply => ({ lines: found(reply), isOpen: reply.state !== 'done' }),
  })
}

function found(reply: ReplyOf<AccountingContract, 'resolveCase'>): readonly Phrase[] {
  const { case: name, found } = reply
  const [deal, state] = [String(reply.deal), stateOfCase(reply.state)]
  if (reply.state === 'done') return [phrase(WORDS.isDeal, { name, deal })]
  if (reply.state === 'gone') return [phrase(WORDS.deleted, { name, deal })]
  if (reply.state === 'removing') return [phrase(WORDS.removing, { name, deal }), phrase(WORDS.removingLater)]
  if (found.length > 1)
    return [phrase(WORDS.several, { name, state, deals: found.map(String) }), phrase(WORDS.deleteAllButOne)]
  return [phrase(WORDS.notFound, { name, state }), phrase(WORDS.mayArrive)]
}

export function releasing(
  { case: name, state, body, first }: CaseReport,
  alike: readonly AlikeDeal[],
): Decision {
  const isOther = alike.some(mayBeDeal)
  return decision(accountingContract, 'releaseCase', {
    name: 'release',
    label: phrase(isOther ? WORDS.releaseTwo : WORDS.release),
    effect: phrase(isOther ? WORDS.releaseTwoEffect : WORDS.releaseEffect),
    question: phrase(WORDS.releaseQuestion),
    isOffered: state === 'review' && body !== undefined,
    given({ person, operation, beside }) {
      const apart = apartOf(alike, beside)
      const stated = {
        person,
        operation,
        ...(body && { sends: actDigest(JSON.stringify(body)) }),
        // above KURA_APPROVE_ABOVE, the second person's statement names the first person's approval
        ...(first && { first: first.approval }),
        ...(apart.length > 0 && { apart }),
      }
      return { params: { case: name }, body: stated, mode: 'write' as const }
    },
    settled: reply => released(name, reply),
  })
}

function released(name: string, reply: ReplyOf<AccountingContract, 'releaseCase'>): Settled {
  const { deal } = reply
  const differs = reply.mode === 'write' ? reply.differs : undefined
  if (deal === undefined) return { lines: [phrase(WORDS.requestedAnew, { name })], isOpen: true }
  return {
    lines: [phrase(WORDS.released, { name, deal: String(deal) }), ...(differs ? [reasonIn(differs)] : [])],
    isOpen: false,
  }
}

export function freeing({ case: name, state, body, proposal }: CaseReport): Decision {
  const waits = state === 'review'
  const question = !waits ? WORDS.freeQuestion : proposal ? WORDS.declineQuestion : WORDS.closeQuestion
  const effect = !waits ? WORDS.freeEffect : proposal ? WORDS.declineProposalEffect : WORDS.declineEffect
  return decision(accountingContract, 'freeCase', {
    name: 'free',
    label: phrase(waits ? WORDS.decline : WORDS.free),
    effect: phrase(effect),
    question: phrase(waits && body && !proposal ? WORDS.freeQuestion : question),
    isOffered: waits || state === 'unknown' || state === 'gone',
    isAside: waits && body !== undefined && !proposal,
    asks: ASKS_REASON,
    given: ({ person, reason, operation }) => ({
      params: { case: name },
      body: { person, reason, operation },
    }),
    settled: ({ since }) => ({
      lines: [
        waits && proposal ? phrase(WORDS.declined, { name }) : phrase(WORDS.freed, { name, at: since }),
      ],
      isOpen: false,
    }),
  })
}
