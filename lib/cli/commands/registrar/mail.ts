/** `kura registrar mail`: finds out whether a message of the registrar is about a deadline. */

import type { Command } from '@commander-js/extra-typings'
import type { RegistrarContract, RegistrarReply } from '../../../services/registrar/contract.ts'
import type { CliContext } from '../../context.ts'
import { filling } from '../../operator/fills.ts'
import { type OptionsOf, withCallOptions } from '../../operator/options.ts'
import { readGivenBytes } from '../../terminal/given-file.ts'
import { readStandardBytes } from '../../terminal/standard-input.ts'
import { registrarClient } from './client.ts'
import { readDomainArgument } from './domain-argument.ts'
import { readMessageHead } from './message-head.ts'

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
