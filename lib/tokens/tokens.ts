/**
 * The tokens of the accounting service. Many instances share one sealed credential in the store; each asks the keeper
 * (`keeper.ts`, pure) for an access token, and the one that gets the lease asks the service's token endpoint for the
 * next pair. What always holds: a refresh token is sent by one holder at a time, and its lease is stored before; an
 * older pair is never stored over a newer one; an answer that cannot be stored is put aside sealed; a token stands in
 * no error, no log line and no status.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { EpochSecret } from '../config.ts'
import type { RemoteCall } from '../http/trace.ts'
import { createSealer } from '../store/seal.ts'
import { type RecoverReport, recover } from './answers/recover.ts'
import { type BegunAuthorization, beginAuthorization, finishAuthorization } from './authorize.ts'
import type { TokenParts } from './deps.ts'
import { GRACE, MARGIN } from './keeper.ts'
import { type RefreshReport, refreshIfDue } from './refresh-if-due.ts'
import { ROOM } from './rotate.ts'
import { createSource, type TokenSource } from './source.ts'
import { readStatus, type TokenStatus } from './status.ts'

/** All that the accounting service's tokens can do. */
export interface AccountingTokens extends TokenSource {
  /** How the credential stands; never a token. */
  status(): Promise<TokenStatus>
  /** Refreshes where the credential is old or close to its expiry, and says what it did. */
  refreshIfDue(options?: { observe?: ((call: RemoteCall) => void) | undefined }): Promise<RefreshReport>
  /** Begins an authorization: the page that a person opens. */
  begin(): Promise<BegunAuthorization>
  /** Exchanges the code, or the address that the page led to, for a stored pair. */
  finish(codeOrAddress: string): Promise<TokenStatus>
  /** Puts back an answer that could not be stored: of the journal, or of the given line of the log. */
  recover(options?: { line?: string | undefined }): Promise<RecoverReport>
}

/** Milliseconds that a function may live, as vercel.json says. */
export const MAX_DURATION = 60_000

type Defaulted = 'clock' | 'sleep' | 'random' | 'randomBytes' | 'newId' | 'maxDuration' | 'note'

export type TokensOptions = Omit<TokenParts, Defaulted | 'sealer'> &
  Partial<Pick<TokenParts, Defaulted>> & { readonly sealKeys: readonly EpochSecret[] }

/** @throws RangeError where a function's life leaves no room for a refresh, or a lease would outlast the margin */
export function createTokens({ sealKeys, ...options }: TokensOptions): AccountingTokens {
  const parts: TokenParts = {
    clock: () => performance.now(),
    sleep: milliseconds => delay(milliseconds),
    random: Math.random,
    randomBytes,
    newId: randomUUID,
    maxDuration: MAX_DURATION,
    note: () => undefined,
    ...options,
    sealer: createSealer(sealKeys),
  }
  if (parts.maxDuration < ROOM || parts.maxDuration + GRACE >= MARGIN)
    throw new RangeError(`Cannot keep tokens in functions that live ${parts.maxDuration} ms`)
  return {
    ...createSource(parts),
    status: () => readStatus(parts),
    refreshIfDue: options => refreshIfDue(parts, options),
    begin: () => beginAuthorization(parts),
    finish: given => finishAuthorization(parts, given),
    recover: options => recover(parts, options),
  }
}
