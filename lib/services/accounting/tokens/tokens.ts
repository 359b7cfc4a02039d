/**
 * Many processes share one sealed credential. Each asks the keeper (`keeper.ts`) for an access token. Invariants: one
 * process at a time sends the refresh token, after its lease was stored; an older pair never replaces a newer one; an
 * answer that cannot be stored is put aside, sealed; no error, log line or status contains a token.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { EpochSecret } from '../../../core/config/config.ts'
import { createSealer } from '../../../core/store/seal.ts'
import type { TokenDeps } from './deps.ts'
import { GRACE, MARGIN } from './keeper.ts'
import { type RefreshOptions, type RefreshReport, refreshIfDue } from './refresh/if-due.ts'
import { ROOM } from './refresh/rotate.ts'
import { createSource, type TokenSource } from './source.ts'
import { readStatus, type TokenStatus } from './status.ts'
import { joinJournals } from './storing/joined-journals.ts'
import { type RecoverOptions, type RecoverReport, recover } from './storing/recover.ts'
import { createSecondRecord } from './storing/second-record.ts'

export interface AccountingTokens extends TokenSource {
  status(): Promise<TokenStatus>
  refreshIfDue(options?: RefreshOptions): Promise<RefreshReport>
  recover(options?: RecoverOptions): Promise<RecoverReport>
}

/** The life in milliseconds that vercel.json gives to a function that refreshes. */
export const MAX_DURATION = 60_000

const DEFAULTS = {
  sleep: milliseconds => delay(milliseconds),
  random: () => Math.random(),
  randomBytes,
  newId: randomUUID,
  maxDuration: MAX_DURATION,
  mayRefresh: true,
  paused: false,
  note: () => undefined,
  alert: async () => undefined,
  companies: async () => [],
} satisfies Partial<TokenDeps>
type Defaulted = keyof typeof DEFAULTS

export type TokensOptions = Omit<TokenDeps, Defaulted | 'sealer'> &
  Partial<Pick<TokenDeps, Defaulted>> & { readonly sealKeys: readonly EpochSecret[] }

/** @throws RangeError if a function's life is too short for a refresh, or a lease would outlast the margin */
export function createTokens(options: TokensOptions): AccountingTokens {
  const deps = tokenDeps(options)
  if (deps.maxDuration < ROOM || deps.maxDuration + GRACE >= MARGIN)
    throw new RangeError(`Cannot keep tokens in functions that live ${deps.maxDuration} ms`)
  return {
    ...createSource(deps),
    status: () => readStatus(deps),
    refreshIfDue: (options = {}) => refreshIfDue(options, deps),
    recover: (options = {}) => recover(options, deps),
  }
}

export function tokenDeps({ sealKeys, ...options }: TokensOptions): TokenDeps {
  const deps: TokenDeps = { ...DEFAULTS, ...options, sealer: createSealer(sealKeys) }
  return { ...deps, journal: joinJournals([deps.journal, createSecondRecord(deps)], deps) }
}
