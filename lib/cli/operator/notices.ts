/** `kura notices`: what needs a person, the oldest first. */
import type { Command } from 'commander'
import { adminContract } from '../../admin/contract.ts'
import { AppError } from '../../errors.ts'
import type { Client } from '../../http/client.ts'
import type { ReplyOf } from '../../http/contract.ts'
import { readPages } from '../../http/pages.ts'
import type { CliContext } from '../context.ts'
import { ageText } from '../terminal/moment.ts'
import { operatorClient } from './client.ts'
import { type CallOptions, personOf, withCallOptions } from './options.ts'

type NoticesReply = ReplyOf<typeof adminContract, 'notices'>

interface NoticesOptions extends CallOptions {
  readonly send?: true
  readonly done?: string
  readonly by?: string
}

export function registerNotices(program: Command, context: CliContext): void {
  withCallOptions(program.command('notices'))
    .description('show what needs a person')
    .option('--send', 'tell people now what is due, as the daily run does')
    .option('--done <matter>', 'record that you have dealt with it: it is told again only at another step')
    .option('--by <name>', 'with --done: your name; asked for if not given')
    .action((options: NoticesOptions) => {
      if (options.done !== undefined) return finish(context, options.done, options)
      return options.send ? send(context, options) : list(context, options)
    })
}

async function list(context: CliContext, options: NoticesOptions): Promise<void> {
  const admin = await adminClient(context, options)
  const reply = await allNotices(admin)
  const { notices, failed } = reply
  const output = context.output(options)
  output.result(reply)
  for (const { owner, reason } of failed) output.note(`${owner} could not be asked: ${reason}`)
  if (notices.length === 0) return output.line('nothing needs a person')
  const rows = notices.map(({ key, text, since, told, done, over }) => [
    key,
    ageText(since, context.now()),
    told ? ageText(told, context.now()) : 'not yet',
    `${over ? 'over: ' : ''}${done ? `done, says ${done}: ` : ''}${text}`,
  ])
  output.table(rows, ['matter', 'since', 'told', 'what to do'])
}

/** The notices of all pages. */
async function allNotices(admin: Client<typeof adminContract>): Promise<Omit<NoticesReply, 'next'>> {
  const notices: NoticesReply['notices'][number][] = []
  let failed: NoticesReply['failed'] = []
  for await (const page of readPages(query => admin.notices({ query }))) {
    notices.push(...page.notices)
    failed = page.failed
  }
  return { notices, failed }
}

/** What the person has dealt with is the matter as it is listed now. */
async function finish(context: CliContext, key: string, options: NoticesOptions): Promise<void> {
  const admin = await adminClient(context, options)
  const { notices } = await allNotices(admin)
  const found = notices.find(notice => notice.key === key)
  if (!found)
    throw new AppError('usage', `Cannot find the notice "${key}"`, { hint: 'kura notices lists them' })
  const person = await personOf(context, options)
  const output = context.output(options)
  output.result(await admin.finishNotice({ body: { key, step: found.step, person } }))
  output.line(`noted: ${found.text}`)
}

async function send(context: CliContext, options: NoticesOptions): Promise<void> {
  const admin = await adminClient(context, options)
  const reply = await admin.sendNotices()
  const { outlet, open, told, waiting, failed } = reply
  const output = context.output(options)
  output.result(reply)
  output.line(`${open} open, ${told} told by ${outlet}`)
  for (const { key, reason } of waiting) output.line(`${key} was not told: ${reason}`)
  for (const { owner, reason } of failed) output.note(`${owner} could not be asked: ${reason}`)
}

function adminClient(context: CliContext, options: NoticesOptions) {
  return operatorClient(adminContract, { ...options, scopes: ['admin', 'approve'] }, context)
}
