/**
 * The dependencies of the token functions (`TokenDeps`), and the functions that read and change the stored credential.
 */
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
  /** Aborts a call after the given milliseconds; by default, `AbortSignal.timeout`. */
  readonly timeLimit?: (milliseconds: number) => AbortSignal
  /** Monotonic milliseconds. */
  readonly clock: () => number
  readonly sleep: (milliseconds: number) => Promise<void>
  /** A random number in [0, 1). */
  readonly random: () => number
  /** Cryptographically strong random bytes. */
  readonly randomBytes: (size: number) => Uint8Array
  readonly newId: () => string
  readonly deployment: Deployment
  readonly journal: AnswerJournal
  /** False for a function that may run longer than a lease: it must not refresh the credential. */
  readonly mayRefresh: boolean
  /** Whether the setting KURA_PAUSED stops all acts, including a refresh. */
  readonly paused: boolean
  /** The name of this process, by which people see which process has refreshed. */
  readonly instance: string
  /** The maximum duration of a function in milliseconds. */
  readonly maxDuration: number
  /** The time on `clock` at which every wait of this request ends, if a request is served. */
  readonly waitUntil?: number | undefined
  /** Logs a change of state. No logged fact may be a secret. */
  readonly note: (event: string, facts: Readonly<Record<string, unknown>>) => void
  /** The companies of the user to whom an access token belongs, as the service lists them. */
  readonly companies: (accessToken: string, waitUntil?: number) => Promise<readonly UserCompany[]>
  /** Notifies people immediately. The function must not need the store, and takes a few seconds at most. */
  readonly alert: (alert: Alert) => Promise<void>
}

/** A message that people get immediately; it never contains a secret. */
export interface Alert {
  /** The name of the alert. If two alerts have the same name, people see only one. */
  readonly name: string
  readonly kind: AlertKind
  readonly facts: AlertFacts
}

/**
 * Runs `transition` on the credential, for at most `deadline` milliseconds, by default `storingTime`. A write must be
 * `durable` if a call that spends the refresh token follows it, or if it is the only copy of the next refresh token.
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

/** Milliseconds for storing an outcome: the usual time, or what is left of the request if that is less. */
export function storingTime({ waitUntil, clock }: Pick<TokenDeps, 'waitUntil' | 'clock'>): number {
  return waitUntil === undefined ? STORING : Math.max(0, Math.min(STORING, waitUntil - clock()))
}

/** Whether an access to the store failed, so that its state is unknown. */
export function isStoreTrouble(error: unknown): boolean {
  return hasCode(error, 'store_unavailable', 'store_busy')
}

/** The stored credential, and the store's time. @throws AppError `store_unavailable` */
export function readCredential(
  deps: TokenDeps,
): Promise<{ credential: Credential | undefined; now: number }> {
  return changeCredential((credential, now) => ({ keep: true, result: { credential, now } }), deps)
}
