/** A remote as data and small pure functions (its profile), and the address and token of a call (its access). */
import type { ErrorCode, ErrorContext } from '../errors.ts'
import type { Reason } from '../phrase.ts'

export interface SendProfile {
  /** The short name of the remote in the trace: `accounting`. */
  readonly name: string
  /** The authentication scheme of the access token; by default `Bearer`. */
  readonly scheme?: 'Bearer' | 'Bot'
  /** The reply header that holds the remote's id of the request, for its support. */
  readonly requestIdHeader?: string
  /** The time-outs in milliseconds: `read` for a repeatable call, `act` for any other; by default 20,000. */
  readonly timeouts?: { readonly read: number; readonly act: number }
  /** The maximum size of a reply in bytes; by default 10,000,000. */
  readonly limit?: number
}

export interface RemoteProfile extends SendProfile {
  /** The name of the remote in messages to people: `the accounting service`. */
  readonly title: Reason
  /**
   * Whether kura's answer to its caller has the status of the remote's error, instead of the usual status of the error
   * code.
   */
  readonly passesStatus: boolean
  /**
   * Whether each endpoint of the remote has a rate limit of its own. An error `limited` then has the detail `endpoint`.
   */
  readonly limitsEndpoints?: boolean
  /** The reply headers that say when to try again; the first one in the reply is used. */
  readonly retryAfterHeaders: readonly string[]
  /** Reads the body of an error; an empty object if its form is unknown. */
  readonly readErrorBody: (body: unknown) => ErrorBody
  /** kura's explanation of a refusal. Without a `code`, the status decides on the code. */
  readonly wordsFor: (refusal: Refusal) => ErrorWords
}

export interface ErrorBody {
  /** Whether the body has the remote's own error form; by default, whether there are codes or messages. */
  readonly isExplained?: boolean
  /** The remote's error codes; a text without the form of a code is left out of the error. */
  readonly codes?: readonly string[]
  /** The remote's sentences. They may quote a person: they go into the hint and the details, never into the message. */
  readonly messages?: readonly string[]
  /** When to try again, as the remote wrote it. */
  readonly retryAfter?: string
  /** Public details that only this remote has: `{ platform: 50013 }`. */
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
  /** The reason for the error message: why the remote refused; it names no person. */
  readonly reason?: Reason
}

export interface RemoteAccess {
  /** The address of the API with the version's path, without a slash at the end. */
  readonly baseUrl: string
  /** The token, which is secret: if a text from the remote contains it, errors leave the text out. */
  readonly token?: string
  readonly headers?: Readonly<Record<string, string>>
  /** Query parameters of every call; they replace parameters of the call with the same name. */
  readonly query?: Readonly<Record<string, string>>
}
