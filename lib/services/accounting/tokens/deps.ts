/** What the tokens depend on, and the one way in which they change their record. */
import type { Deployment } from '../../../core/config/config.ts'
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
  /** A signal that ends a call after so many milliseconds; the platform's own unless given. */
  readonly timeLimit?: (milliseconds: number) => AbortSignal
  /** Milliseconds that only grow. */
  readonly clock: () => number
  readonly sleep: (milliseconds: number) => Promise<void>
  /** In [0, 1). */
  readonly random: () => number
  /** Cryptographically strong random bytes. */
  readonly randomBytes: (size: number) => Uint8Array
  /** Names an operation; never the same twice. */
  readonly newId: () => string
  readonly deployment: Deployment
  readonly journal: AnswerJournal
  /** Whether this function may refresh: one that may live longer than a lease must not. */
  readonly mayRefresh: boolean
  /** Names this process for people who ask who refreshed. */
  readonly instance: string
  /** Milliseconds that a function may live. */
  readonly maxDuration: number
  /** Writes a line of the log for a change of state; a fact is never a secret. */
  readonly note: (event: string, facts: Readonly<Record<string, unknown>>) => void
  /** The companies of the user who holds an access token, as the service lists them. */
  readonly companies: (accessToken: string) => Promise<readonly UserCompany[]>
  /** Tells people at once. It must not need the store, and takes a few seconds at most. */
  readonly alert: (alert: Alert) => Promise<void>
}

/** What people must hear at once: never a secret. */
export interface Alert {
  /** Names this alert: told twice, people hear it once. */
  readonly name: string
  readonly kind: AlertKind
  readonly facts: AlertFacts
}

/**
 * Runs `transition` on the credential, for at most `deadline` milliseconds if that is given. A `durable` write stands just
 * before a call that spends the refresh token, or is the only copy of the next one.
 * @throws AppError `store_unavailable`, `store_busy` as update does
 */
export function changeCredential<R>(
  transition: Transition<Credential, R>,
  deps: TokenDeps & { readonly deadline?: number; readonly durable?: boolean },
): Promise<R> {
  const { store, clock, sleep, random, deadline, durable = false } = deps
  const change = { key: CREDENTIAL_KEY, format: credentialFormat, transition }
  return update(store, change, { clock, sleep, random, durable, deadline })
}

/** Whether the store did not answer, so that what it holds is not known. */
export function isStoreTrouble(error: unknown): boolean {
  return hasCode(error, 'store_unavailable', 'store_busy')
}

/** The stored credential, and the store's time. @throws AppError `store_unavailable` */
export function readCredential(
  deps: TokenDeps,
): Promise<{ credential: Credential | undefined; now: number }> {
  return changeCredential((credential, now) => ({ keep: true, result: { credential, now } }), deps)
}
