/**
 * Messages of which nobody knows whether they were sent; deliveries that ended early; messages and channels that may be on
 * the chat platform twice.
 */
import type { Language } from '../../language.ts'
import { type DoneFacts, doneCommand, kura, matter, remark, remarkJa } from './words.ts'

interface TwiceFacts extends DoneFacts {
  /** Of what was made. */
  readonly name: string
  /** Where each is; a channel has no message. */
  readonly made: readonly { readonly channel: string; readonly message?: string | undefined }[]
  readonly uncertain: number
}

const nameOf = ({ name }: { name: string }, language: Language) =>
  language === 'ja' ? `「${name}」` : `"${name}"`

const act = {
  en: () => 'look at the platform, delete all but one, then say that you have',
  ja: () => 'チャットを確認し、1件だけ残して削除したあと、対応済みにしてください',
}

const line = {
  en: ({ name, made, uncertain }: TwiceFacts, { list }: { list(items: readonly string[]): string }) => {
    const places = made.map(({ channel, message }) =>
      message === undefined ? `channel ${channel}` : `message ${message} in the channel ${channel}`,
    )
    return `"${name}": ${list([...places, ...(uncertain > 0 ? ['perhaps another one'] : [])])}`
  },
  ja: ({ name, made, uncertain }: TwiceFacts, { list }: { list(items: readonly string[]): string }) => {
    const places = made.map(({ channel, message }) =>
      message === undefined ? `チャンネル ${channel}` : `チャンネル ${channel}のメッセージ ${message}`,
    )
    return `「${name}」：${list([...places, ...(uncertain > 0 ? ['ほかにもう1件の可能性あり'] : [])])}`
  },
}

export const chatMatters = {
  message_unknown: matter<{ name: string; channel: string; reason?: string | undefined }>({
    urgency: 'money',
    title: {
      en: (count, { number, plural }) =>
        plural(count, {
          one: 'It is not known whether a message was sent',
          other: `It is not known whether ${number(count)} messages were sent`,
        }),
      ja: (count, { number }) => `送信されたかどうか分からないメッセージが${number(count)}件あります`,
    },
    line: {
      en: ({ name, channel, reason }) => `"${name}" to the channel ${channel}${remark(reason)}`,
      ja: ({ name, channel, reason }) => `「${name}」：チャンネル ${channel}${remarkJa(reason)}`,
    },
    meaning: {
      en: () => 'Somebody may be without it. kura does not send it again by itself.',
      ja: () => '届いていない人がいる可能性があります。自動では送信し直しません。',
    },
    act: {
      en: () => 'run the delivery again, which looks for it; or look yourself, and say what you saw',
      ja: () =>
        '同じ送信をもう一度実行すると、送信済みかどうかを確認します。チャットを見て結果を記録することもできます',
    },
    command: () => kura('chat', 'messages'),
    name: nameOf,
    over: {
      en: names => `Messages whose outcome is known now: ${names}`,
      ja: names => `送信結果を確認できたメッセージ：${names}`,
    },
  }),
  delivery_waiting: matter<{
    name: string
    waiting: number
    of: number
    /** Milliseconds since the epoch. */
    since: number
    reason?: string | undefined
  }>({
    urgency: 'money',
    title: {
      en: (count, { number, plural }) =>
        plural(count, {
          one: 'A delivery of messages ended early',
          other: `${number(count)} deliveries of messages ended early`,
        }),
      ja: (count, { number }) => `途中で終わったメッセージの送信が${number(count)}件あります`,
    },
    line: {
      en: ({ name, waiting, of, since, reason }, { number, time }) =>
        `"${name}", begun ${time(since)}, ${number(waiting)} of ${number(of)} not sent${remark(reason)}`,
      ja: ({ name, waiting, of, since, reason }, { number, time }) =>
        `「${name}」：${time(since)}に開始、${number(of)}件中${number(waiting)}件が未送信${remarkJa(reason)}`,
    },
    meaning: {
      en: () => 'Somebody is without the message. kura does not continue by itself.',
      ja: () => 'まだ届いていない人がいます。自動では再開しません。',
    },
    act: {
      en: () => 'continue the delivery, which sends only what was not sent',
      ja: () => '送信を再開してください。未送信の分だけを送ります',
    },
    command: ({ name }) => kura('chat', 'deliver', name, '--write'),
    name: nameOf,
    over: {
      en: names => `Deliveries that do not wait any more: ${names}`,
      ja: names => `未送信が解消した送信：${names}`,
    },
  }),
  channel_unknown: matter<{ name: string; delivery: string; reason?: string | undefined }>({
    urgency: 'money',
    title: {
      en: (count, { number, plural }) =>
        plural(count, {
          one: 'It is not known whether a private channel was created',
          other: `It is not known whether ${number(count)} private channels were created`,
        }),
      ja: (count, { number }) =>
        `作成されたかどうか分からないプライベートチャンネルが${number(count)}件あります`,
    },
    line: {
      en: ({ name, reason }) => `"${name}"${remark(reason)}`,
      ja: ({ name, reason }) => `「${name}」${remarkJa(reason)}`,
    },
    meaning: {
      en: () => 'Nobody has received the message of its delivery.',
      ja: () => 'このチャンネルで送るはずのメッセージは、まだ誰にも届いていません。',
    },
    act: {
      en: () => 'continue the delivery, which finds the channel or creates it',
      ja: () => '送信を再開してください。チャンネルがあれば使い、なければ作成します',
    },
    command: ({ delivery }) => kura('chat', 'deliver', delivery, '--write'),
    name: nameOf,
    over: {
      en: names => `Private channels whose outcome is known now: ${names}`,
      ja: names => `作成結果を確認できたプライベートチャンネル：${names}`,
    },
  }),
  message_twice: matter<TwiceFacts>({
    urgency: 'money',
    title: {
      en: (count, { number, plural }) =>
        plural(count, {
          one: 'A message may have been sent twice',
          other: `${number(count)} messages may have been sent twice`,
        }),
      ja: (count, { number }) => `二重に送信された可能性のあるメッセージが${number(count)}件あります`,
    },
    line,
    meaning: {
      en: () => 'People may have received the same message twice.',
      ja: () => '同じメッセージが2回届いている可能性があります。',
    },
    act,
    command: doneCommand,
    name: nameOf,
    over: {
      en: names => `Messages that are there once: ${names}`,
      ja: names => `重複が解消したメッセージ：${names}`,
    },
  }),
  channel_twice: matter<TwiceFacts>({
    urgency: 'money',
    title: {
      en: (count, { number, plural }) =>
        plural(count, {
          one: 'A private channel may have been created twice',
          other: `${number(count)} private channels may have been created twice`,
        }),
      ja: (count, { number }) =>
        `二重に作成された可能性のあるプライベートチャンネルが${number(count)}件あります`,
    },
    line,
    meaning: {
      en: () => 'People may answer in the wrong one.',
      ja: () => '返信が別のチャンネルに書き込まれる可能性があります。',
    },
    act,
    command: doneCommand,
    name: nameOf,
    over: {
      en: names => `Private channels that are there once: ${names}`,
      ja: names => `重複が解消したプライベートチャンネル：${names}`,
    },
  }),
}
