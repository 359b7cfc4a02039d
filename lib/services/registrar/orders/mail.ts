/**
 * Finds out from the subject of the registrar's mail whether it is about a deadline, and which domains it names
 * (document 2, Events). `lib/cli/commands/registrar/message-head.ts` takes the subject out of the mail. Pure.
 */
import { domainToUnicode } from 'node:url'
import type { RegistrarReply } from '../contract.ts'

/** The facts in a subject; `contract-schemas.ts` describes the members. */
export type SubjectClass = Pick<RegistrarReply<'reportMail'>, 'deadline' | 'words' | 'verification'>

/**
 * The words by which document 2 recognizes a message about a deadline. Latin letters match in any case, also as
 * full-width letters.
 */
const DEADLINE_WORDS = ['ACTION REQUIRED', 'Verify', '確認', '以内に']
const MARKER = /^[\s[(【]*action required/i
const VERIFICATION_WORDS = ['Verify', '確認']

/** Matches what remains of a subject that could not be decoded: a replacement character, or an encoded word. */
const UNDECODED = /\ufffd|=\?[^?\s]+\?[bq]\?[^?]*\?=/i

/** Whether a part of the subject was not decoded: it may hide a word or a domain. */
export function isUndecoded(subject: string): boolean {
  return UNDECODED.test(subject)
}

/**
 * Classifies a decoded subject. If a part is `unreadable` and no word of a deadline is found, `deadline` is `unknown`.
 */
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

/** The domains that a subject names in full, in ASCII or as people write them. */
export function namedDomains(subject: string, domains: readonly string[]): string[] {
  const text = subject.normalize('NFKC').toLowerCase()
  return domains.filter(domain => [domain, domainToUnicode(domain)].some(name => names(text, name)))
}

/** Whether the text has the name; Japanese text may follow without a space, but nothing that continues the name. */
function names(text: string, name: string): boolean {
  const pattern = name.replaceAll('.', '\\.')
  return new RegExp(`(?<![a-z0-9.-])${pattern}(?!-|[a-z0-9]|\\.[a-z0-9])`).test(text)
}
