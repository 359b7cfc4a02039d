import type { Command } from '@commander-js/extra-typings'
import PostalMime from 'postal-mime'
import { AppError } from '../../../core/errors.ts'
import type { RegistrarContract, RegistrarReply } from '../../../services/registrar/contract.ts'
import type { CliContext } from '../../context.ts'
import { filling } from '../../operator/fills.ts'
import { type OptionsOf, withCallOptions } from '../../operator/options.ts'
import { readGivenBytes } from '../../terminal/given-file.ts'
import { readStandardBytes } from '../../terminal/standard-input.ts'
import { readDomainArgument, registrarClient } from './client.ts'
import { decodeSubject } from './subject.ts'

const fills = filling<RegistrarContract>()

const mailCommand = (registrar: Command) =>
  withCallOptions(
    registrar
      .command('mail')
      .addArgument(
        fills.argument('[file]', 'a message with its headers, or - for standard input', '').default('-'),
      )
      .description('tell whether a message sets a deadline; a reminder reopens a closed one')
      .addOption(
        fills
          .option('--domain <domain>', 'the domain, if the subject does not name it', 'domain')
          .argParser(readDomainArgument),
      ),
  )

export function registerRegistrarMail(registrar: Command, context: CliContext): void {
  mailCommand(registrar).action((file, options) => reportMail(file, options, context))
}

async function reportMail(
  file: string,
  options: OptionsOf<typeof mailCommand>,
  context: CliContext,
): Promise<void> {
  const { subject, from, date, unreadable } = await readMessageHead(await readMessage(file, context))
  const client = await registrarClient(options, context)
  const { domain } = options
  const report = await client.reportMail({
    body: {
      subject,
      ...(unreadable && { unreadable }),
      ...(date !== undefined && { date: new Date(date).toISOString() }),
      ...(domain !== undefined && { domain }),
    },
  })
  const output = context.output(options)
  output.result({ subject, from, ...report })
  output.table([
    ['subject', subject],
    ['sender', from || 'not named'],
    ['deadline', deadlineText(report)],
    ['effect', effectText(report)],
  ])
}

function deadlineText({ deadline, words }: RegistrarReply<'reportMail'>): string {
  if (deadline === 'unknown') return 'unknown, look at the mail: its subject cannot be read surely'
  return deadline ? `yes (${words.join(', ')})` : 'no'
}

function effectText({ effect, domains, reopened }: RegistrarReply<'reportMail'>): string {
  const noted = domains.filter(domain => !reopened.includes(domain))
  switch (effect) {
    case 'no known domain':
      return 'none: it names no domain that was bought here; name one with --domain'
    case 'none':
      return 'none'
    default:
      return [
        ...reopened.map(domain => `the deadline of ${domain} is open again`),
        ...noted.map(domain => `noted with the deadline of ${domain}`),
      ].join('; ')
  }
}

async function readMessage(file: string, context: CliContext): Promise<Uint8Array> {
  if (file === '-') return readStandardBytes(context)
  return readGivenBytes(file, 'the message', context)
}

interface MessageHead {
  readonly subject: string
  readonly unreadable?: true
  /** The e-mail address of the sender, in lower case; empty if the message names no sender. */
  readonly from: string
  /** The date in milliseconds since the epoch; undefined if the message has no readable date. */
  readonly date?: number | undefined
}

const SUBJECT = /\nsubject[ \t]*:((?:.*(?:\r?\n(?=[ \t]))?)*)/i

/** Matches control characters, which are removed, so that the author of a message cannot control the terminal. */
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
