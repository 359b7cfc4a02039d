/** Hands out signed releases, of which the service can forge none. It answers even while the store is down. */
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

export type Distribution = ReturnType<typeof createDistribution>

export interface DistributionDeps {
  /** The folder of the release; by default, that of the project. */
  readonly releaseDir?: string | undefined
  readonly store: () => Store | undefined | Promise<Store | undefined>
  /** The time in milliseconds since the epoch. */
  readonly now: () => number
  readonly deployment: Deployment
  readonly wait?: ReporterDeps['wait']
  /** Logs an event. The device may already have its answer then. */
  readonly note?: ReporterDeps['note']
  readonly dayOf?: ReporterDeps['dayOf']
}

export function createDistribution(deps: DistributionDeps) {
  const folder = openReleaseFolder(deps.releaseDir, { fixed: deps.deployment !== 'local' })
  const reporter = createReporter(deps)
  return {
    /** @throws AppError `bad_request`, `not_found`, `release_missing`, `release_invalid` */
    async answer({ url, body, caller, request, trace }: Call): Promise<Response> {
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

/** Does `work`. If the release is replaced meanwhile and its files are gone, does it again on the new release. */
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

/** The request's status, or `have` with the current release; undefined if it has neither, or asks for content. */
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
