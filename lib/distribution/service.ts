/**
 * The distribution function. A device asks with its signed request, this service answers from the release folder that
 * the deployment carries: it hands out what the publisher signed, forges nothing, writes no file, and answers while
 * the store is down. Every answer is `no-store`; bodies that publishing compressed go out as they are.
 */
import type { Deployment } from '../config.ts'
import { hasCode } from '../errors.ts'
import type { Call } from '../http/router.ts'
import type { Pointer } from '../release/catalog.ts'
import { acceptsBrotli } from '../release/compression.ts'
import { openReleaseFolder, type ReleaseFolder, type ReleaseSnapshot } from '../release/release-folder.ts'
import type { Store } from '../store/store.ts'
import {
  type DeviceReport,
  reportOf,
  SIGHTING_PREFIX,
  type Statement,
  sightingFormat,
  statusStatement,
  wholeState,
} from './device-states.ts'
import { type FullQuestion, joinQuestion, parseBody, parseQuery } from './question.ts'
import { reply } from './reply.ts'
import { createReporter } from './reporter.ts'

/** The facts of the current release. */
export type ReleaseFacts = Omit<Pointer, 'v' | 'catalog' | 'first'>

export interface Distribution {
  /** Answers a device: GET and POST alike. @throws AppError `bad_request`, `not_found`, `release_missing` */
  answer(call: Call): Promise<Response>
  /** Every device that was seen, beside the current release, ordered by name. @throws AppError `store_unavailable` */
  devices(): Promise<DeviceReport[]>
  /** @throws AppError `release_missing`, `release_invalid` */
  current(): Promise<ReleaseFacts>
}

export interface DistributionDeps {
  /** The release folder; the one in the project unless given. */
  readonly releaseDir?: string | undefined
  readonly store: () => Store | undefined | Promise<Store | undefined>
  /** Milliseconds since the epoch. */
  readonly now: () => number
  readonly deployment: Deployment
  /** Waits so many milliseconds, or rejects once the signal is aborted. */
  readonly wait?: ((milliseconds: number, signal: AbortSignal) => Promise<unknown>) | undefined
}

export function createDistribution(parts: DistributionDeps): Distribution {
  const folder = openReleaseFolder(parts.releaseDir, { fixed: parts.deployment !== 'local' })
  const reporter = createReporter(parts)
  return {
    async answer({ url, body, caller, request, trace }) {
      const question = joinQuestion(parseQuery(url.searchParams), await parseBody(body))
      const statement = statementOf(question, folder.current().pointer, caller)
      const reported = statement && trace.part('sighting', () => reporter.record(statement, trace))
      const response = withCurrent(folder, snapshot =>
        reply(snapshot, question, { trace, brotli: acceptsBrotli(request.headers.get('accept-encoding')) }),
      )
      const [answered] = await Promise.all([response, reported])
      return answered
    },
    async devices() {
      const store = await parts.store()
      const { records, now } = (await store?.list(SIGHTING_PREFIX)) ?? { records: [], now: parts.now() }
      const current = currentOrNone(folder)
      return records
        .map(({ value }) => sightingFormat.parse(value))
        .flatMap(sighting => (sighting ? [reportOf(sighting, { current, now })] : []))
    },
    async current() {
      const { v: _v, catalog: _catalog, first: _first, ...facts } = folder.current().pointer
      return facts
    },
  }
}

/** Works on the current release; where it was replaced meanwhile and its files are gone, once more on the new one. */
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

function currentOrNone(folder: ReleaseFolder): Pointer | undefined {
  try {
    return folder.current().pointer
  } catch (error) {
    if (hasCode(error, 'release_missing')) return undefined
    throw error
  }
}

/** What the question says of the device: a reported status, or `have` with the current release. */
function statementOf(
  question: FullQuestion,
  pointer: Pointer,
  { name, keyid }: Call['caller'],
): Statement | undefined {
  if (question.status) return { name, keyid, ...statusStatement(question.status) }
  const { have, want = [], page, part } = question
  const asksForContent = want.length > 0 || page !== undefined || part !== undefined
  if (have !== pointer.release || asksForContent) return undefined
  return { name, keyid, ...wholeState(pointer) }
}
