/** The endpoints that show stored cases. */
import type { Claims } from '../../../core/claims/claims.ts'
import type { QueryOf, ReplyOf } from '../../../core/http/contract.ts'
import { pageOf } from '../../../core/http/pages.ts'
import type { Handlers } from '../../../core/http/serve.ts'
import { existingCase } from '../cases.ts'
import type { AccountingContract } from '../contract.ts'
import { casesPage, reportCase } from '../deals/case-report.ts'
import { DEAL_WORDS } from '../deals/case-words.ts'
import type { RegisteredDeal } from '../deals/schema.ts'

/** Returns the handlers of these endpoints. `claims` is called at the first request. */
export function caseHandlers(
  claims: () => Claims<RegisteredDeal>,
): Handlers<AccountingContract, 'cases' | 'case'> {
  return {
    cases: ({ query }) => showCases(query, claims()),
    case: async call => reportCase(await existingCase(caseOf(call), { claims: claims(), words: DEAL_WORDS })),
  }
}

async function showCases(
  { state, ...query }: QueryOf<AccountingContract, 'cases'>,
  claims: Claims<RegisteredDeal>,
): Promise<ReplyOf<AccountingContract, 'cases'>> {
  const { cases, next } = await casesPage(state, pageOf(query), claims)
  return { cases: [...cases], ...(next !== undefined && { next }) }
}

export interface CaseParams {
  readonly params: { readonly case: string }
}

/** Returns the name of the case in the path, in the spelling in which the case was registered. */
export function caseOf({ params }: CaseParams): string {
  return params.case.trim().normalize('NFC')
}
