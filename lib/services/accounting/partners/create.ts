/**
 * The service keeps the names of a company's partners unique, so after an unknown outcome the same call creates no
 * second partner. Only the same body is sent again, because the service compares exact names, but kura folded ones.
 */
import { actDigest, type Claims } from '../../../core/claims/claims.ts'
import type { OnceDeps } from '../../../core/claims/once.ts'
import type { Queried } from '../../../core/claims/query.ts'
import type { Noted } from '../../../core/http/trace.ts'
import { phrase } from '../../../core/language/catalogue.ts'
import { foldName } from '../../../core/language/nearest-name.ts'
import type { Phrase, Reason } from '../../../core/phrase.ts'
import type { Store } from '../../../core/store/store.ts'
import { actOnCase, refuseAct } from '../cases/act.ts'
import { refuseObstacles, writeObstacles } from '../deals/permission.ts'
import type { DealCall } from '../deals/register.ts'
import type { Partner } from '../remote/schema.ts'
import { PARTNER_DIFFERS } from './compare-words.ts'
import type { PartnerBody, StoredPartner } from './schema.ts'
import { PARTNER_WORDS, partnerTexts, stoppedError } from './words.ts'

export interface PartnerDeps extends Omit<OnceDeps<StoredPartner>, 'claims'> {
  readonly partners: Claims<StoredPartner>
  readonly store: Store
  /** The setting ACCOUNTING_WRITES. */
  readonly writes: boolean
  readonly note: (event: string, facts: Readonly<Record<string, Noted>>) => void
}

function partnerCase(companyId: number, name: string): string {
  return `${companyId}-${foldName(name)}`
}

/**
 * Creates the partner unless the company has it.
 * @throws AppError `writes_off`, `permission_missing`; `bad_request` if the partner is deactivated at the service;
 * `conflict` if several partners have the name, if another call is creating the partner, or if a call with another body
 * may have created it; also what the client throws, with the state of the case in the details
 */
export async function createPartner(
  body: PartnerBody,
  call: DealCall,
  deps: PartnerDeps,
): Promise<{ id: number; isNew: boolean; differs?: Reason }> {
  const { client, companyId, by } = call
  refuseObstacles(await writeObstacles({ companyId }, { ...deps, ...call }))
  const sent = { ...body, company_id: companyId }
  const text = JSON.stringify(sent)
  const name = partnerCase(companyId, body.name)
  const found = await findPartner(body.name, call)
  await settleEarlier({ name, digest: actDigest(text), found }, call, deps)
  const [known, other] = found
  if (known && !other) return { id: known.id, isNew: false }
  const texts = partnerTexts(name)
  const acted = await actOnCase<StoredPartner>(
    {
      digest: actDigest(text),
      body: text,
      by,
      query: async () => queried(await findPartner(body.name, call), companyId),
      async send(lease) {
        const made = await client.createPartner(sent, lease.guard)
        const result = { company: companyId, partner: made.id }
        return { state: 'done', result, reason: partnerDifference(sent, made) }
      },
    },
    texts,
    // the name of a partner is not logged, because it may be the name of a person
    {
      ...deps,
      claims: deps.partners,
      words: PARTNER_WORDS,
      note: (event, { partner: _, ...facts }) => deps.note(event, facts),
    },
  )
  if (acted.end === 'done') {
    const { id, isFound, reason } = acted
    return { id, isNew: !isFound, ...(reason !== undefined && { differs: reason }) }
  }
  throw refuseAct(acted, texts, PARTNER_WORDS)
}

/** Finds partners by their folded names. @throws AppError `bad_request` if one of them is deactivated */
async function findPartner(name: string, { client, companyId }: DealCall): Promise<Partner[]> {
  const folded = foldName(name)
  const found = (await client.partners(companyId)).filter(partner => foldName(partner.name) === folded)
  const stopped = found.find(({ available }) => !available)
  if (!stopped) return found
  throw stoppedError(name, stopped.id)
}

function queried(found: readonly Partner[], company: number): Queried<StoredPartner> {
  return { found: found.map(({ id }) => ({ company, partner: id })), complete: true }
}

/** If one partner is found, an unknown outcome becomes done. If none is found, the case is freed for another call. */
async function settleEarlier(
  { name, digest, found }: { name: string; digest: string; found: readonly Partner[] },
  { companyId, by }: DealCall,
  { partners }: PartnerDeps,
): Promise<void> {
  const claim = await partners.read(name)
  if (!claim) return
  const [partner, other] = found
  if (claim.state === 'unknown' && partner && !other) {
    await partners.resolve({ name, claim }, { result: { company: companyId, partner: partner.id }, by })
    return
  }
  if (found.length > 0) return
  if (claim.state === 'done') await partners.confirm({ name, claim }, { by, isThere: false, settling: 0 })
  const isSame = claim.state === 'unknown' && claim.digest === digest
  if (claim.state !== 'done' && claim.state !== 'gone' && !isSame) return
  const now = await partners.read(name)
  if (now)
    await partners.free({ name, claim: now }, { person: 'kura', reason: FREED, settling: 0, from: FROM })
}

const FREED = 'the service has no partner of this name, and keeps names unique'
const FROM = ['unknown', 'gone'] as const

type Sent = Pick<PartnerBody, 'name' | 'qualified_invoice_issuer' | 'invoice_registration_number'>

/** A member that the service need not return is compared only if the reply has it. */
function partnerDifference(sent: Sent, stored: Partner): Phrase | undefined {
  const { name, qualified_invoice_issuer: issuer, invoice_registration_number: number } = sent
  const facts = [
    ...(stored.name === name ? [] : [phrase(PARTNER_DIFFERS.name, { stored: stored.name, sent: name })]),
    ...(stored.available ? [] : [phrase(PARTNER_DIFFERS.stopped)]),
    ...(differs(issuer, stored.qualified_invoice_issuer) ? [phrase(PARTNER_DIFFERS.issuer)] : []),
    ...(differs(number, stored.invoice_registration_number) ? [phrase(PARTNER_DIFFERS.number)] : []),
  ]
  if (facts.length === 0) return undefined
  return phrase(PARTNER_DIFFERS.otherwise, { facts: { items: facts, by: 'and' } })
}

function differs<T>(sent: T | null | undefined, stored: T | null | undefined): boolean {
  return sent !== undefined && sent !== null && stored !== undefined && stored !== sent
}
