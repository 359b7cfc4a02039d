import type { NoticeOf } from '../../core/language/open-item.ts'
import type { Pointer } from '../../core/release/catalog.ts'
import type { DeviceReport } from '../../core/release/device-state.ts'
import type { deviceItems, releaseItems } from './notice-words.ts'

type DistributionNotice = NoticeOf<typeof deviceItems & typeof releaseItems>

export interface DistributionFacts {
  /** The current release; undefined if nothing is published. */
  readonly current: Pick<Pointer, 'version' | 'created' | 'expires' | 'root'> | undefined
  /** The devices. One with a revoked key gets no notice of its own, but still shows that a newer release exists. */
  readonly devices: readonly DeviceReport[]
}

const DAY = 86_400_000
/** The days before an expiry on which there is a notice. */
const RELEASE_DAYS = [14, 7, 3, 1]
const ROOT_DAYS = [60, 30, 14, 7, 3, 1]
/** The time after which a device is late: six syncs, three a day, have then not brought the new release. */
const BEHIND_AFTER = 2 * DAY
/** The time after which a waiting file is late. A person at work usually closes a file sooner. */
const WAITING_AFTER = 2 * DAY

/** `now` is in milliseconds since the epoch. */
export function distributionNotices(
  { current, devices }: DistributionFacts,
  now: number,
): DistributionNotice[] {
  const used = devices.filter(({ revoked }) => !revoked)
  return [
    ...(current ? expiryNotices(current, now) : []),
    ...(current ? hostNotices(current, devices) : []),
    ...used.flatMap(device => deviceNotices(device, { current, now })),
    ...used.flatMap(device => waitingNotices(device, now)),
  ]
}

type Current = NonNullable<DistributionFacts['current']>

function expiryNotices({ version, expires, root }: Current, now: number): DistributionNotice[] {
  return [
    ...expiry('release', { version, expires }, { days: RELEASE_DAYS, now }),
    ...expiry('root', root, { days: ROOT_DAYS, now }),
  ]
}

function expiry(
  what: 'release' | 'root',
  { version, expires }: { version: number; expires: string },
  { days, now }: { days: readonly number[]; now: number },
): DistributionNotice[] {
  const left = Date.parse(expires) - now
  const item = { key: `distribution/${what}`, facts: { version, expires } }
  const name = `${what} ${version}`
  if (left <= 0) return [{ ...item, step: `${name} expired`, kind: `${what}_expired` }]
  const reached = days.filter(day => left <= day * DAY).at(-1)
  if (reached === undefined) return []
  return [{ ...item, step: `${name} ${reached} days`, kind: `${what}_expiring` }]
}

/** A device has a newer release than the host: this proves it, because a device installs only signed releases. */
function hostNotices({ version }: Current, devices: readonly DeviceReport[]): DistributionNotice[] {
  const ahead = devices.filter(device => (device.version ?? 0) > version)
  if (ahead.length === 0) return []
  const newest = Math.max(...ahead.map(device => device.version ?? 0))
  return [
    {
      key: 'distribution/host',
      step: `${version} behind ${newest}`,
      kind: 'host_behind',
      facts: { version, newest, names: ahead.map(({ name }) => name) },
    },
  ]
}

function deviceNotices(
  device: DeviceReport,
  { current, now }: { current: Current | undefined; now: number },
): DistributionNotice[] {
  const { name, at, since, version, behind, silent, problems = [] } = device
  const key = `distribution/device/${name}`
  if (silent) return [{ key, step: `silent since ${at}`, kind: 'device_silent', facts: { name, at } }]
  // a device is behind only from the time when a newer release exists, however old its own state is
  const behindSince = Math.max(Date.parse(since), Date.parse(current?.created ?? since))
  const late = now - behindSince >= BEHIND_AFTER
  if (behind && late) {
    const has = version === undefined ? 'no release' : `release ${version}`
    return [{ key, step: `behind with ${has}`, kind: 'device_behind', facts: { name, version, problems } }]
  }
  if (problems.length === 0) return []
  const step = `problems ${problems.join('; ')}`
  return [{ key, step, kind: 'device_problems', facts: { name, problems } }]
}

/** Notices about waiting files. A silent device has a notice of its own instead. */
function waitingNotices({ name, silent, waiting = [] }: DeviceReport, now: number): DistributionNotice[] {
  const late = waiting.filter(({ since }) => now - Date.parse(since) >= WAITING_AFTER)
  if (silent || late.length === 0) return []
  const paths = late.map(({ path }) => path)
  const key = `distribution/device/${name}/waiting`
  return [{ key, step: `waiting ${paths.join('; ')}`, kind: 'device_waiting', facts: { name, paths } }]
}
