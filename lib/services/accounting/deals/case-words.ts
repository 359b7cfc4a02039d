/** The texts for the case of a deal, and for the act that sends the deal, in errors and lines of the log. */
import type { Claim } from '../../../core/claims/stored-records.ts'
import type { NotSent } from '../../../core/claims/transitions/request.ts'
import { english } from '../../../core/language/text.ts'
import type { ActTexts, Refusals } from '../act-on-case.ts'
import type { CaseWords } from '../cases.ts'
import type { RegisteredDeal } from './schema.ts'

const command = (name: string) => `kura settle ${JSON.stringify(name)}`

export const DEAL_WORDS: CaseWords<RegisteredDeal> = {
  event: 'deal',
  noun: 'case',
  id: 'deal',
  idOf: ({ deal }) => deal,
  missing: { why: '', hint: 'kura accounting list cases --state all lists every case' },
  otherState: state => `look at it: kura accounting list cases --state ${state}`,
  has: ids => `its deal ${ids}`,
  isWrong: 'if the deal is wrong, delete it at the service first',
  settle: name => `settle the case: ${command(name)}`,
}

interface DealTexts extends ActTexts {
  readonly refusals: Refusals<RegisteredDeal, Exclude<NotSent, 'review'>>
}

/** Returns the texts about sending the deal of a case. */
export function dealTexts(name: string): DealTexts {
  const cannot = `Cannot register the case "${name}"`
  const settle = command(name)
  return {
    name,
    cannot,
    nothing: 'nothing was created',
    doubt: {
      message: `Cannot tell whether the deal of the case "${name}" was created`,
      hint: `do not send it again: ${settle} looks for it`,
    },
    settle,
    is: id => `the case "${name}" is deal ${id}`,
    several: ids => ({
      message: `${cannot} again: the service has deals ${ids}`,
      hint: `delete all but one (kura accounting delete), then: ${settle}`,
    }),
    foundEarlier: id => ({
      message: `${cannot} again: the service has deal ${id}`,
      hint: `look at it: kura accounting show ${id}; another receipt is another case`,
    }),
    orphaned: orphanedDeal,
    refusals: {
      already_done: ({ result }) => ({
        why: `it is registered already, as deal ${result?.deal}`,
        hint: 'another receipt is another case',
        id: result?.deal,
      }),
      conflict: ({ state, result }) => ({
        why: `it was requested with another body before, and is ${result ? `deal ${result.deal}` : state}`,
        hint: 'another receipt is another case; kura accounting list cases shows the state of this one',
        id: result?.deal,
      }),
      in_progress: ({ until }) => ({
        why: `another call is sending it, until ${new Date(until).toISOString()} at the latest`,
        hint: 'try again after that',
      }),
      gone: claim => ({ ...deletedDeal(claim, settle), id: claim.result?.deal }),
      unknown: ({ reason }) => ({
        why: `its deal may have been created: ${reason && english(reason)}`,
        hint: `look for it at the service: ${settle}`,
      }),
    },
  }
}

function deletedDeal({ state, result }: Claim<RegisteredDeal>, settle: string) {
  const its = `its deal ${result?.deal}`
  return state === 'gone'
    ? { why: `${its} was deleted at the service`, hint: `to register it again: ${settle}` }
    : { why: `${its} is being deleted at the service`, hint: `ask the service again: ${settle}` }
}

function orphanedDeal(id: number, stored = id) {
  if (stored === id) return { remedy: `look at deal ${id}: kura accounting list cases shows what is known` }
  return {
    remedy: `look at the deals ${stored} and ${id}, of which one is too many: kura accounting list cases shows what is known`,
    other: stored,
  }
}
