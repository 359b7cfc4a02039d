/**
 * `/api/chat/…`: the table. Every route needs the scope chat.send. What would make a channel or send a message is a dry run
 * unless its signed query says `mode=write`.
 */
import { AppError } from '../errors.ts'
import { jsonAnswer } from '../http/answers.ts'
import type { Changes } from '../http/contract.ts'
import { readJsonBody, readQuery } from '../http/read-request.ts'
import type { Call, Route } from '../http/router.ts'
import {
  decisionBody,
  deliveryBody,
  modeQuery,
  readDeliveryName,
  readIdentifier,
  statesQuery,
} from './request.ts'
import type { Chat } from './service.ts'
import { type StatusFacts, statusSections } from './status/facts.ts'
import { composeStatus } from './status/message.ts'

export interface RouteParts {
  /** The service for one request's work. */
  chat(call: Call): Chat
  /** What the status message tells. */
  facts(call: Call): Promise<StatusFacts>
  /** CHAT_NOTICES_CHANNEL_ID. */
  noticesChannel(): string | undefined
  /** The variables of a person's token that are set; they are not used. */
  readonly userTokens: readonly string[]
  /** Milliseconds since the epoch. */
  now(): number
}

const BASE = '/api/chat'
const MINUTE = 60_000

export function chatRoutes(parts: RouteParts): Route[] {
  const route = (
    place: Pick<Route, 'method' | 'path' | 'changes'>,
    work: (call: Call) => Promise<object>,
  ): Route => ({
    ...place,
    path: BASE + place.path,
    scope: 'chat.send',
    handle: async call => jsonAnswer({ ...(await work(call)), ...ignored(parts.userTokens) }),
  })
  const get = (path: string, work: (call: Call) => Promise<object>) => route({ method: 'GET', path }, work)
  const post = (path: string, changes: Changes, work: (call: Call) => Promise<object>) =>
    route({ method: 'POST', path, changes }, work)
  return [
    get('/channels/{channel}', call => parts.chat(call).checkChannel(readIdentifier(call.params['channel']))),
    post('/deliveries', 'by mode', call => {
      const order = readJsonBody(deliveryBody, call.body)
      const chat = parts.chat(call)
      return isReal(call) ? chat.deliver(order, { by: call.caller.name }) : chat.dryRun(order)
    }),
    get('/deliveries/{name}', call => parts.chat(call).summary(readDeliveryName(call.params['name']))),
    get('/messages', async call => {
      const { state } = readQuery(statesQuery, call.url.searchParams)
      return { messages: await parts.chat(call).messages([state]) }
    }),
    post('/messages/resolve', 'always', call => {
      const decided = readJsonBody(decisionBody, call.body)
      const message = 'message' in decided ? decided.message : undefined
      const by = `${decided.person} (key ${call.caller.name})`
      return parts.chat(call).decideMessage({ caseName: decided.case, message, by })
    }),
    get('/status', async call => ({ text: await statusText(call, parts) })),
    post('/status', 'by mode', async call => postStatus(call, parts)),
  ]
}

function isReal({ url }: Call): boolean {
  return readQuery(modeQuery, url.searchParams).mode === 'write'
}

/** It is said that a person's token is set, and not used. */
function ignored(names: readonly string[]) {
  if (names.length === 0) return {}
  return {
    ignored: names.map(
      name => `${name} is set and not used: a person's token puts the whole account at risk`,
    ),
  }
}

async function statusText(call: Call, parts: RouteParts): Promise<string> {
  return composeStatus(statusSections(await parts.facts(call), parts.now()))
}

/** At most one a minute, whoever asks. */
async function postStatus(call: Call, parts: RouteParts): Promise<object> {
  const text = await statusText(call, parts)
  if (!isReal(call)) return { mode: 'dry-run', text }
  const channel = parts.noticesChannel()
  if (channel === undefined)
    throw new AppError(
      'settings_missing',
      'Cannot post the status without the setting CHAT_NOTICES_CHANNEL_ID',
      { hint: 'set it to the identifier of the channel that notices and the status go to' },
    )
  const minute = new Date(Math.floor(parts.now() / MINUTE) * MINUTE).toISOString()
  const report = await parts
    .chat(call)
    .tell({ caseName: `status/${minute}`, channel, text, by: call.caller.name })
  return { mode: 'write', text, ...report }
}
