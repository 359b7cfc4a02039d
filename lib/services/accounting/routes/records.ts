import type { ReplyOf } from '../../../core/http/contract.ts'
import { Answer, type EndpointCall, type Handlers } from '../../../core/http/serve.ts'
import { quotedWord } from '../../../core/language/open-item.ts'
import { saidReason } from '../../../core/language/text.ts'
import type { AccountingContract } from '../contract.ts'
import { type CaseOfDeal, caseOfReference } from '../deals/cases/of-deal.ts'
import { deleteDealOf } from '../deals/deletion.ts'
import { obstacleReply, refuseObstacles, writeObstacles } from '../deals/permission.ts'
import { ENDPOINTS, withinLimits } from '../imports/pause.ts'
import { createPartner } from '../partners/create.ts'
import { createPartnerCall, deleteDealCall } from '../remote/calls.ts'
import { removalCalls, stopAndDelete } from '../remote/partners.ts'
import { type AccountingDeps, dealCall } from './deps.ts'
import { requestIdOf, shownCall } from './exchange.ts'
import type { ProxyDeps } from './proxy.ts'
import { recordOf } from './record-of.ts'
import { testDealReferences } from './tax-codes.ts'

export function recordHandlers(deps: () => AccountingDeps) {
  return {
    createPartner: call => makePartner(call, deps()),
    stopAndDeletePartner: call => removePartner(call, deps()),
    deleteDeal: call => deleteDeal(call, deps()),
  } satisfies Partial<Handlers<AccountingContract>>
}

type PartnerReply = ReplyOf<AccountingContract, 'createPartner'>

/** Creates a partner at most once for its folded name. Answers 201 if this call created the partner, else 200. */
async function makePartner(
  call: EndpointCall<AccountingContract, 'createPartner'>,
  deps: AccountingDeps,
): Promise<PartnerReply | Answer<PartnerReply>> {
  const { mode, body } = call
  const own = await dealCall(body.company_id, call, deps)
  if (mode !== 'write') {
    const obstacles = await writeObstacles({ companyId: own.companyId }, { ...deps, ...own })
    const shown = shownCall(createPartnerCall({ ...body, company_id: own.companyId }))
    return { mode, ...shown, obstacles: obstacles.map(obstacleReply) }
  }
  const work = () => createPartner(body, own, deps)
  const { id, isNew, differs } = await withinLimits(own.companyId, work, {
    ...deps,
    endpoints: ENDPOINTS.partners,
  })
  call.trace.note('partner', id)
  const reply = {
    partner: { id, name: body.name },
    created: isNew,
    ...(differs !== undefined && { differs: saidReason(differs) }),
  }
  return new Answer<PartnerReply>(reply, { status: isNew ? 201 : 200 })
}

async function removePartner(
  call: EndpointCall<AccountingContract, 'stopAndDeletePartner'>,
  deps: ProxyDeps,
): Promise<ReplyOf<AccountingContract, 'stopAndDeletePartner'>> {
  const { mode } = call
  const { client, record } = await recordOf(call, deps)
  const obstacles = await writeObstacles({ companyId: record.companyId }, { ...deps, client })
  if (mode !== 'write') {
    const calls = (await removalCalls(record, { client })).map(shownCall)
    return { mode, partner: record.id, calls, obstacles: obstacles.map(obstacleReply) }
  }
  refuseObstacles(obstacles)
  return { mode, ...(await stopAndDelete(record, { client })) }
}

type DealDeletion = ReplyOf<AccountingContract, 'deleteDeal'>

/** If the deal has a case, kura stores the outcome in the case, and the reply names the case. */
async function deleteDeal(
  call: EndpointCall<AccountingContract, 'deleteDeal'>,
  deps: ProxyDeps,
): Promise<DealDeletion | Answer<DealDeletion>> {
  const { mode } = call
  const { client, record } = await recordOf(call, deps)
  const wire = deleteDealCall(record)
  const { companyId } = record
  const { refNumber = '' } = await client.deal(record)
  const [own, references] = await Promise.all([
    caseOfReference(refNumber, deps),
    testDealReferences(companyId, deps),
  ])
  const isTestDeal = references.includes(refNumber)
  const obstacles = await writeObstacles({ companyId, isTestDeal }, { ...deps, client })
  if (mode !== 'write') {
    const named = own && { case: { name: own.name, state: own.claim.state } }
    return { mode, ...shownCall(wire), ...named, obstacles: obstacles.map(obstacleReply) }
  }
  refuseObstacles(obstacles)
  const send = () => client.relay(wire)
  if (!own) return new Answer<DealDeletion>(undefined, { headers: requestIdOf((await send()).headers) })
  const deletion = { deal: record.id, by: call.caller.name, send }
  const { sent, state } = await deleteDealOf(own, deletion, { ...deps, client })
  const named = { name: own.name, state }
  const reply = { mode, deal: record.id, deleted: true as const, case: named, ...hintFor(named) }
  return new Answer<DealDeletion>(reply, { headers: requestIdOf(sent.headers) })
}

function hintFor({ name, state }: CaseOfDeal): { hint?: string } {
  const quoted = quotedWord(name)
  if (state === 'removing') return { hint: `ask the service again: kura settle ${quoted}` }
  return state === 'gone' ? { hint: `to register the case again: kura settle ${quoted}` } : {}
}
