import { foldCaseName } from '../../../core/claims/case-name.ts'
import {
  type Decision,
  decision,
  type Settled,
  type Waiting,
  type WaitingSource,
} from '../../../core/claims/waiting.ts'
import type { Client } from '../../../core/http/client.ts'
import { readPages } from '../../../core/http/pages.ts'
import { catalogue, phrase } from '../../../core/language/catalogue.ts'
import { phraseError } from '../../../core/language/phrase-error.ts'
import { reasonIn } from '../../../core/language/text.ts'
import { type ChatContract, chatContract, type MessageReport } from '../contract.ts'
// loads the messages of the reasons
import '../../../core/claims/words.ts'
import '../../../core/remote/words.ts'
import './words.ts'

const WORDS = catalogue('waiting.messages', {
  notFound: {
    en: 'Cannot find "{name}" among the messages of unknown outcome',
    ja: '結果が不明なメッセージに「{name}」はありません',
  },
  listed: {
    en: 'kura settle --list --kind message lists them',
    ja: '一覧：kura settle --list --kind message',
  },
  title: { en: 'Message “{name}”', ja: 'メッセージ「{name}」' },
  why: {
    en: 'The answer of the chat platform was lost, so kura cannot tell whether the message was sent, and no setting lets kura send it again by itself.',
    ja: 'チャットサービスの応答が届かず、送信されたか分かりません。二重送信を防ぐため、設定に関係なく自動では送り直しません。',
  },
  unknown: { en: 'unknown', ja: '結果不明' },
  channel: { en: 'channel', ja: 'チャンネル' },
  reason: { en: 'why', ja: '理由' },
  sent: { en: 'It was sent: name the message', ja: '送信済み：メッセージIDを記録する' },
  sentEffect: { en: 'The message counts as sent.', ja: '送信済みとして記録します。' },
  sentQuestion: {
    en: 'its identifier, if it is in the channel, or nothing: ',
    ja: 'チャンネルにある場合はメッセージID（なければ空欄）：',
  },
  identifier: { en: 'Identifier of the message', ja: 'メッセージID' },
  notSent: { en: 'It was not sent', ja: '送信されていないことを記録する' },
  notSentEffect: {
    en: 'You state that the channel, looked at now, does not have it. The next run sends it.',
    ja: 'チャンネルにないことを、今あなたが確認したものとして記録します。次の送信で送られます。',
  },
  notSentQuestion: {
    en: 'looking at the channel now, is it certainly not there?',
    ja: '今チャンネルを見て、確かにありませんか?',
  },
  wasSent: { en: 'it was sent', ja: '送信済みとして記録しました' },
  wasNotSent: {
    en: 'it was not sent: the next run of its delivery sends it',
    ja: '未送信として記録しました。次回の配信で送信します',
  },
})

export function messageSource({ client }: { readonly client: Client<ChatContract> }): WaitingSource {
  const open = async () => {
    const all: Waiting[] = []
    for await (const { messages } of readPages(query => client.messages({ query })))
      all.push(...messages.map(itemOf))
    return all
  }
  return {
    open,
    async find(name) {
      const found = (await open()).find(message => foldCaseName(message.name) === foldCaseName(name))
      if (found) return found
      throw phraseError('not_found', phrase(WORDS.notFound, { name }), { hint: phrase(WORDS.listed) })
    },
  }
}

function itemOf(message: MessageReport): Waiting {
  const { case: name, state, since, channel, operation, seenAt } = message
  const reason = reasonIn(message.reason)
  return {
    kind: 'message',
    name,
    state: state === 'unknown' ? phrase(WORDS.unknown) : state,
    tone: 'bad',
    operation,
    since,
    seenAt,
    reason,
    report: message,
    describe: async () => ({
      title: phrase(WORDS.title, { name: spokenName(name) }),
      why: phrase(WORDS.why),
      unusual: reason === '' ? [] : [[phrase(WORDS.reason), reason]],
      facts: [],
      details: [[phrase(WORDS.channel), channel]],
      decisions: decisionsOf(name),
    }),
  }
}

/** The part of a case's name that a person chose, which is the name of the delivery. */
function spokenName(name: string): string {
  return /^[^/]+\/(.+)\/[^/]+$/s.exec(name)?.[1] ?? name
}

function decisionsOf(name: string): readonly Decision[] {
  const settled = ({ state }: { readonly state: string }): Settled => ({
    lines: [phrase(state === 'done' ? WORDS.wasSent : WORDS.wasNotSent)],
    isOpen: false,
  })
  return [
    decision(chatContract, 'resolve', {
      name: 'sent',
      label: phrase(WORDS.sent),
      effect: phrase(WORDS.sentEffect),
      question: phrase(WORDS.sentQuestion),
      isOffered: true,
      asks: ['value', phrase(WORDS.identifier)],
      given: ({ person, operation, value: message = '' }) => ({
        body: { case: name, operation, person, message },
      }),
      settled,
    }),
    decision(chatContract, 'resolve', {
      name: 'notSent',
      label: phrase(WORDS.notSent),
      effect: phrase(WORDS.notSentEffect),
      question: phrase(WORDS.notSentQuestion),
      isOffered: true,
      isAbsence: true,
      given: ({ person, operation, seen: seenAt }) => ({
        body: { case: name, operation, person, not_sent: true as const, seenAt },
      }),
      settled,
    }),
  ]
}
