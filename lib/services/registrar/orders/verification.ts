import { domainToUnicode } from 'node:url'
import { refuseOtherOperation } from '../../../core/claims/transitions/refusals.ts'
import { AppError } from '../../../core/errors.ts'
import type { RegistrarReply } from '../contract.ts'
import type { RequestDeps } from '../deps.ts'
import { closeByPerson, type Deadline, recordReminder } from './deadline.ts'
import { hasDeadline, listFacts, type PurchaseFacts } from './facts.ts'
import { refresh } from './follow.ts'

export interface Mail {
  readonly subject: string
  /** Whether a part of the subject could not be decoded with certainty. */
  readonly unreadable?: boolean | undefined
  /** The time of arrival in milliseconds since the epoch. */
  readonly date?: number | undefined
  /** The domain; by default, those that the subject names. */
  readonly domain?: string | undefined
}

/**
 * Stores a person's statement that the e-mail is confirmed, then queries the registrar. If the query fails, the
 * statement is kept, and the facts contain the reason.
 * @throws AppError `conflict` if there is no deadline, or if another attempt was shown to the person
 */
export async function closeDeadline(
  facts: PurchaseFacts,
  { by, operation }: { by: string; operation: string },
  deps: RequestDeps,
): Promise<PurchaseFacts> {
  const { deadlines, note } = deps
  const { domain, claim } = facts
  const cannot = `Cannot close the deadline of "${domain}"`
  refuseOtherOperation(cannot, claim, { operation })
  if (!hasDeadline(facts))
    throw new AppError('conflict', `${cannot}: its purchase is ${claim.state}`, {
      hint: `look at the purchase: kura registrar orders ${domain}`,
    })
  const next = (current: Deadline, now: number) => closeByPerson(current, by, now)
  const deadline = await deadlines.change(facts, next)
  note('contact_verification', { domain, state: deadline.state, by: deadline.verifiedBy })
  const closed = { ...facts, deadline }
  return refresh(closed, {}, deps)
}

/** Records a mail. An unreadable subject that names no domain counts for every domain with a deadline. */
export async function reportMail(
  { subject, unreadable = isUndecoded(subject), date, domain }: Mail,
  deps: RequestDeps,
): Promise<RegistrarReply<'reportMail'>> {
  const classified = classifySubject(subject, { unreadable })
  if (!classified.deadline) return { ...classified, effect: 'none', domains: [], reopened: [] }
  const bought = (await listFacts(deps)).filter(hasDeadline)
  const known = bought.map(facts => facts.domain)
  const found = domain ? [domain] : namedDomains(subject, known)
  const named = unreadable && found.length === 0 ? known : found
  const concerned = bought.filter(facts => named.includes(facts.domain))
  const domains = concerned.map(facts => facts.domain)
  if (domains.length === 0) return { ...classified, effect: 'no known domain', domains, reopened: [] }
  const at = Math.min(date ?? deps.now(), deps.now())
  const reopened: string[] = []
  for (const facts of concerned) if (await noteReminder(facts, at, deps)) reopened.push(facts.domain)
  return { ...classified, effect: reopened.length > 0 ? 'reopened' : 'noted', domains, reopened }
}

/** Notes a reminder, and returns whether it reopened a closed deadline. */
async function noteReminder(
  facts: PurchaseFacts,
  at: number,
  { deadlines, note }: RequestDeps,
): Promise<boolean> {
  const { state } = await deadlines.change(facts, current => recordReminder(current, at))
  note('contact_verification', { domain: facts.domain, state, reminder: true })
  return facts.deadline?.state === 'verified' && state === 'open'
}

type SubjectClass = Pick<RegistrarReply<'reportMail'>, 'deadline' | 'words' | 'verification'>

/** Document 2's words for a deadline. Latin letters match in any case, also as full-width letters. */
const DEADLINE_WORDS = ['ACTION REQUIRED', 'Verify', '確認', '以内に']
const MARKER = /^[\s[(【]*action required/i
const VERIFICATION_WORDS = ['Verify', '確認']

/** Matches a replacement character or an encoded word, which was not decoded and may hide a word or a domain. */
const UNDECODED = /\ufffd|=\?[^?\s]+\?[bq]\?[^?]*\?=/i

function isUndecoded(subject: string): boolean {
  return UNDECODED.test(subject)
}

/** Classifies a subject; `deadline` is `unknown` if a part is `unreadable` and no word is found. */
export function classifySubject(
  subject: string,
  { unreadable = isUndecoded(subject) }: { unreadable?: boolean } = {},
): SubjectClass {
  const text = subject.normalize('NFKC').replaceAll(/\s+/g, ' ')
  const words = DEADLINE_WORDS.filter(word => text.toLowerCase().includes(word.toLowerCase()))
  const asksToVerify = VERIFICATION_WORDS.some(word => words.includes(word))
  const deadline = words.length > 0 || (unreadable ? 'unknown' : false)
  return { deadline, words, verification: MARKER.test(text) && asksToVerify }
}

/** The domains that a subject names in full, in ASCII or in their own letters. */
export function namedDomains(subject: string, domains: readonly string[]): string[] {
  const text = subject.normalize('NFKC').toLowerCase()
  return domains.filter(domain => [domain, domainToUnicode(domain)].some(name => names(text, name)))
}

/** Whether the text has the name. Japanese text may follow without a space, but nothing that continues the name. */
function names(text: string, name: string): boolean {
  const pattern = name.replaceAll('.', '\\.')
  return new RegExp(`(?<![a-z0-9.-])${pattern}(?!-|[a-z0-9]|\\.[a-z0-9])`).test(text)
}
