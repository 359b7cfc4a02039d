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

export type DistributionOverview = ReturnType<typeof createOverview>

interface ReleasedFile {
  readonly path: string
  readonly size: number
  /** The change since the release before; `removed` if only that release has the file. */
  readonly change: 'added' | 'changed' | 'removed' | 'same'
}

export interface OverviewDeps {
  /** The folder of the release; by default, that of the project. */
  readonly releaseDir?: string | undefined
  readonly store: () => Store
  /** Returns the revoked keys; called only when devices are read. */
  readonly revoked: () => Promise<ReadonlySet<string>>
  readonly deployment: Deployment
}

/** Lists devices and files. Every device is compared with the current release. */
export function createOverview({ releaseDir, store, revoked, deployment }: OverviewDeps) {
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
    /** @throws AppError `store_unavailable` */
    devices: () => reportsOf(listAll(store(), DEVICE_STATE_PREFIX)),
    /** Returns a page; `after` and `next` are names of devices. @throws AppError `store_unavailable` */
    async devicesPage({ after, limit }: KeyPage) {
      const start = after === undefined ? undefined : DEVICE_STATE_PREFIX + after
      const listing = listPage(store(), DEVICE_STATE_PREFIX, { after: start, limit })
      const [devices, { next }] = await Promise.all([reportsOf(listing), listing])
      return { devices, next: next?.slice(DEVICE_STATE_PREFIX.length) }
    },
    devicesNamed,
    /** Removes a state. A device that calls again gets a new one. @throws AppError `not_found`, `store_unavailable` */
    async forget(name: string) {
      const [device] = await devicesNamed([name])
      if (!device) throw unknownDevice(name)
      const transition = () => ({ remove: true, result: undefined }) as const
      await update(store(), { key: DEVICE_STATE_PREFIX + name, format: deviceStateFormat, transition })
      return device
    },
    /** @throws AppError `release_missing`, `release_invalid` */
    current: async () => factsOf(folder),
    /** Returns files, the changed ones first. @throws AppError `release_missing`, `release_invalid` */
    async releasedFiles(page: PageRequest) {
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
  /** The time of the store's clock in milliseconds since the epoch. */
  readonly now: number
}

/** The reports of listed states; a record of another shape is left out. */
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
