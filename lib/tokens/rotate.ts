/**
 * What the holder of the lease does: look whether the lease still leaves room, spend the refresh token, store the
 * answer. Until the token is sent, whatever fails gives the lease back; from then on nothing is cut off.
 */
import type { RemoteCall } from '../http/trace.ts'
import { issue, storeAnswer, storeKept } from './answers/store.ts'
import { changeCredential, readCredential, type TokenParts } from './deps.ts'
import { openPair } from './exchange/pair.ts'
import { requestGrant, type TokenOutcome } from './exchange/refresh.ts'
import { type Failure, failRefresh, GRACE, holds } from './keeper.ts'
import type { Credential } from './schema.ts'

/** Milliseconds without which no call is begun: a slow answer of the token endpoint. */
const CALL = 15_000

/** Milliseconds kept free after the call: one store call that hangs, and a line in the log. */
const COMMIT = 12_000

/** Milliseconds that must be left of a function's life, and of its lease, for a refresh to be begun. */
export const ROOM = CALL + COMMIT

/** A lease that was claimed: the record with the caller's intent in it. */
export interface Lease {
  readonly credential: Credential
  readonly operation: string
}

export interface RotateOptions {
  /** When the caller's function ends, on the clock. */
  readonly deadline: number
  readonly observe?: ((call: RemoteCall) => void) | undefined
}

/** How much of the lease is left. */
interface Room {
  /** The store's time before the call. */
  readonly now: number
  /** When the lease or the function ends, on the clock. */
  readonly end: number
}

/**
 * Spends the lease on the next generation. However that ends, the record says it afterwards.
 * @throws AppError `store_unavailable`, `store_busy` where it could not be written down; `seal_invalid`
 */
export async function rotate(parts: TokenParts, lease: Lease, options: RotateOptions): Promise<void> {
  const ready = await prepare(parts, lease, options)
  if (!ready) return
  const { room, refreshToken } = ready
  const outcome = await requestGrant(
    { grant_type: 'refresh_token', refresh_token: refreshToken },
    Math.floor(room.end - COMMIT - parts.clock()),
    { ...parts, observe: options.observe },
  )
  await settle(parts, lease, { outcome, room })
}

/** All that comes before the token is sent; undefined where it is not to be sent. */
async function prepare(parts: TokenParts, lease: Lease, { deadline }: RotateOptions) {
  const { credential } = lease
  try {
    const { refreshToken } = openPair(parts.sealer, credential)
    if (await storeKept(parts, { credential, deadline })) return undefined
    const room = await roomLeft(parts, lease, deadline)
    if (room) return { room, refreshToken }
  } catch (error) {
    await release(parts, lease).catch(() => parts.note('token_lease_left', { operation: lease.operation }))
    throw error
  }
  await release(parts, lease)
  return undefined
}

/**
 * The room that is left by the store's own time after the claim, which may have arrived long after it was sent;
 * undefined where a whole call and its commit no longer fit, or the lease is no longer the caller's.
 */
async function roomLeft(parts: TokenParts, { operation, credential }: Lease, deadline: number) {
  const asked = parts.clock()
  const { credential: stored, now } = await readCredential(parts)
  if (stored?.generation !== credential.generation || !holds(stored, operation)) return undefined
  if (stored.standing.state !== 'refreshing') return undefined
  const end = Math.min(asked + stored.standing.intent.until - now - GRACE, deadline)
  const room: Room = { now, end }
  return end - parts.clock() >= ROOM ? room : undefined
}

async function settle(
  parts: TokenParts,
  lease: Lease,
  { outcome, room }: { outcome: TokenOutcome; room: Room },
): Promise<void> {
  if (outcome.kind !== 'granted') return fail(parts, lease, outcome)
  const { credential: before, operation } = lease
  const answer = issue(parts, outcome.grant, { before, operation, now: room.now })
  const stored = await storeAnswer(parts, answer, room.end)
  if (stored === 'stored')
    parts.note('token_refreshed', { generation: answer.generation, by: parts.instance })
}

async function fail(parts: TokenParts, { credential, operation }: Lease, failure: Failure): Promise<void> {
  const { generation } = credential
  const state = await changeCredential(parts, (stored, now) => {
    const next = stored && failRefresh(stored, { generation, operation, failure }, now)
    if (!next || next === stored) return { keep: true, result: stored?.standing.state ?? 'gone' }
    return { write: next, result: next.standing.state }
  })
  parts.note('token_refresh_failed', { generation, reason: failure.reason, state })
}

/** Gives the lease back unspent. */
function release(parts: TokenParts, lease: Lease): Promise<void> {
  return fail(parts, lease, { kind: 'unsent', reason: 'no_time_left', pause: 0 })
}
