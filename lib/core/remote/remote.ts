/**
 * Calls to all remotes. A service's folder `remote/` has its calls (`calls.ts`), its profile, and a client in kura's
 * own terms.
 *
 *   client -> createRemote -> session (which access?) -> sendCall -> errorFromResponse -> parseReply -> client
 *
 * Invariants:
 * - only a repeatable call is sent again automatically; any other call is sent again only if its session asks for that,
 *   after a reply which shows that the call had no effect (`effect.ts`);
 * - every call has a time-out, every reply a size limit, and every attempt a line in the trace;
 * - no error contains the token, and no message contains a sentence of the remote.
 */
import type { CallSpec } from './call.ts'
import { type Answered, errorFromResponse, parseReply, unreadableReply } from './error-from-response.ts'
import type { JsonReply } from './fetch-json.ts'
import type { RemoteAccess, RemoteProfile } from './profile.ts'
import { type Opened, openFile, type RemoteDeps, sendCall } from './send.ts'

export interface Attempt {
  readonly call: CallSpec
  readonly reply: JsonReply
  readonly access: RemoteAccess
  /** The number of this attempt, from 1. */
  readonly count: number
}

/** A session gives the address and the token for the calls of one piece of work. */
export interface RemoteSession {
  /** Returns the access for a call, after waiting if the remote has asked for a wait. */
  readonly access: (call: CallSpec) => Promise<RemoteAccess>
  /** Called with each JSON reply. Returns the access for another attempt, or undefined if the reply is final. */
  readonly retry?: (attempt: Attempt) => Promise<RemoteAccess | undefined>
}

/** Every method rejects with the AppErrors of `sendCall` and of the session. */
export interface Remote {
  /** Returns the reply, whatever its status is. */
  send(call: CallSpec): Promise<JsonReply>
  /** Returns the unchanged reply of a success with JSON or without content. @throws AppError as `call` does */
  relay(call: CallSpec): Promise<JsonReply>
  /** @throws AppError of `errorFromResponse`, `remote_answer` if the body of a success does not fit the schema */
  call<Reply>(call: CallSpec<Reply>): Promise<Reply>
  /** Returns the response with the file, its body unread. @throws AppError of `errorFromResponse` */
  open(call: CallSpec): Promise<Response>
}

export function fixedSession(access: RemoteAccess): RemoteSession {
  return { access: async () => access }
}

const NO_CONTENT = 204

export function createRemote(profile: RemoteProfile, session: RemoteSession, deps: RemoteDeps): Remote {
  const exchange = (call: CallSpec) =>
    attempt(call, session, async access => ({ reply: await sendCall(call, { profile, access }, deps) }))
  const succeed = async (call: CallSpec): Promise<Answered> => {
    const { outcome, token } = await exchange(call)
    const answered = { reply: outcome.reply, token }
    const error = errorFromResponse(call, answered, profile)
    if (error) throw error
    return answered
  }
  return {
    send: async call => (await exchange(call)).outcome.reply,
    call: async call => parseReply(call, await succeed(call), profile),
    async relay(call) {
      const { reply, token } = await succeed(call)
      if (reply.body !== undefined || reply.status === NO_CONTENT) return reply
      throw unreadableReply(call, { reply, token }, profile)
    },
    async open(call) {
      const opening = attempt(call, session, access => openFile(call, { profile, access }, deps))
      const { outcome, token } = await opening
      if ('file' in outcome) return outcome.file
      const answered = { reply: outcome.reply, token }
      throw errorFromResponse(call, answered, profile) ?? unreadableReply(call, answered, profile)
    },
  }
}

interface Attempted<Outcome> {
  readonly outcome: Outcome
  readonly token: string | undefined
}

/** Sends the call again as long as the session gives access for another attempt. */
async function attempt<Outcome extends Opened>(
  call: CallSpec,
  session: RemoteSession,
  send: (access: RemoteAccess) => Promise<Outcome>,
): Promise<Attempted<Outcome>> {
  let access = await session.access(call)
  for (let count = 1; ; count++) {
    await call.before?.()
    const outcome = await send(access)
    const reply = 'reply' in outcome ? outcome.reply : undefined
    const next = reply && (await session.retry?.({ call, reply, access, count }))
    if (!next) return { outcome, token: access.token }
    access = next
  }
}
