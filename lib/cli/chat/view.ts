/** The replies of the chat function, for people. */
import type { ChannelCheck, DeliveryDryRun, DeliverySummary } from '../../chat/contract.ts'
import { momentText } from '../terminal/moment.ts'
import type { Output } from '../terminal/output.ts'

export function showCheck(check: ChannelCheck, output: Output): void {
  const rows = check.observations.map(({ bot, saw }) => [bot.name, sightText(saw)])
  output.table(rows, ['bot', 'channel'])
  showRefused(check, output)
  output.line()
  output.line(check.decision.use === 'channel' ? 'use the channel' : check.decision.why)
}

function sightText(saw: ChannelCheck['observations'][number]['saw']): string {
  if ('unanswered' in saw) return 'no answer'
  if ('status' in saw) return `${saw.status}, code ${saw.code}`
  const lacks = saw.lacks ? `, lacks ${saw.lacks.join(', ')}` : ''
  return `sees it, type ${saw.type}${lacks}`
}

export function showDryRun(run: DeliveryDryRun, output: Output): void {
  showRefused(run, output)
  if (run.why) output.line(run.why)
  const target = run.channelName ? `a private channel "${run.channelName}"` : (run.channel ?? 'each of them')
  output.line(`dry run: ${run.characters} characters by ${run.way.replaceAll('_', ' ')} to ${target}`)
  output.table(run.people.map(({ label, id }) => [label, id]))
  output.line(
    run.begun === undefined
      ? 'add --write to send'
      : `begun on ${momentText(run.begun)}: --write sends only what has not been sent; kura chat summary shows what has`,
  )
}

function showRefused({ refused }: Pick<ChannelCheck, 'refused'>, output: Output): void {
  for (const { token, reason } of refused) output.line(`token ${token} is not used: ${reason}`)
}

/** Without the reason why the channel that was asked for is not used: `showSummary` shows that too. */
export function showOutcome(summary: DeliverySummary, output: Output): void {
  const { way, reached, unreached, answered, silent, unread, complete } = summary
  output.line(`by ${way.replaceAll('_', ' ')}: ${reached.length} reached, ${unreached.length} not`)
  const awaited = new Set([...answered, ...silent, ...unread].map(({ id }) => id))
  const rows = [
    ...reached.filter(({ id }) => !awaited.has(id)).map(({ label }) => [label, 'reached', '']),
    ...answered.map(({ label, at }) => [label, 'reached', `answered ${momentText(at)}`]),
    ...silent.map(({ label }) => [label, 'reached', 'no answer yet']),
    ...unread.map(({ label, reason }) => [label, 'reached', `answers not read: ${reason}`]),
    ...unreached.map(({ label, state, reason }) => [label, state.replaceAll('_', ' '), reason]),
  ]
  output.table(rows, ['who', 'state', 'remark'])
  if (complete) return
  output.line('the delivery is not complete: run it again, nobody receives it twice')
  if (unreached.some(({ state }) => state === 'unknown'))
    output.line('if a message stays unknown, look for it on the platform and settle it: kura chat messages')
}

export function showSummary(summary: DeliverySummary, output: Output): void {
  if (summary.why) output.line(summary.why)
  showOutcome(summary, output)
}
