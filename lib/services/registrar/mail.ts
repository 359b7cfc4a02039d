/**
 * Messages from the registrar: subject, sender and date of a message (RFC 5322), and whether its subject means a deadline
 * (document 2, Events). Encoded words (RFC 2047) are decoded from any character set that the platform knows: Japanese
 * senders use ISO-2022-JP and UTF-8. The body is not read. Pure.
 */
import { domainToUnicode } from 'node:url'
import { AppError } from '../../core/errors.ts'
import type { RegistrarReply } from './contract.ts'

export interface MessageHead {
  readonly subject: string
  /** The address alone. */
  readonly from: string
  /** Milliseconds since the epoch; undefined if the message has no readable date. */
  readonly date?: number | undefined
}

/** Control characters are removed, so that a message's author cannot control the terminal. */
const CONTROLS = /\p{Cc}+/gu

/** @throws AppError `usage` if there is no subject */
export function readMessageHead(message: string): MessageHead {
  const fields = headerFields(message)
  const subject = decodeWords(fields.get('subject') ?? '')
    .replaceAll(CONTROLS, ' ')
    .trim()
  if (subject === '') {
    throw new AppError('usage', 'Cannot read the message: it has no subject', {
      hint: 'give the whole message with its headers, as the mail program saves it',
    })
  }
  const date = Date.parse(fields.get('date') ?? '')
  return {
    subject,
    from: addressOf((fields.get('from') ?? '').replaceAll(CONTROLS, '')),
    ...(Number.isFinite(date) && { date }),
  }
}

/** The first field of each name, unfolded (RFC 5322, section 2.2.3). */
function headerFields(message: string): Map<string, string> {
  const [head = ''] = message.replace(/^\uFEFF/, '').split(/\r?\n\r?\n/, 1)
  const lines = head.replaceAll(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)
  const fields = new Map<string, string>()
  for (const line of lines) {
    const [, name = '', value = ''] = /^([!-9;-~]+):\s*(.*)$/.exec(line) ?? []
    if (name !== '' && !fields.has(name.toLowerCase())) fields.set(name.toLowerCase(), value)
  }
  return fields
}

const WORD = /=\?([^?*\s]+)(?:\*[^?]*)?\?([bq])\?([^?]*)\?=/gi

/** White space between two encoded words is not part of the text (RFC 2047, section 6.2). */
function decodeWords(text: string): string {
  return text
    .replaceAll(/(\?=)\s+(?==\?[^?\s]+\?[bq]\?)/gi, '$1')
    .replaceAll(WORD, (word, charset: string, encoding: string, content: string) => {
      const bytes = encoding.toLowerCase() === 'b' ? Buffer.from(content, 'base64') : quotedBytes(content)
      return decodeBytes(bytes, charset) ?? word
    })
}

function quotedBytes(content: string): Buffer {
  const text = content.replaceAll('_', ' ')
  const raw = text.replaceAll(/=([0-9a-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
  return Buffer.from(raw, 'latin1')
}

function decodeBytes(bytes: Buffer, charset: string): string | undefined {
  try {
    return new TextDecoder(charset).decode(bytes)
  } catch {
    return undefined
  }
}

/** `Name <a@b>` or `a@b`. */
function addressOf(text: string): string {
  return (
    /<([^<>\s]+@[^<>\s]+)>/.exec(text)?.[1] ??
    /[^\s<>",]+@[^\s<>",]+/.exec(text)?.[0] ??
    ''
  ).toLowerCase()
}

/** The meaning of a subject; `contract-schemas.ts` describes the members. */
export type SubjectClass = Pick<RegistrarReply<'reportMail'>, 'deadline' | 'words' | 'verification'>

/** The words of document 2; Latin letters in any case, full-width ones too. */
const DEADLINE_WORDS = ['ACTION REQUIRED', 'Verify', '確認', '以内に']
const MARKER = /^[\s[(【]*action required/i
const VERIFICATION_WORDS = ['Verify', '確認']

/** Classifies a decoded subject. */
export function classifySubject(subject: string): SubjectClass {
  const text = subject.normalize('NFKC').replaceAll(/\s+/g, ' ')
  const words = DEADLINE_WORDS.filter(word => text.toLowerCase().includes(word.toLowerCase()))
  const asksToVerify = VERIFICATION_WORDS.some(word => words.includes(word))
  return { deadline: words.length > 0, words, verification: MARKER.test(text) && asksToVerify }
}

/** The `domains` that a subject names in full, in ASCII or as people write them. */
export function namedDomains(subject: string, domains: readonly string[]): string[] {
  const text = subject.normalize('NFKC').toLowerCase()
  return domains.filter(domain => [domain, domainToUnicode(domain)].some(name => names(text, name)))
}

/** Japanese text follows a name without a space, so only characters that could continue the name are excluded. */
function names(text: string, name: string): boolean {
  const pattern = name.replaceAll('.', '\\.')
  return new RegExp(`(?<![a-z0-9.-])${pattern}(?!-|[a-z0-9]|\\.[a-z0-9])`).test(text)
}
