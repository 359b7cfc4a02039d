/** Apart from the words of notices, because a job loads the problems without those words. */
import type { ReplyOf } from '../../core/http/contract.ts'
import { phrase } from '../../core/language/catalogue.ts'
import { quotedReason } from '../../core/language/outside.ts'
import { reasonIn, type SaidReason } from '../../core/language/text.ts'
import type { Phrase } from '../../core/phrase.ts'
import { ownerName } from '../../services/chat/status/words.ts'
import type { Job } from '../../services/notices/stored-records.ts'
import { JOB_PROBLEMS } from '../../services/notices/words.ts'
import type { cronContract } from '../contracts/cron.ts'
import '../../services/words.ts'

export type JobReport<Name extends Job> = ReplyOf<typeof cronContract, Name>

const PROBLEMS: { readonly [Name in Job]: (report: JobReport<Name>) => Phrase[] } = {
  refresh: ({ did, token }) =>
    did === 'failed' ? [phrase(JOB_PROBLEMS.refresh, { reason: readReason(token.reason) })] : [],
  orders: ({ orders }) =>
    orders.flatMap(({ domain, failure }) => (failure ? [problemOf(domain, failure)] : [])),
  notices: ({ outlets, failed }) => [
    ...failed.map(({ owner, reason }) => problemOf(ownerName(owner), reason)),
    ...outlets.flatMap(({ outlet, waiting }) =>
      waiting.map(({ reason }) => problemOf(ownerName(outlet), reason)),
    ),
  ],
}

export function problemsOf<Name extends Job>(job: Name): (report: JobReport<Name>) => Phrase[] {
  return PROBLEMS[job] as (report: JobReport<Name>) => Phrase[]
}

function problemOf(subject: Phrase | string, why: SaidReason): Phrase {
  return phrase(JOB_PROBLEMS.of, { subject, reason: readReason(why) })
}

function readReason(why: SaidReason | undefined): Phrase {
  return quotedReason(why ? reasonIn(why) : phrase(JOB_PROBLEMS.noReason))
}
