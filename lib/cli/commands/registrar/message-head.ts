/** Reads the subject, the sender and the date of a message, as a mail program saves it. The body is not read. */
import PostalMime from 'postal-mime'
import { AppError } from '../../../core/errors.ts'
import { decodeSubject } from './subject.ts'

export interface MessageHead {
  /** The subject, as far as it can be read. */
  readonly subject: string
  /** Set if a part of the subject cannot be read surely. */
  readonly unreadable?: true
  /** The e-mail address of the sender, in lower case; empty if the message names none. */
  readonly from: string
  /** The date in milliseconds since the epoch; undefined if the message has no readable date. */
  readonly date?: number | undefined
}

/** Matches the first subject, with the lines that continue it. */
const SUBJECT = /\nsubject[ \t]*:((?:.*(?:\r?\n(?=[ \t]))?)*)/i

/** Matches control characters. They are removed, so that the author of a message cannot control the terminal. */
const CONTROLS = /\p{Cc}+/gu

/** @throws AppError `usage` if the message has no subject, or cannot be read */
export async function readMessageHead(message: Uint8Array | string): Promise<MessageHead> {
  const [head = ''] = Buffer.from(message)
    .toString('latin1')
    .replace(/^\xef\xbb\xbf/, '')
    .split(/\r?\n\r?\n/, 1)
  const { from, date } = await parse(Buffer.from(`${head}\r\n\r\n`, 'latin1'))
  const { text, unreadable: isUnreadable } = decodeSubject(SUBJECT.exec(`\n${head}`)?.[1] ?? '')
  const shown = text.replaceAll(CONTROLS, ' ').replace(/ +/g, ' ').trim()
  if (!shown) throw unreadable('it has no subject')
  const at = Date.parse(date ?? '')
  return {
    subject: shown,
    ...(isUnreadable && { unreadable: true }),
    from: (from?.address ?? '').replaceAll(CONTROLS, '').toLowerCase(),
    ...(Number.isFinite(at) && { date: at }),
  }
}

async function parse(head: Uint8Array) {
  try {
    return await PostalMime.parse(head)
  } catch (cause) {
    throw unreadable('its headers are too long or malformed', cause)
  }
}

function unreadable(reason: string, cause?: unknown): AppError {
  return new AppError('usage', `Cannot read the message: ${reason}`, {
    hint: 'give the whole message with its headers, as the mail program saves it',
    cause,
  })
}
