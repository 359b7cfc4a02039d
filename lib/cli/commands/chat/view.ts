import { catalogue, phrase } from '../../../core/language/catalogue.ts'
import { reasonIn } from '../../../core/language/text.ts'
import type { Phrase, Reason } from '../../../core/phrase.ts'
import type { ChannelCheck, DeliveryDryRun, DeliverySummary } from '../../../services/chat/contract.ts'
import {
  begunBefore,
  summaryLines,
  unusedChannel,
  unusedTokens,
} from '../../../services/chat/delivery/rows.ts'
import { DELIVERY, WAYS } from '../../../services/chat/delivery/words.ts'
import type { Output } from '../../terminal/output.ts'

const CHAT = catalogue('cli.chat', {
  bot: { en: 'bot', ja: 'ボット' },
  channel: { en: 'channel', ja: 'チャンネル' },
  use: { en: 'use the channel', ja: 'チャンネルを使えます' },
  unanswered: { en: 'no answer', ja: '応答なし' },
  refused: { en: '{status}, code {code}', ja: 'HTTP {status}、コード {code}' },
  sees: { en: 'sees it, type {type}', ja: '閲覧できます（種類{type}）' },
  lacks: {
    en: 'sees it, type {type}, lacks {permissions}',
    ja: '閲覧できます（種類{type}）。不足している権限：{permissions}',
  },
  dryRun: {
    en: 'dry run: {characters} by {way} to {target}',
    ja: '予定の表示です。送信していません：{characters}、{way}、宛先 {target}',
  },
  each: { en: 'each of them', ja: '次の人' },
  more: {
    en: 'add --write to send what is left; kura chat summary shows what was sent',
    ja: '続きを送る：--write を付けてください。送信済みの分の確認：kura chat summary',
  },
  write: { en: 'add --write to send', ja: '送信する：--write を付けてください' },
  again: {
    en: 'names are looked up again then; to send to these people: --to {ids}',
    ja: '送信時に、名前をもう一度調べます。この人たちに送る：--to {ids}',
  },
})

export function showCheck(check: ChannelCheck, output: Output): void {
  const rows = check.observations.map(({ bot, saw }) => [bot.name, sightOf(saw)])
  output.table(rows, [phrase(CHAT.bot), phrase(CHAT.channel)])
  showLines(unusedTokens(check), output)
  output.line()
  output.line(decided(check.decision))
}

function decided(decision: ChannelCheck['decision']): Reason {
  if (decision.use === 'channel') return phrase(CHAT.use)
  return reasonIn(decision.why)
}

function sightOf(saw: ChannelCheck['observations'][number]['saw']): Phrase {
  if ('unanswered' in saw) return phrase(CHAT.unanswered)
  if ('status' in saw) return phrase(CHAT.refused, { status: saw.status, code: saw.code })
  const { type, lacks } = saw
  return lacks ? phrase(CHAT.lacks, { type, permissions: lacks }) : phrase(CHAT.sees, { type })
}

export function showDryRun(run: DeliveryDryRun, output: Output): void {
  const { way, people, channel, channelName } = run
  showLines([...unusedTokens(run), ...unusedChannel(run)], output)
  const characters = phrase(DELIVERY.characters, { count: run.characters })
  const made = channelName && phrase(DELIVERY.toPrivate, { channel: channelName })
  const target = made ?? channel ?? phrase(CHAT.each)
  output.line(phrase(CHAT.dryRun, { characters, way: phrase(WAYS[way]), target }))
  output.table(people.map(({ label, id }) => [label, id]))
  showLines(nextLines(run), output)
}

function nextLines({ begun, people }: DeliveryDryRun): Phrase[] {
  if (begun !== undefined) return [...begunBefore({ begun }), phrase(CHAT.more)]
  const next = phrase(CHAT.write)
  if (people.every(({ label, id }) => label === id)) return [next]
  return [next, phrase(CHAT.again, { ids: people.map(({ id }) => id).join(' ') })]
}

export function showSummary(summary: DeliverySummary, output: Output): void {
  showLines(summaryLines(summary), output)
}

function showLines(lines: readonly Reason[], output: Output): void {
  for (const line of lines) output.line(line)
}
