/**
 * The distribution function. A device sends a signed request, and this service answers from the release folder of the
 * deployment: it hands out signed releases, cannot forge one, writes no file, and answers while the store is down.
 * Every answer is `no-store`; bodies that publishing compressed are sent as they are.
 */
import type { Deployment } from '../../core/config/deployment.ts'
import { AppError, hasCode } from '../../core/errors.ts'
import { afterAnswer } from '../../core/http/after-answer.ts'
import type { Call } from '../../core/http/router.ts'
import type { Pointer } from '../../core/release/catalog.ts'
import {
  openReleaseFolder,
  type ReleaseFolder,
  type ReleaseSnapshot,
} from '../../core/release/folder/folder.ts'
import { deviceNameOf } from '../../core/signatures/keys.ts'
import { listAll, listPage, readAll } from '../../core/store/list.ts'
import type { KeyPage, Store, StoredRecord } from '../../core/store/store.ts'
import { update } from '../../core/store/update.ts'
import {
  DEVICE_STATE_PREFIX,
  type DeviceReport,
  deviceStateFormat,
  reportOf,
  type Statement,
  statusStatement,
  wholeState,
} from './device-states.ts'
import { type FullQuestion, joinQuestion, parseBody, parseQuery } from './question.ts'
import { reply, shortReply } from './reply.ts'
import { createReporter, type ReporterDeps } from './reporter.ts'

/** The facts of the current release. */
export type ReleaseFacts = Omit<Pointer, 'v' | 'catalog' | 'first' | 'updates'>

export interface Distribution {
  /** Answers a device, for GET and POST alike. @throws AppError `bad_request`, `not_found`, `release_missing` */
  answer(call: Call): Promise<Response>
  /** Every known device compared with the current release, ordered by name. @throws AppError `store_unavailable` */
  devices(): Promise<DeviceReport[]>
  /** One page of the same list; `after` is the name of a device. @throws AppError `store_unavailable` */
  devicesPage(page: KeyPage): Promise<DevicesPage>
  /** The known devices among these names, compared with the current release. @throws AppError `store_unavailable` */
  devicesNamed(names: readonly string[]): Promise<DeviceReport[]>
  /**
   * Removes the state of a device and returns the removed state. If the device calls again, it has a state again.
   * @throws AppError `not_found`, `store_unavailable`
   */
  forget(name: string): Promise<DeviceReport>
  /** The facts of the current release. @throws AppError `release_missing`, `release_invalid` */
  current(): Promise<ReleaseFacts>
}

export interface DevicesPage {
  readonly devices: readonly DeviceReport[]
  /** The `after` of the next page; undefined on the last one. */
  readonly next: string | undefined
}

export interface DistributionDeps {
  /** The release folder; the one of the project unless given. */
  readonly releaseDir?: string | undefined
  readonly store: () => Store | undefined | Promise<Store | undefined>
  /** The keyids that are revoked; asked only to report devices. None unless given. */
  readonly revoked?: (() => Promise<ReadonlySet<string>>) | undefined
  /** Milliseconds since the epoch. */
  readonly now: () => number
  readonly deployment: Deployment
  /** Waits so many milliseconds, or rejects when the signal is aborted. */
  readonly wait?: ((milliseconds: number, signal: AbortSignal) => Promise<unknown>) | undefined
  /** Logs a device state that could not be stored: its request may have been answered before. */
  readonly note?: ReporterDeps['note']
}

export function createDistribution(deps: DistributionDeps): Distribution {
  const folder = openReleaseFolder(deps.releaseDir, { fixed: deps.deployment !== 'local' })
  const reporter = createReporter(deps)
  const reportsOf = async (listed: Listed) => {
    const revoked = (await deps.revoked?.()) ?? new Set()
    return reportsOfListed(listed, { current: currentOrNone(folder), revoked })
  }
  const devicesNamed = async (names: readonly string[]) => {
    const store = await deps.store()
    if (!store) return []
    const keys = [...new Set(names)].map(name => DEVICE_STATE_PREFIX + name)
    const answers = await readAll(store, keys)
    const records = answers.flatMap(({ record }) => (record ? [record] : []))
    return reportsOf({ records, now: answers[0]?.now ?? 0 })
  }
  return {
    async answer({ url, body, caller, request, trace }) {
      const query = parseQuery(url.searchParams)
      const question = joinQuestion(query, body.length > 0 ? await parseBody(body) : undefined)
      const { pointer } = folder.current()
      const statement = statementOf(question, pointer, caller)
      const recorded = statement && reporter.record(statement, trace)
      const response =
        shortReply(pointer, question, trace) ??
        withCurrent(folder, snapshot => reply(snapshot, question, { trace, request }))
      if (!recorded) return response
      const stored = afterAnswer(trace.part('device-state', () => recorded))
      const [answered] = await Promise.all([response, stored])
      return answered
    },
    async devices() {
      const store = await deps.store()
      return store ? reportsOf(await listAll(store, DEVICE_STATE_PREFIX)) : []
    },
    async devicesPage({ after, limit }) {
      const store = await deps.store()
      if (!store) return { devices: [], next: undefined }
      const start = after === undefined ? undefined : DEVICE_STATE_PREFIX + after
      const page = await listPage(store, DEVICE_STATE_PREFIX, { after: start, limit })
      return { devices: await reportsOf(page), next: page.next?.slice(DEVICE_STATE_PREFIX.length) }
    },
    devicesNamed,
    async forget(name) {
      const [device] = await devicesNamed([name])
      const store = await deps.store()
      if (!device || !store) throw unknownDevice(name)
      const transition = () => ({ remove: true, result: undefined }) as const
      await update(store, { key: DEVICE_STATE_PREFIX + name, format: deviceStateFormat, transition })
      return device
    },
    current: async () => factsOf(folder),
  }
}

function factsOf(folder: ReleaseFolder): ReleaseFacts {
  const { v: _v, catalog: _catalog, first: _first, updates: _updates, ...facts } = folder.current().pointer
  return facts
}

interface Listed {
  readonly records: readonly StoredRecord[]
  /** The store's time, milliseconds since the epoch. */
  readonly now: number
}

/** The listed device states, compared with the current release; a record of another shape is left out. */
function reportsOfListed(
  { records, now }: Listed,
  facts: { current: Pointer | undefined; revoked: ReadonlySet<string> },
): DeviceReport[] {
  return records
    .map(({ value }) => deviceStateFormat.parse(value))
    .flatMap(state => (state ? [reportOf(state, { ...facts, now })] : []))
}

function unknownDevice(name: string): AppError {
  return new AppError('not_found', `Cannot forget "${name}": no device of this name has reported`, {
    hint: 'kura devices lists the devices',
  })
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

function currentOrNone(folder: ReleaseFolder): Pointer | undefined {
  try {
    return folder.current().pointer
  } catch (error) {
    if (hasCode(error, 'release_missing')) return undefined
    throw error
  }
}

/** The device's statement in a request: a reported status, or `have` with the current release. */
function statementOf(
  question: FullQuestion,
  pointer: Pointer,
  caller: Pick<Call['caller'], 'name' | 'keyid'>,
): Statement | undefined {
  const name = deviceNameOf(caller.name)
  const { keyid } = caller
  if (question.status) return { name, keyid, ...statusStatement(question.status) }
  const { have, want = [], page, part } = question
  const asksForContent = want.length > 0 || page !== undefined || part !== undefined
  if (have !== pointer.release || asksForContent) return undefined
  return { ...wholeState(pointer), name, keyid }
}
