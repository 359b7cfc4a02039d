/** A remote as data and small pure functions (its profile), and the address and token of a call (its access). */
import type { ErrorCode, ErrorContext } from '../errors.ts'
import type { Reason } from '../phrase.ts'

export interface SendProfile {
  /** In the trace: `accounting`. */
  readonly name: string
  /** The scheme of the token; by default `Bearer`. */
  readonly scheme?: 'Bearer' | 'Bot'
  /** The reply header with the remote's id of the request, for its support. */
  readonly requestIdHeader?: string
  /** Milliseconds: `read` for a repeatable call, `act` for any other; by default 20,000. */
  readonly timeouts?: { readonly read: number; readonly act: number }
  /** The most bytes of a reply; by default 10,000,000. */
  readonly limit?: number
}

export interface RemoteProfile extends SendProfile {
  /** In messages: `the accounting service`. */
  readonly title: Reason
  /** kura's answer has the status of the remote's error, not the usual status of the error code. */
  readonly passesStatus: boolean
  /** Each endpoint has a rate limit of its own: an error `limited` then has the detail `endpoint`. */
  readonly limitsEndpoints?: boolean
  /** The first of these in the reply says when to try again. */
  readonly retryAfterHeaders: readonly string[]
  /** An empty object if the form of the body is unknown. */
  readonly readErrorBody: (body: unknown) => ErrorBody
  /** Without a `code`, the status decides on the code. */
  readonly wordsFor: (refusal: Refusal) => ErrorWords
}

export interface ErrorBody {
  /** By default, whether there are codes or messages. */
  readonly isExplained?: boolean
  /** A text without the form of a code is left out. */
  readonly codes?: readonly string[]
  /** They may quote a person: they go into the hint and the details, never into the message. */
  readonly messages?: readonly string[]
  /** As the remote wrote it. */
  readonly retryAfter?: string
  /** Only of this remote: `{ platform: 50013 }`. */
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
  /** Why the remote refused, for the message; names no person. */
  readonly reason?: Reason
}

export interface RemoteAccess {
  /** With the version's path, without a slash at the end. */
  readonly baseUrl: string
  /** Secret: if a text from the remote contains it, errors leave the text out. */
  readonly token?: string
  readonly headers?: Readonly<Record<string, string>>
  /** For every call; replaces parameters of the call with the same name. */
  readonly query?: Readonly<Record<string, string>>
}
