/** The 15-day contact verification, as people and messages tell of it; what the registrar says is in `follow.ts`. */
import { AppError } from '../../errors.ts'
import type { Surroundings } from '../deps.ts'
import { classifySubject, type MailVerdict, namedDomains } from '../mail/mail.ts'
import { type Deadline, hearPerson, hearReminder } from './deadline.ts'
import { hasDeadline, listFacts, type PurchaseFacts } from './facts.ts'

/** A message that arrived; `date` in milliseconds since the epoch. */
export interface Mail {
  readonly subject: string
  readonly date?: number | undefined
  /** Where the subject does not name it. */
  readonly domain?: string | undefined
}

export interface MailReport extends MailVerdict {
  readonly effect: 'reopened' | 'noted' | 'none' | 'no known domain'
  /** The domains bought here that it was noted for. */
  readonly domains: readonly string[]
  /** Those of them whose deadline was closed until then. */
  readonly reopened: readonly string[]
}

/** A person says that the registrant's e-mail is confirmed. @throws AppError `conflict` where there is no deadline */
export async function closeDeadline(
  facts: PurchaseFacts,
  { by, surroundings }: { by: string; surroundings: Surroundings },
): Promise<PurchaseFacts> {
  const { domain, claim } = facts
  if (!hasDeadline(facts))
    throw new AppError('conflict', `Cannot close the deadline of "${domain}": its purchase is ${claim.state}`)
  const next = (current: Deadline, now: number) => hearPerson(current, by, now)
  const deadline = await surroundings.deadlines.change(domain, { claim, next })
  surroundings.note('contact_verification', { domain, state: deadline.state, by: deadline.verifiedBy })
  return { ...facts, deadline }
}

/** Reads a subject, and where it means a deadline notes the reminder with every domain that it names. */
export async function hearMail(
  { subject, date, domain }: Mail,
  surroundings: Surroundings,
): Promise<MailReport> {
  const verdict = classifySubject(subject)
  if (!verdict.deadline) return { ...verdict, effect: 'none', domains: [], reopened: [] }
  const bought = (await listFacts(surroundings)).filter(hasDeadline)
  const known = bought.map(facts => facts.domain)
  const named = domain ? [domain] : namedDomains(subject, known)
  const heard = bought.filter(facts => named.includes(facts.domain))
  const domains = heard.map(facts => facts.domain)
  if (heard.length === 0) return { ...verdict, effect: 'no known domain', domains, reopened: [] }
  const at = Math.min(date ?? surroundings.now(), surroundings.now())
  const reopened: string[] = []
  for (const facts of heard) if (await noteReminder(facts, { at, surroundings })) reopened.push(facts.domain)
  return { ...verdict, effect: reopened.length > 0 ? 'reopened' : 'noted', domains, reopened }
}

/** Whether that opened a closed deadline again. */
async function noteReminder(
  { domain, claim, deadline: before }: PurchaseFacts,
  { at, surroundings }: { at: number; surroundings: Surroundings },
): Promise<boolean> {
  const next = (current: Deadline) => hearReminder(current, at)
  const { state } = await surroundings.deadlines.change(domain, { claim, next })
  surroundings.note('contact_verification', { domain, state, reminder: true })
  return before?.state === 'verified' && state === 'open'
}
