import { AppError, messageOf } from '../../../../core/errors.ts'
import { type Alert, changeCredential, isStoreTrouble, type TokenDeps } from '../deps.ts'
import { openPair, sealPair } from '../exchange/pair.ts'
import type { Grant } from '../exchange/refresh.ts'
import { type Committed, commitPair } from '../keeper.ts'
import type { Credential, Issued } from '../schema.ts'

/** Milliseconds that the store has to accept an answer before kura puts the answer aside. */
const AT_ONCE = 1_000

export interface Issue {
  readonly before: Credential | undefined
  readonly operation: string
  readonly now: number
  /** The authorization, as `formatAuthorization` encodes it; by default, the authorization of `before`. */
  readonly authorization?: string | undefined
}

/** Gives a grant its stored form. `now` is the store's time before the call, so that no stored expiry is too late. */
export function issue(
  grant: Grant,
  { before, operation, now, authorization = before?.authorization }: Issue,
  deps: TokenDeps,
): Issued {
  const generation = (before?.generation ?? 0) + 1
  return {
    generation,
    operation,
    ...(before && { follows: before.operation }),
    client: deps.settings.clientId,
    pair: sealPair(deps.sealer, grant, generation),
    accessExpiresAt: now + grant.lifetime,
    issuedAt: now,
    scopes: grant.scopes,
    ...(authorization && { authorization }),
    by: deps.instance,
  }
}

/**
 * Writes the answer to the journal, then to the store. If the store fails, kura puts the answer aside, notifies people,
 * and tries until `deadline` (on `clock`).
 * @throws AppError `store_unavailable`
 */
export async function storeAnswer(
  answer: Issued,
  deadline: number,
  deps: TokenDeps,
): Promise<Committed['outcome']> {
  await deps.journal.received(answer)
  return settle(answer, await storeUntil(answer, deadline, deps), deps)
}

export function isPassedOver(outcome: Committed['outcome']): boolean {
  return outcome === 'superseded' || outcome === 'gone'
}

async function settle(
  answer: Issued,
  outcome: Committed['outcome'],
  deps: TokenDeps,
): Promise<Committed['outcome']> {
  if (outcome !== 'gone') await deps.journal.settled(answer)
  if (isPassedOver(outcome)) deps.note('token_superseded', { generation: answer.generation, outcome })
  return outcome
}

async function storeUntil(answer: Issued, deadline: number, deps: TokenDeps): Promise<Committed['outcome']> {
  try {
    return await commit(answer, deps.clock() + AT_ONCE, deps)
  } catch (error) {
    const aside = Promise.all([deps.journal.unstored(answer), alertUnstored(answer, deps)])
    const late = isStoreTrouble(error) ? commitOrSay(answer, deadline, deps) : Promise.reject(error)
    const [stored] = await Promise.allSettled([late, aside])
    if (stored.status === 'rejected') throw stored.reason
    await alertStored(answer, deps)
    return stored.value
  }
}

async function commitOrSay(answer: Issued, deadline: number, deps: TokenDeps): Promise<Committed['outcome']> {
  try {
    return await commit(answer, deadline, deps)
  } catch (cause) {
    if (!isStoreTrouble(cause)) throw cause
    throw new AppError(
      'store_unavailable',
      'Cannot store the new accounting token: the store does not answer',
      { hint: 'the sealed answer was put aside: put it back with kura accounting recover', cause },
    )
  }
}

/** The write is durable. A failover of the store must not undo it, because the previous refresh token is spent. */
function commit(answer: Issued, deadline: number, deps: TokenDeps): Promise<Committed['outcome']> {
  return changeCredential(
    (stored, now) => {
      const { outcome, credential } = commitPair(stored, answer, now)
      const written = outcome === 'stored' && credential
      return written ? { write: written, result: outcome } : { keep: true, result: outcome }
    },
    { ...deps, deadline: Math.max(0, deadline - deps.clock()), durable: true },
  )
}

/**
 * Stores a kept answer that follows `credential`, and returns whether there was one. An answer that cannot be unsealed
 * stays in the journal, because a person may still recover it.
 * @throws AppError `store_unavailable`, `store_busy`
 */
export async function storeKept(
  { credential, deadline }: { credential: Credential; deadline: number },
  deps: TokenDeps,
): Promise<boolean> {
  const { answers } = await deps.journal.kept()
  const follows = ({ generation, follows }: Issued) =>
    generation === credential.generation + 1 && follows === credential.operation
  for (const answer of answers.filter(follows)) {
    try {
      await restoreAnswer(answer, deadline, deps)
      return true
    } catch (error) {
      if (isStoreTrouble(error)) throw error
      deps.note('token_journal_failed', { reason: messageOf(error) })
    }
  }
  return false
}

/** @throws AppError `seal_invalid` if the answer cannot be unsealed; `store_unavailable` */
export async function restoreAnswer(
  answer: Issued,
  deadline: number,
  deps: TokenDeps,
): Promise<Committed['outcome']> {
  openPair(deps.sealer, answer)
  await deps.journal.received(answer)
  const outcome = await settle(answer, await commitOrSay(answer, deadline, deps), deps)
  if (outcome === 'stored') deps.note('token_recovered', { generation: answer.generation, by: answer.by })
  return outcome
}

/** People are alerted at once, because the host's log may keep the answer for only an hour. Never rejects. */
function alertUnstored({ generation, operation, by }: Issued, deps: TokenDeps): Promise<void> {
  const name = `tokens/accounting/unstored/${operation}`
  return sendAlert({ name, kind: 'token_unstored', facts: { generation, by } }, deps)
}

function alertStored({ generation, operation, by }: Issued, deps: TokenDeps): Promise<void> {
  const name = `tokens/accounting/stored/${operation}`
  return sendAlert({ name, kind: 'token_stored', facts: { generation, by } }, deps)
}

async function sendAlert(alert: Alert, { alert: send, note }: TokenDeps): Promise<void> {
  try {
    await send(alert)
  } catch (error) {
    note('alert_failed', { name: alert.name, reason: messageOf(error) })
  }
}
