import type { ReplyOf } from '../../../core/http/contract.ts'
import type { EndpointCall, Handlers } from '../../../core/http/serve.ts'
import type { Store } from '../../../core/store/store.ts'
import type { AccountingContract } from '../contract.ts'
import { referenceOf } from '../deals/cases/of-deal.ts'
import { confirmFirstDeal, firstDealCase, readFirstDeal } from '../deals/first-deal.ts'
import { learnTaxCodes, readLearning, showLearning } from '../learning/learn.ts'
import { candidateReference } from '../learning/record.ts'
import { shownCandidate } from '../learning/schema.ts'
import { readTaxTable } from '../taxes/table.ts'
import { type AccountingDeps, dealCall } from './deps.ts'

type Call<Name extends keyof AccountingContract['endpoints']> = EndpointCall<AccountingContract, Name>
type Reply<Name extends keyof AccountingContract['endpoints']> = Promise<ReplyOf<AccountingContract, Name>>

export function taxCodeHandlers(deps: () => AccountingDeps) {
  return {
    firstDeal: call => showFirst(call, deps()),
    confirmFirstDeal: call => confirmFirst(call, deps()),
    taxTable: call => showTaxTable(call, deps()),
    learning: call => showLearned(call, deps()),
    learnTaxCodes: call => learn(call, deps()),
  } satisfies Partial<Handlers<AccountingContract>>
}

async function showFirst(call: Call<'firstDeal'>, deps: AccountingDeps): Reply<'firstDeal'> {
  const { companyId } = await dealCall(call.query.company_id, call, deps)
  const confirmed = await readFirstDeal(companyId, deps.store)
  return { company: companyId, case: firstDealCase(companyId), ...(confirmed && { confirmed }) }
}

async function confirmFirst(call: Call<'confirmFirstDeal'>, deps: AccountingDeps): Reply<'confirmFirstDeal'> {
  const { company_id, deal, person } = call.body
  const { client, companyId, by } = await dealCall(company_id, call, deps)
  const { approval } = call.caller
  const key = approval === undefined ? by : `approval ${approval}`
  const references = await testDealReferences(companyId, deps)
  return confirmFirstDeal({ companyId, deal, person, key, references }, { client, store: deps.store })
}

async function showTaxTable(call: Call<'taxTable'>, deps: AccountingDeps): Reply<'taxTable'> {
  const { client, companyId } = await dealCall(call.query.company_id, call, deps)
  return { company: companyId, ...(await readTaxTable(companyId, { client, store: deps.store })) }
}

async function showLearned(call: Call<'learning'>, deps: AccountingDeps): Reply<'learning'> {
  const { companyId } = await dealCall(call.query.company_id, call, deps)
  const learning = await readLearning(companyId, deps)
  if (!learning) return { company: companyId, phase: 'none' }
  const { run, phase, issueDate, candidates } = learning
  return { company: companyId, run, phase, issueDate, candidates: candidates.map(shownCandidate) }
}

async function learn(call: Call<'learnTaxCodes'>, deps: AccountingDeps): Reply<'learnTaxCodes'> {
  const { mode, body } = call
  const deal = await dealCall(body.company_id, call, deps)
  return mode === 'write' ? learnTaxCodes(body, deal, deps) : showLearning(body, deal, deps)
}

/** Returns the references of the first deal and of the test deals with which the last run learned tax codes. */
export async function testDealReferences(companyId: number, deps: { store: Store }): Promise<string[]> {
  const learning = await readLearning(companyId, deps)
  const learned = learning?.candidates.map(({ code }) => candidateReference(learning, code)) ?? []
  return [referenceOf(companyId, firstDealCase(companyId)), ...learned]
}
