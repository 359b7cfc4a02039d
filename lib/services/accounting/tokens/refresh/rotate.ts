/** If a step fails before the refresh token is sent, the lease is given back. After that, no step is aborted early. */
import type { RemoteCall } from '../../../../core/http/trace.ts'
import { english } from '../../../../core/language/text.ts'
import { changeCredential, readCredential, type TokenDeps } from '../deps.ts'
import { fingerprintOf } from '../exchange/fingerprint.ts'
import { openPair } from '../exchange/pair.ts'
import { requestGrant, type TokenOutcome } from '../exchange/refresh.ts'
import { type Failure, failRefresh, GRACE, holds, releaseLease } from '../keeper.ts'
import type { Credential } from '../schema.ts'
import { issue, storeAnswer, storeKept } from '../storing/answer.ts'

/** Milliseconds at least for the call to the token endpoint, which may be slow. */
const CALL = 15_000

/** Milliseconds left after the call, for one store call that hangs, a line in the log and a message to people. */
const COMMIT = 15_000

/** Milliseconds that must be left of the function's life and of the lease when a refresh begins. */
export const ROOM = CALL + COMMIT

export interface Lease {
  readonly credential: Credential
  readonly operation: string
}

export interface RotateOptions {
  /** The end of the caller's function, on `clock`. */
  readonly deadline: number
  readonly observe?: ((call: RemoteCall) => void) | undefined
}

interface Room {
  /** The store's time before the call. */
  readonly now: number
  /** The end of the lease or of the function, on `clock`. */
  readonly end: number
}

/**
 * Sends the refresh token and stores the outcome, even of a failed call.
 * @throws AppError `store_unavailable`, `store_busy`, `seal_invalid`
 */
export async function rotate(lease: Lease, options: RotateOptions, deps: TokenDeps): Promise<void> {
  const ready = await prepare(lease, options, deps)
  if (!ready) return
  const { room, refreshToken } = ready
  const outcome = await requestGrant(
    { grant_type: 'refresh_token', refresh_token: refreshToken },
    Math.floor(room.end - COMMIT - deps.clock()),
    { ...deps, observe: options.observe },
  )
  await settle(lease, { outcome, room }, deps)
}

/** Undefined if the token must not be sent, because the lease was given back or an answer put aside was stored. */
async function prepare(lease: Lease, { deadline }: RotateOptions, deps: TokenDeps) {
  const { credential } = lease
  try {
    const { refreshToken } = openPair(deps.sealer, credential)
    if (await storeKept({ credential, deadline }, deps)) return undefined
    const room = await roomLeft(lease, deadline, deps)
    if (room) return { room, refreshToken }
  } catch (error) {
    await release(lease, deps).catch(() => deps.note('token_lease_left', { operation: lease.operation }))
    throw error
  }
  await release(lease, deps)
  return undefined
}

/** Reads the end of the lease from the store again, because the reply to the write may have come late. */
async function roomLeft(
  { operation, credential }: Lease,
  deadline: number,
  deps: TokenDeps,
): Promise<Room | undefined> {
  const askedAt = deps.clock()
  const { credential: stored, now } = await readCredential(deps)
  if (stored?.generation !== credential.generation || !holds(stored, operation)) return undefined
  if (stored.lifecycle.state !== 'refreshing') return undefined
  const end = Math.min(askedAt + stored.lifecycle.intent.until - now - GRACE, deadline)
  return end - deps.clock() >= ROOM ? { now, end } : undefined
}

async function settle(
  lease: Lease,
  { outcome, room }: { outcome: TokenOutcome; room: Room },
  deps: TokenDeps,
): Promise<void> {
  if (outcome.kind !== 'granted') return fail(lease, outcome, deps)
  const { credential: before, operation } = lease
  const answer = issue(outcome.grant, { before, operation, now: room.now }, deps)
  const stored = await storeAnswer(answer, room.end, deps)
  if (stored === 'stored') deps.note('token_refreshed', { generation: answer.generation, by: deps.instance })
}

async function fail({ credential, operation }: Lease, failure: Failure, deps: TokenDeps): Promise<void> {
  const { generation } = credential
  const settings = fingerprintOf(deps.settings)
  const state = await endLease(
    (stored, now) => failRefresh(stored, { generation, operation, failure, settings }, now),
    deps,
  )
  deps.note('token_refresh_failed', { generation, reason: english(failure.reason), state })
}

async function release({ credential, operation }: Lease, deps: TokenDeps): Promise<void> {
  const { generation } = credential
  const state = await endLease((stored, now) => releaseLease(stored, { generation, operation }, now), deps)
  deps.note('token_lease_returned', { generation, state })
}

function endLease(end: (stored: Credential, now: number) => Credential, deps: TokenDeps): Promise<string> {
  return changeCredential((stored, now) => {
    const next = stored && end(stored, now)
    if (!next || next === stored) return { keep: true, result: stored?.lifecycle.state ?? 'gone' }
    return { write: next, result: next.lifecycle.state }
  }, deps)
}
