import type { Command } from '@commander-js/extra-typings'
import { AppError } from '../../core/errors.ts'
import type { Client } from '../../core/http/client.ts'
import type { ReplyOf } from '../../core/http/contract.ts'
import { readPages } from '../../core/http/pages.ts'
import { adminContract } from '../../services/admin/contract.ts'
import type { CliContext } from '../context.ts'
import { ageText } from '../terminal/moment.ts'
import { operatorClient } from './client.ts'
import { confirms, showToPerson } from './decision.ts'
import { filling } from './fills.ts'
import { type OptionsOf, personOf, withCallOptions } from './options.ts'

const fills = filling<typeof adminContract>()

type NoticesReply = ReplyOf<typeof adminContract, 'notices'>

const noticesCommand = (command: Command) =>
  withCallOptions(command)
    .description('show what needs a person')
    .option('--send', 'notify people now of what is due, as the daily run does')
    .addOption(
      fills.option(
        '--done <key>',
        'record that you have dealt with it: people are notified again only at another step',
        'key',
      ),
    )
    .addOption(
      fills.option('--step <step>', 'with --done: the step that was shown, without being asked', 'step'),
    )
    .addOption(fills.option('--by <name>', 'with --done: your name; asked for if not given', 'person'))

type NoticesOptions = OptionsOf<typeof noticesCommand>

export function registerNotices(command: Command, context: CliContext): void {
  noticesCommand(command).action(options => {
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
  for (const { owner, reason } of failed) output.note(`${owner} could not be asked: ${reason.text}`)
  if (notices.length === 0)
    return output.line('nothing needs a person: what does, such as a deal to release, is listed here')
  for (const { key, text, meaning, act, command, since, told, done, over } of notices) {
    const age = ageText(since, context.now())
    const sent = told ? `notified ${ageText(told, context.now())}` : 'not notified yet'
    const remarks = [...(over ? ['over'] : []), ...(done ? [`done, says ${done}`] : [])]
    output.line(text)
    output.line(`  ${[key, `since ${age}`, sent, ...remarks].join(', ')}`)
    if (over || done) continue
    output.line(`  ${meaning} ${act}`)
    if (command !== undefined) output.command(`  ${command}`)
  }
}

async function allNotices(admin: Client<typeof adminContract>): Promise<Omit<NoticesReply, 'next'>> {
  const notices: NoticesReply['notices'][number][] = []
  let failed: NoticesReply['failed'] = []
  for await (const page of readPages(query => admin.notices({ query }))) {
    notices.push(...page.notices)
    failed = page.failed
  }
  return { notices, failed }
}

async function finish(context: CliContext, key: string, options: NoticesOptions): Promise<void> {
  const admin = await adminClient(context, options)
  const { notices } = await allNotices(admin)
  const found = notices.find(notice => notice.key === key)
  if (!found)
    throw new AppError('usage', `Cannot find the notice "${key}"`, { hint: 'kura notices lists them' })
  const output = context.output(options)
  showToPerson('the open item as it is now:', itemRows(found, context.now()), output)
  const step =
    options.step ?? ((await confirms('have you dealt with this?', context)) ? found.step : undefined)
  if (step === undefined) {
    output.result(found)
    return output.line('nothing was recorded')
  }
  const person = await personOf(context, options)
  output.result(await admin.finishNotice({ body: { key, step, person } }))
  output.line(`noted: ${found.text}`)
}

function itemRows({ key, step, text, act, since }: NoticesReply['notices'][number], now: number): string[][] {
  return [
    ['open item', key],
    ['what', text],
    ['since', ageText(since, now)],
    ['act', act],
    ['step', step],
  ]
}

async function send(context: CliContext, options: NoticesOptions): Promise<void> {
  const admin = await adminClient(context, options)
  const reply = await admin.sendNotices()
  const { open, outlets, failed, ignored = [] } = reply
  const output = context.output(options)
  for (const line of ignored) output.note(line)
  output.result(reply)
  for (const { outlet, messages, told, waiting } of outlets) {
    output.line(`${open} open, ${told} sent by ${outlet} in ${messages} messages`)
    for (const { keys, reason } of waiting)
      output.line(`not sent by ${outlet}: ${keys.length > 0 ? `${keys.join(', ')}: ` : ''}${reason.text}`)
  }
  for (const { owner, reason } of failed) output.note(`${owner} could not be asked: ${reason.text}`)
}

function adminClient(context: CliContext, options: NoticesOptions) {
  return operatorClient(adminContract, { ...options, scopes: ['admin', 'approve'] }, context)
}
