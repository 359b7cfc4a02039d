/** The texts of errors and log lines about creating a partner. */

import type { NotSent } from '../../../core/claims/transitions/request.ts'
import { english } from '../../../core/language/text.ts'
import type { ActTexts, Refusals } from '../act-on-case.ts'
import type { CaseWords } from '../cases.ts'
import type { StoredPartner } from './schema.ts'

const AGAIN = 'try again: kura looks for it first, and creates it only if it is not there'

export const PARTNER_WORDS: CaseWords<StoredPartner> = {
  event: 'partner',
  noun: 'partner',
  id: 'id',
  idOf: ({ partner }) => partner,
  missing: { why: '', hint: 'kura accounting list partners lists those that exist' },
  otherState: () => 'kura accounting list partners lists those that exist',
  has: ids => `it, as ${ids}`,
  isWrong: 'delete it at the service first',
  settle: () => AGAIN,
}

interface PartnerTexts extends ActTexts {
  readonly refusals: Refusals<StoredPartner, NotSent>
}

/** Returns the texts about creating the partner `name`. */
export function partnerTexts(name: string): PartnerTexts {
  const cannot = `Cannot create the partner "${name}"`
  return {
    name,
    cannot,
    nothing: 'nothing was created',
    doubt: { message: `Cannot tell whether the partner "${name}" was created`, hint: AGAIN },
    settle: AGAIN,
    is: id => `the partner "${name}" is ${id}`,
    several: ids => ({
      message: `${cannot}: the company has partners of this name already: ${ids}`,
      hint: 'use the name of one of them, as kura accounting list partners shows it',
    }),
    orphaned: id => ({ remedy: `look at partner ${id}: kura accounting list partners` }),
    refusals: {
      in_progress: ({ until }) => ({
        why: `another call is creating it, until ${new Date(until).toISOString()} at the latest`,
        hint: 'try again after that',
      }),
      conflict: ({ body }) => ({
        why: `it was requested in another form, ${body}, and that one may still appear`,
        hint: 'request that one again, or wait and list the partners',
      }),
      already_done: ({ result }) => ({ why: `it is partner ${result?.partner}`, hint: AGAIN }),
      gone: () => ({ why: 'it was deleted at the service meanwhile', hint: AGAIN }),
      review: ({ flags }) => ({ why: flags.map(english).join('; '), hint: AGAIN }),
      unknown: ({ reason }) => ({
        why: `it may have been created: ${reason && english(reason)}`,
        hint: AGAIN,
      }),
    },
  }
}
