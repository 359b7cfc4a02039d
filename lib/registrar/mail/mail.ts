/** Whether a message from the registrar means a deadline: document 2, Events, as a rule over its subject. Pure. */
import { domainToUnicode } from 'node:url'

/** What a subject says. */
export interface MailVerdict {
  /** It contains a word that indicates a deadline. */
  readonly deadline: boolean
  /** The document's words that were found. */
  readonly words: readonly string[]
  /** It starts with the marker and asks to verify: the message of a fresh purchase, or its reminder. */
  readonly verification: boolean
}

/** The words of document 2; Latin letters in any case, and in full width too. */
const DEADLINE_WORDS = ['ACTION REQUIRED', 'Verify', '確認', '以内に']
const MARKER = /^[\s[(【]*action required/i
const VERIFICATION_WORDS = ['Verify', '確認']

/** The verdict on a decoded subject. */
export function classifySubject(subject: string): MailVerdict {
  const text = subject.normalize('NFKC').replaceAll(/\s+/g, ' ')
  const words = DEADLINE_WORDS.filter(word => text.toLowerCase().includes(word.toLowerCase()))
  const asksToVerify = VERIFICATION_WORDS.some(word => words.includes(word))
  return { deadline: words.length > 0, words, verification: MARKER.test(text) && asksToVerify }
}

/** Those of `domains` that a subject names as a whole, in ASCII or as people write them. */
export function namedDomains(subject: string, domains: readonly string[]): string[] {
  const text = subject.normalize('NFKC').toLowerCase()
  return domains.filter(domain => [domain, domainToUnicode(domain)].some(name => names(text, name)))
}

/** Japanese text follows a name without a space, so only what could go on in a name ends the search. */
function names(text: string, name: string): boolean {
  const pattern = name.replaceAll('.', '\\.')
  return new RegExp(`(?<![a-z0-9.-])${pattern}(?!-|[a-z0-9]|\\.[a-z0-9])`).test(text)
}
