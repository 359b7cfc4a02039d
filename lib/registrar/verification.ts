/** The 15-day contact verification, as people and messages tell of it; what the registrar says is in `follow.ts`. */
import { AppError } from '../errors.ts'
import { type Deadline, hearPerson, hearReminder } from './deadline.ts'
import { hasDeadline, listFacts, type PurchaseFacts } from './facts.ts'
import { classifySubject, type MailVerdict, namedDomains } from './mail.ts'
import type { Surroundings } from './parts.ts'

/** A message that arrived; `date` in milliseconds since the epoch. */
export interface Mail {
  readonly subject: string
  readonly date?: number | undefined
  /** Where the subject does not name it. */
  readonly domain?: string | undefined
}

export interface MailReport extends MailVerdict {
  readonly domain?: string | undefined
  readonly effect: 'reopened' | 'noted' | 'none' | 'no known domain'
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

/** Reads a subject, and where it means a deadline notes the reminder with the domain that it names. */
export async function hearMail(
  { subject, date, domain }: Mail,
  surroundings: Surroundings,
): Promise<MailReport> {
  const verdict = classifySubject(subject)
  if (!verdict.deadline) return { ...verdict, effect: 'none' }
  const open = (await listFacts(surroundings)).filter(hasDeadline)
  const known = open.map(facts => facts.domain)
  const names = domain ? [domain] : namedDomains(subject, known)
  const facts = open.find(candidate => candidate.domain === names[0])
  if (!facts || names.length > 1) return { ...verdict, domain, effect: 'no known domain' }
  const at = Math.min(date ?? surroundings.now(), surroundings.now())
  const { claim, deadline: before } = facts
  const after = await surroundings.deadlines.change(facts.domain, {
    claim,
    next: current => hearReminder(current, at),
  })
  const reopened = before?.state === 'verified' && after.state === 'open'
  surroundings.note('contact_verification', { domain: facts.domain, state: after.state, reminder: true })
  return { ...verdict, domain: facts.domain, effect: reopened ? 'reopened' : 'noted' }
}
