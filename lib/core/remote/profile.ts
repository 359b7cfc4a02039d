/** A remote's profile is the remote as data and small pure functions. Its access is the address and token of a call. */
import type { ErrorCode, ErrorContext } from '../errors.ts'
import type { Reason } from '../phrase.ts'

export interface SendProfile {
  /** The remote's name in the trace: `accounting`. */
  readonly name: string
  /** The scheme of the token, by default `Bearer`. */
  readonly scheme?: 'Bearer' | 'Bot'
  /** The reply header with the remote's id of the request, for its support. */
  readonly requestIdHeader?: string
  /** Time limits in milliseconds, by default 20,000. `read` is for a repeatable call, `act` for any other. */
  readonly timeouts?: { readonly read: number; readonly act: number }
  /** The most bytes of a reply, by default 10,000,000. */
  readonly limit?: number
}

export interface RemoteProfile extends SendProfile {
  /** The remote's name in messages: `the accounting service`. */
  readonly title: Reason
  /** Whether kura's answer has the status of the remote's error, not the usual status of the error code. */
  readonly passesStatus: boolean
  /** Whether each endpoint has its own rate limit. An error `limited` then has the detail `endpoint`. */
  readonly limitsEndpoints?: boolean
  /** Headers that say when to try again. The first one that the reply has counts. */
  readonly retryAfterHeaders: readonly string[]
  /** Reads the body of an error. Returns an empty object if the body's form is unknown. */
  readonly readErrorBody: (body: unknown) => ErrorBody
  /** Returns the words for a refusal. Without a `code` in them, the status decides on the error code. */
  readonly wordsFor: (refusal: Refusal) => ErrorWords
}

export interface ErrorBody {
  /** Whether the body has the remote's own error form. By default, it has if there are codes or messages. */
  readonly isExplained?: boolean
  /** The remote's error codes. A text without the form of a code is left out of the error. */
  readonly codes?: readonly string[]
  /** The remote's sentences. They may quote a person, so the hint and the details have them, but not the message. */
  readonly messages?: readonly string[]
  /** The time to try again, as the remote wrote it. */
  readonly retryAfter?: string
  /** Details that only this remote has: `{ platform: 50013 }`. */
  readonly details?: NonNullable<ErrorContext['details']>
}

export interface Refusal extends ErrorBody {
  readonly status: number
  readonly codes: readonly string[]
  readonly messages: readonly string[]
}

export interface ErrorWords {
  readonly code?: ErrorCode
  readonly hint?: string
  /** The reason why the remote refused. It goes into the message, so it names no person. */
  readonly reason?: Reason
}

export interface RemoteAccess {
  /** The address with the version's path, without a slash at its end. */
  readonly baseUrl: string
  /** The token. It is secret, so errors leave out every text of the remote that contains it. */
  readonly token?: string
  readonly headers?: Readonly<Record<string, string>>
  /** Parameters for every call. They replace parameters of the call with the same name. */
  readonly query?: Readonly<Record<string, string>>
}
