/** `kura registrar deadlines | verified | mail`: the registrant's e-mail, which must be confirmed within 15 days. */
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Command } from 'commander'
import { AppError } from '../../errors.ts'
import { readDomain } from '../../registrar/domain-name.ts'
import { readMessageHead } from '../../registrar/mail/message-head.ts'
import type { CliContext } from '../context.ts'
import { readReply } from '../operator/client.ts'
import { type CallOptions, personOf, withCallOptions } from '../operator/options.ts'
import { momentText } from '../terminal/moment.ts'
import { readStandardInput } from '../terminal/standard-input.ts'
import { deadlinesAnswer, type MailAnswer, mailAnswer, purchaseAnswer } from './answers.ts'
import { noteFailures, pathOf, registrarCall } from './call.ts'

export function registerRegistrarDeadlines(registrar: Command, context: CliContext): void {
  const all = registrar.command('deadlines').description("by when each registrant's e-mail must be confirmed")
  withCallOptions(all).action((options: CallOptions) => deadlines(context, options))
  const verified = registrar
    .command('verified')
    .argument('<domain>', 'such as example.com', readDomain)
    .description('say that the link in the message was followed')
    .option('--by <name>', 'who says so')
  withCallOptions(verified).action((domain: string, options: CallOptions & { by?: string }) =>
    sayVerified(context, domain, options),
  )
  const mail = registrar
    .command('mail')
    .argument('[file]', 'a message with its headers; standard input unless given')
    .description('whether a message means a deadline; a reminder opens a closed one again')
    .option('--domain <domain>', 'where the subject does not name it', readDomain)
  withCallOptions(mail).action((file: string | undefined, options: CallOptions & { domain?: string }) =>
    classify(context, file, options),
  )
}

async function deadlines(context: CliContext, options: CallOptions): Promise<void> {
  const call = await registrarCall(context, options)
  const answer = await call({ method: 'GET', path: pathOf('deadlines') })
  const { deadlines } = readReply(deadlinesAnswer, answer)
  const output = context.output(options)
  output.result({ deadlines })
  noteFailures(output, deadlines)
  if (deadlines.length === 0) return output.line('no deadline stands')
  output.table(
    deadlines.map(({ domain, state, verifyBy, source, verifiedBy, reopened }) => [
      domain,
      momentText(verifyBy ?? ''),
      `${state}${verifiedBy ? ` by ${verifiedBy}` : ''}${reopened ? ', reopened by a reminder' : ''}`,
      source === 'rule' ? '15 days from the purchase' : 'the registrar',
    ]),
    ['domain', 'confirm by', 'state', 'says'],
  )
}

async function sayVerified(
  context: CliContext,
  domain: string,
  options: CallOptions & { by?: string },
): Promise<void> {
  const person = await personOf(context, options)
  const call = await registrarCall(context, options)
  const path = pathOf('domains', domain, 'verified')
  const view = readReply(purchaseAnswer, await call({ method: 'POST', path, json: { person } }))
  const output = context.output(options)
  output.result(view)
  output.line(`noted: the e-mail of ${domain} is confirmed, says ${view.verification?.verifiedBy ?? person}`)
}

async function classify(
  context: CliContext,
  file: string | undefined,
  options: CallOptions & { domain?: string },
): Promise<void> {
  const { subject, from, date } = readMessageHead(await readMessage(context, file))
  const call = await registrarCall(context, options)
  const json = {
    subject,
    ...(date !== undefined && { date: new Date(date).toISOString() }),
    ...(options.domain !== undefined && { domain: options.domain }),
  }
  const report = readReply(mailAnswer, await call({ method: 'POST', path: pathOf('mail'), json }))
  const output = context.output(options)
  output.result({ subject, from, ...report })
  output.table([
    ['subject', subject],
    ['sender', from || 'not named'],
    ['deadline', report.deadline ? `yes (${report.words.join(', ')})` : 'no'],
    ['effect', effectText(report)],
  ])
}

function effectText({ effect, domains, reopened }: MailAnswer): string {
  const noted = domains.filter(domain => !reopened.includes(domain))
  switch (effect) {
    case 'no known domain':
      return 'none: it names no domain that was bought here; say --domain'
    case 'none':
      return 'none'
    default:
      return [
        ...reopened.map(domain => `the deadline of ${domain} is open again`),
        ...noted.map(domain => `noted with the deadline of ${domain}`),
      ].join('; ')
  }
}

async function readMessage(context: CliContext, file: string | undefined): Promise<string> {
  if (file === undefined || file === '-') return readStandardInput(context)
  return readFile(resolve(context.cwd, file), 'utf8').catch((cause: unknown) => {
    throw new AppError('usage', `Cannot read the message "${file}"`, { cause })
  })
}
