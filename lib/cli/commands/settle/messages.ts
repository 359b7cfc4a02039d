/** `kura settle` for messages of unknown outcome: a person checks on the platform and says whether they were sent. */
import { foldCaseName } from '../../../core/claims/case-name.ts'
import type { Client } from '../../../core/http/client.ts'
import { readPages } from '../../../core/http/pages.ts'
import { catalogue, phrase } from '../../../core/language/catalogue.ts'
import { phraseError } from '../../../core/language/phrase-error.ts'
import { reasonIn } from '../../../core/language/text.ts'
import type { ChatContract, MessageReport } from '../../../services/chat/contract.ts'
import { momentText } from '../../terminal/moment.ts'
import type { Decision, ItemSource, OpenItem, Settled } from './open-item.ts'
import { LABEL } from './words.ts'

const WORDS = catalogue('settle.messages', {
  notFound: {
    en: 'Cannot find "{name}" among the messages of unknown outcome',
    ja: '結果が不明なメッセージに「{name}」はありません',
  },
  listed: {
    en: 'kura settle --list --kind message lists them',
    ja: '一覧：kura settle --list --kind message',
  },
  unknown: { en: 'unknown', ja: '結果不明' },
  message: {
    en: 'its identifier, if it is in the channel, or nothing: ',
    ja: 'チャンネルにある場合はメッセージID（なければ空欄）：',
  },
  notSent: {
    en: 'looking at the channel now, is it certainly not there?',
    ja: '今チャンネルを見て、確かにありませんか?',
  },
  wasSent: { en: 'it was sent', ja: '送信済みとして記録しました' },
  wasNotSent: {
    en: 'it was not sent: the next run of its delivery sends it',
    ja: '未送信として記録しました。次回の配信で送信します',
  },
})

interface Deps {
  readonly client: Client<ChatContract>
  readonly timezone: string
  /** Warns if environment variables contain a person's token. */
  note(line: string): void
}

export function messageSource(deps: Deps): ItemSource {
  return {
    kind: 'message',
    open: async () => (await unknownMessages(deps)).map(message => messageItem(message, deps)),
    async find(name) {
      const messages = await unknownMessages(deps)
      const found = messages.find(message => foldCaseName(message.case) === foldCaseName(name))
      if (found) return messageItem(found, deps)
      throw phraseError('not_found', phrase(WORDS.notFound, { name }), { hint: phrase(WORDS.listed) })
    },
  }
}

async function unknownMessages({ client, note }: Deps): Promise<readonly MessageReport[]> {
  const all: MessageReport[] = []
  let ignored: readonly string[] = []
  for await (const page of readPages(query => client.messages({ query }))) {
    all.push(...page.messages)
    ignored = page.ignored ?? []
  }
  for (const line of ignored) note(line)
  return all
}

function messageItem(message: MessageReport, deps: Deps): OpenItem {
  const { case: name, state, since, channel, operation, seenAt } = message
  const reason = reasonIn(message) ?? ''
  const rows = [
    [phrase(LABEL.since), momentText(since, deps.timezone)],
    [phrase(LABEL.channel), channel],
    [phrase(LABEL.why), reason],
  ]
  return {
    kind: 'message',
    name,
    state: state === 'unknown' ? phrase(WORDS.unknown) : state,
    operation,
    since,
    seenAt,
    reason,
    report: message,
    rows: async () => rows,
    decisions: [sent(name, deps), notSent(name, deps)],
  }
}

function sent(name: string, deps: Deps): Decision {
  return {
    name: 'message',
    question: phrase(WORDS.message),
    isOffered: true,
    named: true,
    act: ({ person, operation, value = '' }) =>
      settle({ case: name, operation, person, message: value }, deps),
  }
}

function notSent(name: string, deps: Deps): Decision {
  return {
    name: 'notSent',
    question: phrase(WORDS.notSent),
    isOffered: true,
    isAbsence: true,
    act: ({ person, operation, seenAt }) =>
      settle({ case: name, operation, person, not_sent: true, seenAt }, deps),
  }
}

type Resolution = NonNullable<Parameters<Client<ChatContract>['resolve']>[0]>['body']

async function settle(body: Resolution, { client, note }: Deps): Promise<Settled> {
  const reply = await client.resolve({ body })
  for (const line of reply.ignored ?? []) note(line)
  const line = phrase(reply.state === 'done' ? WORDS.wasSent : WORDS.wasNotSent)
  return { reply, lines: [line], isOpen: false }
}
