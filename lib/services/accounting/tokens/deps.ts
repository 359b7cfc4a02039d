import { STORING } from '../../../core/claims/lease.ts'
import type { Deployment } from '../../../core/config/deployment.ts'
import { hasCode } from '../../../core/errors.ts'
import type { Sealer } from '../../../core/store/seal.ts'
import type { Store } from '../../../core/store/store.ts'
import { type Transition, update } from '../../../core/store/update.ts'
import type { UserCompany } from './company.ts'
import type { TokenSettings } from './exchange/refresh.ts'
import { CREDENTIAL_KEY, type Credential, credentialFormat } from './schema.ts'
import type { AnswerJournal } from './storing/journal.ts'
import type { AlertFacts, AlertKind } from './storing/words.ts'

export interface TokenDeps {
  readonly store: Store
  readonly sealer: Sealer
  readonly settings: TokenSettings
  readonly fetch: typeof fetch
  /** Returns a signal that aborts after the milliseconds; by default, `AbortSignal.timeout`. */
  readonly timeLimit?: (milliseconds: number) => AbortSignal
  /** A monotonic clock, in milliseconds. */
  readonly clock: () => number
  readonly sleep: (milliseconds: number) => Promise<void>
  /** Returns a number in [0, 1). */
  readonly random: () => number
  /** Returns cryptographically strong bytes. */
  readonly randomBytes: (size: number) => Uint8Array
  readonly newId: () => string
  readonly deployment: Deployment
  readonly journal: AnswerJournal
  /** Whether this function may refresh: false if the function may run longer than a lease. */
  readonly mayRefresh: boolean
  /** The setting KURA_PAUSED, which also stops refreshes. */
  readonly paused: boolean
  readonly instance: string
  /** The longest life of a function in milliseconds. */
  readonly maxDuration: number
  /** The time on `clock` at which every wait of this request ends. */
  readonly waitUntil?: number | undefined
  /** Writes a line to the log. No fact may be a secret. */
  readonly note: (event: string, facts: Readonly<Record<string, unknown>>) => void
  readonly companies: (accessToken: string, waitUntil?: number) => Promise<readonly UserCompany[]>
  /** Alerts people immediately, without the store, in a few seconds at most. */
  readonly alert: (alert: Alert) => Promise<void>
}

/** An alert never contains a secret. */
export interface Alert {
  /** The name of the alert. Of two alerts with the same name, people see only one. */
  readonly name: string
  readonly kind: AlertKind
  readonly facts: AlertFacts
}

/**
 * Use `durable` if a call that spends the refresh token follows, or if the write has the only copy of the next token.
 * @throws AppError `store_unavailable`, `store_busy` as update does
 */
export function changeCredential<R>(
  transition: Transition<Credential, R>,
  deps: TokenDeps & { readonly deadline?: number; readonly durable?: boolean },
): Promise<R> {
  const { store, clock, sleep, random, deadline = storingTime(deps), durable = false } = deps
  const change = { key: CREDENTIAL_KEY, format: credentialFormat, transition }
  return update(store, change, { clock, sleep, random, durable, deadline })
}

/** Returns milliseconds: the usual time, but at most the rest of the request. */
export function storingTime({ waitUntil, clock }: Pick<TokenDeps, 'waitUntil' | 'clock'>): number {
  return waitUntil === undefined ? STORING : Math.max(0, Math.min(STORING, waitUntil - clock()))
}

/** Whether the store failed, so that its state is unknown. */
export function isStoreTrouble(error: unknown): boolean {
  return hasCode(error, 'store_unavailable', 'store_busy')
}

/** Returns the credential and the store's time. @throws AppError `store_unavailable` */
export function readCredential(
  deps: TokenDeps,
): Promise<{ credential: Credential | undefined; now: number }> {
  return changeCredential((credential, now) => ({ keep: true, result: { credential, now } }), deps)
}
