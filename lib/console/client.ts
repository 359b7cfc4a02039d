/** Calls the services in this process, for the person of the session, in the person's language. */
import { hasCode } from '../core/errors.ts'
import { type Client, type ContractRequest, createClient, type Send } from '../core/http/client.ts'
import type { Contract } from '../core/http/contract.ts'
import type { Language, Locale } from '../core/language/language.ts'
import { digestOf } from './cookies.ts'
import type { ConsoleCore } from './core.ts'
import { callInProcess, innerRequest, inProcess, keyidOf, type SessionIdentity } from './in-process.ts'
import type { PersonCall, SignedInCall } from './page.ts'

function identityOf({ session, since }: PersonCall['view']): SessionIdentity {
  const { person, credential, scopes } = session
  return { via: 'session', person: person.name, credential: digestOf(credential), scopes, since }
}

export function clientOf<C extends Contract>(contract: C, call: PersonCall): Client<C> {
  return createClient(contract, sendOf(call))
}

/** Returns a function that sends the requests of a client for the person of a session. */
export function sendOf({ core, view }: PersonCall): Send {
  return inProcess(coreIn(view.locale, core), identityOf(view)).send
}

/** Sends a request for the person of the session, and returns the response, whose body is read as a stream. */
export function responseOf(request: ContractRequest, { core, view }: PersonCall): Promise<Response> {
  return callInProcess(innerRequest(request), identityOf(view), coreIn(view.locale, core))
}

/** Writes to the activity log an act of the session's person that no endpoint records. Never rejects. */
export function recordAct(
  act: string,
  what: Readonly<Record<string, string>>,
  { core, view, trace }: Pick<SignedInCall, 'core' | 'view' | 'trace'>,
): Promise<void> {
  const { person, credential } = identityOf(view)
  const endpoint = `POST ${view.path}`
  const by = keyidOf(credential)
  return core.activity().record({ by, person, act, endpoint, what, status: 200, request: trace.id })
}

const cores = new WeakMap<ConsoleCore, Map<Language, ConsoleCore>>()

function coreIn(locale: Locale, core: ConsoleCore): ConsoleCore {
  const known = cores.get(core) ?? new Map<Language, ConsoleCore>()
  cores.set(core, known)
  const made = known.get(locale.language) ?? { ...core, config: { ...core.config, locale: () => locale } }
  known.set(locale.language, made)
  return made
}

/** Whether the error says that a remote cannot be used now. If so, the page shows stored records only. */
export function isOutage(error: unknown): boolean {
  return hasCode(
    error,
    'remote_unreachable',
    'remote_silent',
    'remote_answer',
    'limited',
    'reauthorize',
    'token_busy',
    'settings_missing',
    'permission_missing',
  )
}
