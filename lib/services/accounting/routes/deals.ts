import type { ReplyOf } from '../../../core/http/contract.ts'
import { Answer, type EndpointCall, type Handlers } from '../../../core/http/serve.ts'
import { freeByPerson, settleByQuery } from '../cases/cases.ts'
import type { AccountingContract } from '../contract.ts'
import { readAlikeAndCorrected, reportAlike } from '../deals/cases/alike.ts'
import { dealCases, releasableCase, releaseCase } from '../deals/cases/cases.ts'
import { reportCase } from '../deals/cases/report.ts'
import { proposeDeal, registerDeal, showDeal } from '../deals/register.ts'
import { caseOf } from './cases.ts'
import { type AccountingDeps, caseCall, dealCall, depsOfRequest } from './deps.ts'

export function dealHandlers(deps: () => AccountingDeps) {
  return {
    registerDeal: call => register(call, depsOfRequest(deps())),
    resolveCase: call => settleByQuery(caseCall(caseOf(call), call, deps()), dealCases(deps())),
    releaseCase: call => release(call, depsOfRequest(deps())),
    freeCase: call => freeByPerson(caseCall(caseOf(call), call, deps()), call.body, dealCases(deps())),
  } satisfies Partial<Handlers<AccountingContract>>
}

type DealReply = ReplyOf<AccountingContract, 'registerDeal'>

/** Answers 201 if the deal was created, 202 if the deal waits for a person. */
async function register(
  call: EndpointCall<AccountingContract, 'registerDeal'>,
  deps: AccountingDeps,
): Promise<DealReply | Answer<DealReply>> {
  const { mode, body } = call
  const deal = { ...(await dealCall(body.company_id, call, deps)), flagsDoubles: true }
  if (mode === 'dry-run') return showDeal(body, deal, deps)
  if (mode === 'propose') {
    const proposed = await proposeDeal(body, { ...deal, key: call.caller.keyid }, deps)
    call.trace.note('state', proposed.state)
    call.trace.note('proposed', true)
    return new Answer(proposed, { status: 202 })
  }
  const registered = await registerDeal(body, deal, deps)
  call.trace.note('state', registered.state)
  call.trace.note('deal', registered.deal)
  return new Answer(registered, { status: registered.state === 'done' ? 201 : 202 })
}

/** A dry run fails too if the case does not wait, has changed or must be corrected. */
async function release(
  call: EndpointCall<AccountingContract, 'releaseCase'>,
  deps: AccountingDeps,
): Promise<ReplyOf<AccountingContract, 'releaseCase'>> {
  const { mode, body } = call
  if (mode !== 'write') {
    const caseName = caseOf(call)
    const { claim, body: deal } = await releasableCase({ caseName, ...body }, deps)
    const source = { client: deps.client(call.trace), companyId: deal.company_id }
    const alike = await readAlikeAndCorrected({ caseName, body: deal }, source, deps)
    return { mode, ...reportCase(claim), alike: alike.map(reportAlike) }
  }
  const sent = await releaseCase(caseCall(caseOf(call), call, deps), body, deps)
  call.trace.note('state', sent.state)
  if (sent.state === 'done') call.trace.note('deal', sent.deal)
  return { mode, case: caseOf(call), ...sent }
}
