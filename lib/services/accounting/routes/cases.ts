import type { QueryOf, ReplyOf } from '../../../core/http/contract.ts'
import { pageOf } from '../../../core/http/pages.ts'
import type { Handlers } from '../../../core/http/serve.ts'
import { existingCase } from '../cases/cases.ts'
import type { AccountingContract } from '../contract.ts'
import { casesOfReferences } from '../deals/cases/of-deal.ts'
import { casesPage, reportCase } from '../deals/cases/report.ts'
import { DEAL_WORDS } from '../deals/cases/words.ts'
import type { AccountingDeps } from './deps.ts'

type CaseDeps = Pick<AccountingDeps, 'claims' | 'store'>

/** `deps` is called at each request. */
export function caseHandlers(deps: () => CaseDeps) {
  return {
    cases: ({ query }) => showCases(query, deps()),
    case: async call =>
      reportCase(await existingCase(caseOf(call), { claims: deps().claims, words: DEAL_WORDS })),
  } satisfies Partial<Handlers<AccountingContract>>
}

async function showCases(
  { state, references, ...query }: QueryOf<AccountingContract, 'cases'>,
  deps: CaseDeps,
): Promise<ReplyOf<AccountingContract, 'cases'>> {
  if (references !== undefined) {
    const claims = await casesOfReferences(references.split(','), deps)
    return { cases: claims.map(reportCase) }
  }
  const { cases, next } = await casesPage(state, pageOf(query), deps.claims)
  return { cases: [...cases], ...(next !== undefined && { next }) }
}

export interface CaseParams {
  readonly params: { readonly case: string }
}

/** Returns the name of the case, trimmed and in NFC. The claims fold the name further. */
export function caseOf({ params }: CaseParams): string {
  return params.case.trim().normalize('NFC')
}
