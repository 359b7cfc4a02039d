/**
 * Subject, sender and date of a mail message (RFC 5322). Encoded words (RFC 2047) are decoded from any character set that
 * the platform knows: Japanese senders use ISO-2022-JP and UTF-8. The body is not read.
 */
import { AppError } from '../../../core/errors.ts'

export interface MessageHead {
  readonly subject: string
  /** The address alone. */
  readonly from: string
  /** Milliseconds since the epoch; undefined if the message has no readable date. */
  readonly date?: number | undefined
}

/** The author of a message must not control the terminal. */
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
