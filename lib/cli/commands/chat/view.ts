/** Shows the replies of the chat function to people. */
import { phrase } from '../../../core/language/catalogue.ts'
import { english } from '../../../core/language/text.ts'
import type { ChannelCheck, DeliveryDryRun, DeliverySummary } from '../../../services/chat/contract.ts'
import { WAYS } from '../../../services/chat/delivery/words.ts'
import { momentText } from '../../terminal/moment.ts'
import type { Output } from '../../terminal/output.ts'

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

export function showDryRun(
  run: DeliveryDryRun,
  { output, timezone }: { output: Output; timezone: string },
): void {
  showRefused(run, output)
  if (run.why) output.line(run.why)
  const target = run.channelName ? `a private channel "${run.channelName}"` : (run.channel ?? 'each of them')
  output.line(`dry run: ${run.characters} characters by ${english(phrase(WAYS[run.way]))} to ${target}`)
  output.table(run.people.map(({ label, id }) => [label, id]))
  for (const line of nextLines(run, timezone)) output.line(line)
}

function nextLines({ begun, people }: DeliveryDryRun, timezone: string): string[] {
  if (begun !== undefined)
    return [
      `begun on ${momentText(begun, timezone)}: --write sends only what has not been sent; kura chat summary shows what has`,
    ]
  const next = 'add --write to send'
  if (people.every(({ label, id }) => label === id)) return [next]
  const ids = people.map(({ id }) => id).join(' ')
  return [next, `names are looked up again then; to send to these people: --to ${ids}`]
}

function showRefused({ refused }: Pick<ChannelCheck, 'refused'>, output: Output): void {
  for (const { token, reason } of refused) output.line(`token ${token} is not used: ${reason}`)
}

/** Shows the summary in the company's language, as the host worded it. */
export function showSummary({ text }: Pick<DeliverySummary, 'text'>, output: Output): void {
  output.line(text)
}
