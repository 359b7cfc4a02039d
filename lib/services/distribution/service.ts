/**
 * The distribution service. A device sends a signed request, and the service answers from the release folder of the
 * deployment. It hands out signed releases and cannot forge one. It writes no file, and answers even while the store is
 * down. Every answer is `no-store`; bodies that publishing compressed are sent unchanged to a device that accepts
 * brotli.
 */
import type { Deployment } from '../../core/config/deployment.ts'
import { hasCode } from '../../core/errors.ts'
import { afterAnswer } from '../../core/http/after-answer.ts'
import type { Call } from '../../core/http/router.ts'
import type { Pointer } from '../../core/release/catalog.ts'
import {
  openReleaseFolder,
  type ReleaseFolder,
  type ReleaseSnapshot,
} from '../../core/release/folder/folder.ts'
import { deviceNameOf } from '../../core/signatures/keys.ts'
import type { Store } from '../../core/store/store.ts'
import { type Statement, statusStatement, wholeState } from './device-states.ts'
import { type FullQuestion, joinQuestion, parseBody, parseQuery } from './question.ts'
import { createReporter, type ReporterDeps } from './reporter.ts'
import { shortReply } from './short-reply.ts'

export interface Distribution {
  /**
   * Answers a device, for GET and POST alike.
   * @throws AppError `bad_request`, `not_found`, `release_missing`, `release_invalid`
   */
  answer(call: Call): Promise<Response>
}

export interface DistributionDeps {
  /** The release folder; by default, that of the project. */
  readonly releaseDir?: string | undefined
  readonly store: () => Store | undefined | Promise<Store | undefined>
  /** Milliseconds since the epoch. */
  readonly now: () => number
  readonly deployment: Deployment
  /** Waits so many milliseconds, or rejects when the signal is aborted. */
  readonly wait?: ((milliseconds: number, signal: AbortSignal) => Promise<unknown>) | undefined
  /** Logs a device state that could not be stored. The device may already have its answer then. */
  readonly note?: ReporterDeps['note']
  readonly dayOf?: ReporterDeps['dayOf']
}

export function createDistribution(deps: DistributionDeps): Distribution {
  const folder = openReleaseFolder(deps.releaseDir, { fixed: deps.deployment !== 'local' })
  const reporter = createReporter(deps)
  return {
    async answer({ url, body, caller, request, trace }) {
      const query = parseQuery(url.searchParams)
      const question = joinQuestion(query, body.length > 0 ? await parseBody(body) : undefined)
      const { pointer } = folder.current()
      const statement = statementOf(question, pointer, caller)
      const recorded = statement && reporter.record(statement, trace)
      const response =
        shortReply(pointer, question, trace) ??
        withCurrent(folder, async snapshot => {
          const { reply } = await import('./reply.ts')
          return reply(snapshot, question, { trace, request })
        })
      if (!recorded) return response
      const stored = afterAnswer(trace.part('device-state', () => recorded))
      const [answered] = await Promise.all([response, stored])
      return answered
    },
  }
}

/**
 * Runs `work` on the current release. If the release was replaced in the meantime and its files are gone, runs it again
 * on the new release.
 */
async function withCurrent<T>(
  folder: ReleaseFolder,
  work: (snapshot: ReleaseSnapshot) => Promise<T>,
): Promise<T> {
  const snapshot = folder.current()
  try {
    return await work(snapshot)
  } catch (error) {
    const later = folder.current()
    if (!hasCode(error, 'release_invalid') || later === snapshot) throw error
    return work(later)
  }
}

/**
 * The statement of a request: a reported status, or `have` with the current release; undefined if it states neither, or
 * asks for content.
 */
function statementOf(
  question: FullQuestion,
  pointer: Pointer,
  caller: Pick<Call['caller'], 'name' | 'keyid'>,
): Statement | undefined {
  const name = deviceNameOf(caller.name)
  const { keyid } = caller
  if (question.status) {
    const isCurrent = question.status.release === pointer.release
    return { name, keyid, isCurrent, ...statusStatement(question.status) }
  }
  const { have, want = [], page, part } = question
  const asksForContent = want.length > 0 || page !== undefined || part !== undefined
  if (have !== pointer.release || asksForContent) return undefined
  return { ...wholeState(pointer), name, keyid }
}
