/**
 * An alert must reach people even if the store is down. So it has no claim, reads no stored rate limit, and no call is
 * repeated. Messages that can wait are sent as notices.
 */
import type { ChatSettings } from '../../core/config/chat.ts'
import { missing } from '../../core/config/environment.ts'
import { AppError } from '../../core/errors.ts'
import type { CallSpec } from '../../core/remote/call.ts'
import { createRemote } from '../../core/remote/remote.ts'
import type { RemoteDeps } from '../../core/remote/send.ts'
import { ownUserCall, postMessageCall } from './remote/calls.ts'
import { PROFILE } from './remote/errors.ts'
import { nonceOf } from './remote/message.ts'
import { accessOf } from './remote/session.ts'

export interface AlertMessage {
  /** The message's name. The platform shows only one of a bot's messages with the same name within some minutes. */
  readonly name: string
  readonly channel: string
  readonly text: string
}

export interface AlertDeps extends RemoteDeps {
  readonly settings: Pick<ChatSettings, 'tokens' | 'baseUrl'>
  /** The address for the header User-Agent. */
  readonly home: string
}

/** The milliseconds for one call, and until no further bot is tried: the calling function has only seconds left. */
const TIMEOUT = 2_000
const TIME_BUDGET = 2_000

/** @throws AppError of the last bot that was tried; `settings_missing` without a token */
export async function alertChannel(message: AlertMessage, deps: AlertDeps): Promise<void> {
  const end = deps.clock() + TIME_BUDGET
  let failed: unknown = missing(['CHAT_BOT_TOKENS'])
  for (const token of deps.settings.tokens) {
    try {
      return await postAs(token, message, deps)
    } catch (error) {
      failed = error
      if (deps.clock() >= end) break
    }
  }
  throw failed
}

/** Posts only after the platform has confirmed that the token is a bot's. */
async function postAs(token: string, { name, channel, text }: AlertMessage, deps: AlertDeps): Promise<void> {
  const access = accessOf({ baseUrl: deps.settings.baseUrl, token, home: deps.home })
  const { call } = createRemote(PROFILE, { access: async () => access }, deps)
  const { bot } = await call(once(ownUserCall()))
  if (bot !== true)
    throw new AppError(
      'remote_refused',
      "Cannot tell people through the chat: the token is a person's, expected a bot's",
    )
  await call(once(postMessageCall(channel, { content: text, nonce: nonceOf(name), quotes: true })))
}

function once<Reply>(call: CallSpec<Reply>): CallSpec<Reply> {
  return { ...call, repeatable: false, timeout: TIMEOUT }
}
