/** Bringing an answer of the token endpoint into the store, and what was put aside back into it. */
import { AppError, hasCode, messageOf } from '../../errors.ts'
import type { Decision } from '../../store/update.ts'
import { changeCredential, type TokenParts } from '../deps.ts'
import { openPair, sealPair } from '../exchange/pair.ts'
import type { Grant } from '../exchange/refresh.ts'
import { type Committed, commitPair } from '../keeper.ts'
import type { Credential, Issued } from '../schema.ts'

/** Milliseconds in which an answer counts as stored at once. */
const AT_ONCE = 1_000

/**
 * A grant as it is stored, sealed for the generation that follows `before`. `now` is a store time before the call, so
 * that no expiry is told too late.
 */
export function issue(
  parts: TokenParts,
  grant: Grant,
  { before, operation, now }: { before: Credential | undefined; operation: string; now: number },
): Issued {
  const generation = (before?.generation ?? 0) + 1
  return {
    generation,
    operation,
    ...(before && { follows: before.operation }),
    client: parts.settings.clientId,
    pair: sealPair(parts.sealer, grant, generation),
    accessExpiresAt: now + grant.lifetime,
    issuedAt: now,
    scopes: grant.scopes,
    by: parts.instance,
  }
}

/**
 * Stores an answer where its generation still follows the stored one. It is in the journal before the store is asked,
 * or as soon as storing did not work at once, and is tried until `deadline` (on the clock).
 * @throws AppError `store_unavailable` where the store did not take it: the journal holds it
 */
export async function storeAnswer(
  parts: TokenParts,
  answer: Issued,
  deadline: number,
): Promise<Committed['outcome']> {
  await journaled(parts, () => parts.journal.received(answer))
  const outcome = await storeUntil(parts, answer, deadline)
  if (outcome !== 'gone') await journaled(parts, () => parts.journal.settled(answer))
  if (isPassedOver(outcome)) parts.note('token_superseded', { generation: answer.generation, outcome })
  return outcome
}

/** Whether the answer was not stored, because it does not follow what is. */
export function isPassedOver(outcome: Committed['outcome']): boolean {
  return outcome === 'superseded' || outcome === 'gone'
}

async function storeUntil(parts: TokenParts, answer: Issued, deadline: number) {
  try {
    return await commit(parts, answer, AT_ONCE)
  } catch (error) {
    await journaled(parts, () => parts.journal.unstored(answer))
    if (!isStoreTrouble(error)) throw error
  }
  try {
    return await commit(parts, answer, Math.max(0, deadline - parts.clock()))
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

function commit(parts: TokenParts, answer: Issued, milliseconds: number): Promise<Committed['outcome']> {
  const transition = (
    stored: Credential | undefined,
    now: number,
  ): Decision<Credential, Committed['outcome']> => {
    const { outcome, credential } = commitPair(stored, answer, now)
    const written = outcome === 'stored' && credential
    return written ? { write: written, result: outcome } : { keep: true, result: outcome }
  }
  return changeCredential(parts, transition, { deadline: milliseconds })
}

function isStoreTrouble(error: unknown): boolean {
  return hasCode(error, 'store_unavailable', 'store_busy')
}

/** A journal that fails must not keep the answer from the store. */
async function journaled(parts: TokenParts, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    parts.note('token_journal_failed', { reason: messageOf(error) })
  }
}

/**
 * Puts back the answer that was put aside and follows `credential`; says whether there was one. One that cannot be read
 * stays where it is, and counts as none: a person may still recover it.
 */
export async function storeKept(
  parts: TokenParts,
  { credential, deadline }: { credential: Credential; deadline: number },
): Promise<boolean> {
  try {
    const { answers } = await parts.journal.kept()
    const follows = (answer: Issued) =>
      answer.generation === credential.generation + 1 && answer.follows === credential.operation
    const answer = answers.find(follows)
    if (answer) await restoreAnswer(parts, answer, deadline)
    return answer !== undefined
  } catch (error) {
    if (isStoreTrouble(error)) throw error
    parts.note('token_journal_failed', { reason: messageOf(error) })
    return false
  }
}

/** Stores an answer that was put aside. @throws AppError `seal_invalid` where it does not open */
export async function restoreAnswer(
  parts: TokenParts,
  answer: Issued,
  deadline: number,
): Promise<Committed['outcome']> {
  openPair(parts.sealer, answer)
  const outcome = await storeAnswer(parts, answer, deadline)
  if (outcome === 'stored') parts.note('token_recovered', { generation: answer.generation, by: answer.by })
  return outcome
}
