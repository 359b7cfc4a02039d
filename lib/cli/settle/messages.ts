/** `kura settle` for messages of unknown outcome: a person checks on the platform and says whether they were sent. */
import { foldCaseName } from '../../core/claims/case-name.ts'
import { AppError } from '../../core/errors.ts'
import type { Client } from '../../core/http/client.ts'
import { readPages } from '../../core/http/pages.ts'
import type { ChatContract, MessageReport } from '../../services/chat/contract.ts'
import { momentText } from '../terminal/moment.ts'
import type { Decision, ItemSource, OpenItem, Settled } from './open-item.ts'

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
      throw new AppError('not_found', `Cannot find "${name}" among the messages of unknown outcome`, {
        hint: 'kura settle --list --kind message lists them',
      })
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
  const { case: name, state, since, channel, reason = '', operation, seenAt } = message
  const rows = [
    ['since', momentText(since, deps.timezone)],
    ['channel', channel],
    ['reason', reason],
  ]
  return {
    kind: 'message',
    name,
    state,
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
    question: 'its identifier, if it is in the channel, or nothing: ',
    isOffered: true,
    named: true,
    act: ({ person, operation, value = '' }) =>
      settle({ case: name, operation, person, message: value }, deps),
  }
}

function notSent(name: string, deps: Deps): Decision {
  return {
    name: 'notSent',
    question: 'looking at the channel now, is it certainly not there?',
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
  const line =
    reply.state === 'done' ? 'it was sent' : 'it was not sent: the next run of its delivery sends it'
  return { reply, lines: [line], isOpen: false }
}
