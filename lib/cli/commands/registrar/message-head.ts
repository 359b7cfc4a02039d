/** Reads the subject, the sender and the date of a message, as a mail program saves it. The body is not read. */
import PostalMime from 'postal-mime'
import { AppError } from '../../../core/errors.ts'

export interface MessageHead {
  readonly subject: string
  /** The e-mail address of the sender, in lower case; empty if the message names none. */
  readonly from: string
  /** The date in milliseconds since the epoch; undefined if the message has no readable date. */
  readonly date?: number | undefined
}

/** Matches control characters. They are removed, so that the author of a message cannot control the terminal. */
const CONTROLS = /\p{Cc}+/gu

/** Reads the head of a message. @throws AppError `usage` if the message has no subject, or cannot be read */
export async function readMessageHead(message: string): Promise<MessageHead> {
  const [head = ''] = message.replace(/^\uFEFF/, '').split(/\r?\n\r?\n/, 1)
  const { subject, from, date } = await parse(`${head}\r\n\r\n`)
  const shown = subject?.replaceAll(CONTROLS, ' ').trim()
  if (!shown) throw unreadable('it has no subject')
  const at = Date.parse(date ?? '')
  return {
    subject: shown,
    from: (from?.address ?? '').replaceAll(CONTROLS, '').toLowerCase(),
    ...(Number.isFinite(at) && { date: at }),
  }
}

async function parse(head: string) {
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
