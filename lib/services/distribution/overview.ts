/** The facts about the distribution for operators and notices: the states of the devices, and the current release. */
import type { Deployment } from '../../core/config/deployment.ts'
import { AppError, hasCode } from '../../core/errors.ts'
import { cutPage, type PageRequest } from '../../core/http/pages.ts'
import type { Pointer } from '../../core/release/catalog.ts'
import type { DeviceReport } from '../../core/release/device-state.ts'
import { openReleaseFolder, type ReleaseFolder } from '../../core/release/folder/folder.ts'
import type { ReleaseFile } from '../../core/release/schema.ts'
import { listAll, listPage, readAll } from '../../core/store/list.ts'
import type { KeyPage, Store, StoredRecord } from '../../core/store/store.ts'
import { update } from '../../core/store/update.ts'
import { DEVICE_STATE_PREFIX, deviceStateFormat, reportOf } from './device-states.ts'

export type ReleaseFacts = Omit<Pointer, 'v' | 'catalog' | 'first' | 'updates'>

export interface DistributionOverview {
  /** Every known device compared with the current release, ordered by name. @throws AppError `store_unavailable` */
  devices(): Promise<DeviceReport[]>
  /** `after` is the name of a device. @throws AppError `store_unavailable` */
  devicesPage(page: KeyPage): Promise<DevicesPage>
  /** The known devices among these names, compared with the current release. @throws AppError `store_unavailable` */
  devicesNamed(names: readonly string[]): Promise<DeviceReport[]>
  /**
   * Removes the state of a device and returns it. If the device calls again, it gets a new state.
   * @throws AppError `not_found`, `store_unavailable`
   */
  forget(name: string): Promise<DeviceReport>
  /** @throws AppError `release_missing`, `release_invalid` */
  current(): Promise<ReleaseFacts>
  /**
   * A page of the release's files, first those that changed since the release before.
   * @throws AppError `release_missing`, `release_invalid`
   */
  releasedFiles(page: PageRequest): Promise<ReleasedFiles>
}

/** A file of the release. `removed`: only the release before has it. */
export interface ReleasedFile {
  readonly path: string
  readonly size: number
  readonly change: 'added' | 'changed' | 'removed' | 'same'
}

export interface ReleasedFiles {
  readonly version: number
  /** The version of the release before; undefined if the folder has none. */
  readonly before: number | undefined
  readonly files: readonly ReleasedFile[]
  readonly next: string | undefined
}

export interface DevicesPage {
  readonly devices: readonly DeviceReport[]
  /** The value of `after` for the next page; undefined on the last page. */
  readonly next: string | undefined
}

export interface OverviewDeps {
  /** The release folder; by default, that of the project. */
  readonly releaseDir?: string | undefined
  readonly store: () => Store
  /** The revoked keys; called only when devices are read. */
  readonly revoked: () => Promise<ReadonlySet<string>>
  readonly deployment: Deployment
}

export function createOverview({
  releaseDir,
  store,
  revoked,
  deployment,
}: OverviewDeps): DistributionOverview {
  const folder = openReleaseFolder(releaseDir, { fixed: deployment !== 'local' })
  const reportsOf = async (listing: Promise<Listed>) => {
    const [listed, out] = await Promise.all([listing, revoked()])
    return reportsOfListed(listed, { current: currentOrNone(folder), revoked: out })
  }
  const readNamed = async (names: readonly string[]): Promise<Listed> => {
    const keys = [...new Set(names)].map(name => DEVICE_STATE_PREFIX + name)
    const answers = await readAll(store(), keys)
    const records = answers.flatMap(({ record }) => (record ? [record] : []))
    return { records, now: answers[0]?.now ?? 0 }
  }
  const devicesNamed = (names: readonly string[]) => reportsOf(readNamed(names))
  return {
    devices: () => reportsOf(listAll(store(), DEVICE_STATE_PREFIX)),
    async devicesPage({ after, limit }) {
      const start = after === undefined ? undefined : DEVICE_STATE_PREFIX + after
      const listing = listPage(store(), DEVICE_STATE_PREFIX, { after: start, limit })
      const [devices, { next }] = await Promise.all([reportsOf(listing), listing])
      return { devices, next: next?.slice(DEVICE_STATE_PREFIX.length) }
    },
    devicesNamed,
    async forget(name) {
      const [device] = await devicesNamed([name])
      if (!device) throw unknownDevice(name)
      const transition = () => ({ remove: true, result: undefined }) as const
      await update(store(), { key: DEVICE_STATE_PREFIX + name, format: deviceStateFormat, transition })
      return device
    },
    current: async () => factsOf(folder),
    async releasedFiles(page) {
      const snapshot = folder.current()
      const { manifests } = await snapshot.stored()
      const [now, before] = await Promise.all(
        manifests.slice(0, 2).map(async digest => (await snapshot.manifest(digest))?.manifest),
      )
      const changes = compareFiles(now?.files ?? [], before?.files ?? [])
      const placeOf = ({ change, path }: ReleasedFile) => `${change === 'same' ? 1 : 0} ${path}`
      const { entries, next } = cutPage(changes, { placeOf }, page)
      return { version: snapshot.pointer.version, before: before?.version, files: entries, next }
    },
  }
}

function compareFiles(now: readonly ReleaseFile[], before: readonly ReleaseFile[]): ReleasedFile[] {
  const [had, has] = [before, now].map(files => new Map(files.map(({ path, sha256 }) => [path, sha256])))
  const changeOf = ({ path, sha256 }: ReleaseFile) => {
    const earlier = had?.get(path)
    if (earlier === undefined) return 'added'
    return earlier === sha256 ? 'same' : 'changed'
  }
  const removed = before.filter(({ path }) => !has?.has(path))
  return [
    ...now.map(file => ({ path: file.path, size: file.size, change: changeOf(file) }) as const),
    ...removed.map(({ path, size }) => ({ path, size, change: 'removed' }) as const),
  ]
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

/** The devices, each compared with the current release; a record of another shape is left out. */
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

function currentOrNone(folder: ReleaseFolder): Pointer | undefined {
  try {
    return folder.current().pointer
  } catch (error) {
    if (hasCode(error, 'release_missing')) return undefined
    throw error
  }
}
