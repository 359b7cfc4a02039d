/** Storing an answer of the token endpoint, and storing later what was put aside. */
import { AppError, hasCode, messageOf } from '../../errors.ts'
import { changeCredential, type TokenDeps } from '../deps.ts'
import { openPair, sealPair } from '../exchange/pair.ts'
import type { Grant } from '../exchange/refresh.ts'
import { type Committed, commitPair } from '../keeper.ts'
import type { Credential, Issued } from '../schema.ts'

/** Milliseconds in which an answer counts as stored at once. */
const AT_ONCE = 1_000

/**
 * A grant as it is stored, sealed for the generation after `before`. `now` is a store time before the call, so that no
 * stored expiry is too late.
 */
export function issue(
  grant: Grant,
  { before, operation, now }: { before: Credential | undefined; operation: string; now: number },
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
    by: deps.instance,
  }
}

/**
 * Stores an answer if its generation still follows the stored one. The journal gets it before the store, or as soon as
 * storing it did not work at once; storing is tried until `deadline` (on the clock).
 * @throws AppError `store_unavailable` if the store did not take it: the journal has it
 */
export async function storeAnswer(
  answer: Issued,
  deadline: number,
  deps: TokenDeps,
): Promise<Committed['outcome']> {
  await journaled(() => deps.journal.received(answer), deps)
  const outcome = await storeUntil(answer, deadline, deps)
  if (outcome !== 'gone') await journaled(() => deps.journal.settled(answer), deps)
  if (isPassedOver(outcome)) deps.note('token_superseded', { generation: answer.generation, outcome })
  return outcome
}

/** Whether the answer was not stored, because it does not follow the stored credential. */
export function isPassedOver(outcome: Committed['outcome']): boolean {
  return outcome === 'superseded' || outcome === 'gone'
}

async function storeUntil(answer: Issued, deadline: number, deps: TokenDeps) {
  try {
    return await commit(answer, { ...deps, deadline: AT_ONCE })
  } catch (error) {
    await journaled(() => deps.journal.unstored(answer), deps)
    if (!isStoreTrouble(error)) throw error
  }
  try {
    return await commit(answer, { ...deps, deadline: Math.max(0, deadline - deps.clock()) })
  } catch (cause) {
    if (!isStoreTrouble(cause)) throw cause
    throw new AppError(
      'store_unavailable',
      'Cannot store the new accounting token: the store does not answer',
      {
        hint: 'the sealed answer was put aside: put it back with kura accounting recover',
        cause,
      },
    )
  }
}

function commit(
  answer: Issued,
  deps: TokenDeps & { readonly deadline: number },
): Promise<Committed['outcome']> {
  return changeCredential((stored, now) => {
    const { outcome, credential } = commitPair(stored, answer, now)
    const written = outcome === 'stored' && credential
    return written ? { write: written, result: outcome } : { keep: true, result: outcome }
  }, deps)
}

function isStoreTrouble(error: unknown): boolean {
  return hasCode(error, 'store_unavailable', 'store_busy')
}

/** A failure of the journal must not keep the answer from the store. */
async function journaled(work: () => Promise<void>, { note }: TokenDeps): Promise<void> {
  try {
    await work()
  } catch (error) {
    note('token_journal_failed', { reason: messageOf(error) })
  }
}

/**
 * Stores the answer that was put aside and follows `credential`; returns whether there was one. An answer that cannot be
 * read stays in the journal and does not count: a person may still recover it.
 */
export async function storeKept(
  { credential, deadline }: { credential: Credential; deadline: number },
  deps: TokenDeps,
): Promise<boolean> {
  try {
    const { answers } = await deps.journal.kept()
    const follows = (answer: Issued) =>
      answer.generation === credential.generation + 1 && answer.follows === credential.operation
    const answer = answers.find(follows)
    if (answer) await restoreAnswer(answer, deadline, deps)
    return answer !== undefined
  } catch (error) {
    if (isStoreTrouble(error)) throw error
    deps.note('token_journal_failed', { reason: messageOf(error) })
    return false
  }
}

/** Stores an answer that was put aside. @throws AppError `seal_invalid` if it does not open */
export async function restoreAnswer(
  answer: Issued,
  deadline: number,
  deps: TokenDeps,
): Promise<Committed['outcome']> {
  openPair(deps.sealer, answer)
  const outcome = await storeAnswer(answer, deadline, deps)
  if (outcome === 'stored') deps.note('token_recovered', { generation: answer.generation, by: answer.by })
  return outcome
}
