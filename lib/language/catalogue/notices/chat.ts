/** Messages and channels that may be on the chat platform twice. */
import type { Language } from '../../language.ts'
import { kura, matter } from './words.ts'

interface TwiceFacts {
  /** The key of the matter, and the name of what was made. */
  readonly key: string
  readonly name: string
  /** Where each is; a channel has no message. */
  readonly made: readonly { readonly channel: string; readonly message?: string | undefined }[]
  readonly uncertain: number
}

const done = ({ key }: TwiceFacts) => kura('notices', '--done', key)
const nameOf = ({ name }: TwiceFacts, language: Language) => (language === 'ja' ? `「${name}」` : `"${name}"`)

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
      message === undefined ? `チャンネル ${channel}` : `チャンネル ${channel} のメッセージ ${message}`,
    )
    return `「${name}」：${list([...places, ...(uncertain > 0 ? ['ほかにもう1件の可能性あり'] : [])])}`
  },
}

export const chatMatters = {
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
    command: done,
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
    command: done,
    name: nameOf,
    over: {
      en: names => `Private channels that are there once: ${names}`,
      ja: names => `重複が解消したプライベートチャンネル：${names}`,
    },
  }),
}
