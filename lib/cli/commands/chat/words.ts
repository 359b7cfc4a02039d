/** The texts of the chat commands that the console does not use. */
import { catalogue } from '../../../core/language/catalogue.ts'

export const CHAT = catalogue('cli.chat', {
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
