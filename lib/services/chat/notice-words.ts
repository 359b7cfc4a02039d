import { catalogue, phrase } from '../../core/language/catalogue.ts'
import {
  type DoneFacts,
  doneCommand,
  kura,
  openItem,
  places,
  quoted,
  remark,
} from '../../core/language/open-item.ts'
import type { Reason } from '../../core/phrase.ts'

interface TwiceFacts extends DoneFacts {
  readonly name: string
  /** The effects that were made; that of a channel has no message identifier. */
  readonly made: readonly { readonly channel: string; readonly message?: string | undefined }[]
  readonly uncertain: number
}

const item = { urgency: 'money', name: ({ name }: { name: string }) => quoted(name) } as const

const WORDS = catalogue('notices.chat', {
  channel: { en: 'channel {channel}', ja: 'チャンネル {channel}' },
  message: {
    en: 'message {message} in the channel {channel}',
    ja: 'チャンネル {channel}のメッセージ {message}',
  },
})

const act = {
  en: 'look at the platform, delete all but one, then say that you have',
  ja: 'チャットを確認し、1件だけ残して削除したあと、対応済みにしてください',
} as const

const line = { en: '"{name}": {places}', ja: '「{name}」：{places}' } as const

const twice = ({ name, made, uncertain }: TwiceFacts) => {
  const found = made.map(({ channel, message }) =>
    message === undefined ? phrase(WORDS.channel, { channel }) : phrase(WORDS.message, { channel, message }),
  )
  return { name, places: places(found, uncertain) }
}

export const chatItems = {
  message_unknown: openItem({
    ...catalogue('notices.message_unknown', {
      title: {
        en: '{count, plural, one {It is not known whether a message was sent} other {It is not known whether # messages were sent}}',
        ja: '送信されたかどうか分からないメッセージが{count, number}件あります',
      },
      line: {
        en: '"{name}" to the channel {channel}{remark}',
        ja: '「{name}」：チャンネル {channel}{remark}',
      },
      meaning: {
        en: 'Somebody may be without it. kura does not send it again by itself.',
        ja: '届いていない人がいる可能性があります。自動では送信し直しません。',
      },
      act: {
        en: 'run the delivery again, which looks for it; or look yourself, and say what you saw',
        ja: '同じ送信をもう一度実行すると、送信済みかどうかを確認します。チャットを見て結果を記録することもできます',
      },
      over: {
        en: 'Messages whose outcome is known now: {names}',
        ja: '送信結果を確認できたメッセージ：{names}',
      },
    }),
    ...item,
    command: () => kura('settle', '--kind', 'message'),
    values: (facts: { name: string; channel: string; reason?: Reason | undefined }) => ({
      ...facts,
      remark: remark(facts.reason),
    }),
  }),
  delivery_waiting: openItem({
    ...catalogue('notices.delivery_waiting', {
      title: {
        en: '{count, plural, one {A delivery of messages ended early} other {# deliveries of messages ended early}}',
        ja: '途中で終わったメッセージの送信が{count, number}件あります',
      },
      line: {
        en: '"{name}", begun {since, date, time}, {waiting, number} of {of, number} not sent{remark}',
        ja: '「{name}」：{since, date, time}に開始、{of, number}件中{waiting, number}件が未送信{remark}',
      },
      meaning: {
        en: 'Somebody is without the message. kura does not continue by itself.',
        ja: 'まだ届いていない人がいます。自動では再開しません。',
      },
      act: {
        en: 'continue the delivery, which sends only what was not sent',
        ja: '送信を再開してください。未送信の分だけを送ります',
      },
      over: { en: 'Deliveries that do not wait any more: {names}', ja: '未送信が解消した送信：{names}' },
    }),
    ...item,
    command: ({ name }) => kura('chat', 'deliver', name, '--write'),
    values: (facts: {
      name: string
      waiting: number
      of: number
      /** The time in milliseconds since the epoch. */
      since: number
      reason?: Reason | undefined
    }) => ({ ...facts, remark: remark(facts.reason) }),
  }),
  channel_unknown: openItem({
    ...catalogue('notices.channel_unknown', {
      title: {
        en: '{count, plural, one {It is not known whether a private channel was created} other {It is not known whether # private channels were created}}',
        ja: '作成されたかどうか分からないプライベートチャンネルが{count, number}件あります',
      },
      line: { en: '"{name}"{remark}', ja: '「{name}」{remark}' },
      meaning: {
        en: 'Nobody has received the message of its delivery.',
        ja: 'このチャンネルで送るはずのメッセージは、まだ誰にも届いていません。',
      },
      act: {
        en: 'continue the delivery, which finds the channel or creates it',
        ja: '送信を再開してください。チャンネルがあれば使い、なければ作成します',
      },
      over: {
        en: 'Private channels whose outcome is known now: {names}',
        ja: '作成結果を確認できたプライベートチャンネル：{names}',
      },
    }),
    ...item,
    command: ({ delivery }) => kura('chat', 'deliver', delivery, '--write'),
    values: (facts: { name: string; delivery: string; reason?: Reason | undefined }) => ({
      ...facts,
      remark: remark(facts.reason),
    }),
  }),
  message_twice: openItem({
    ...catalogue('notices.message_twice', {
      title: {
        en: '{count, plural, one {A message may have been sent twice} other {# messages may have been sent twice}}',
        ja: '二重に送信された可能性のあるメッセージが{count, number}件あります',
      },
      line,
      meaning: {
        en: 'People may have received the same message twice.',
        ja: '同じメッセージが2回届いている可能性があります。',
      },
      act,
      over: { en: 'Messages that are there once: {names}', ja: '重複が解消したメッセージ：{names}' },
    }),
    ...item,
    command: doneCommand,
    values: twice,
  }),
  channel_twice: openItem({
    ...catalogue('notices.channel_twice', {
      title: {
        en: '{count, plural, one {A private channel may have been created twice} other {# private channels may have been created twice}}',
        ja: '二重に作成された可能性のあるプライベートチャンネルが{count, number}件あります',
      },
      line,
      meaning: {
        en: 'People may answer in the wrong one.',
        ja: '返信が別のチャンネルに書き込まれる可能性があります。',
      },
      act,
      over: {
        en: 'Private channels that are there once: {names}',
        ja: '重複が解消したプライベートチャンネル：{names}',
      },
    }),
    ...item,
    command: doneCommand,
    values: twice,
  }),
}
