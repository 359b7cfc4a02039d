/** What a person must do about the distribution: a pure rule over the release and the device states. */
import type { Pointer } from '../release/catalog.ts'
import type { DeviceReport } from './device-states.ts'

export interface DistributionNotice {
  /** One matter: `distribution/device/laptop`. */
  readonly key: string
  /** The stage of the matter; people get a new notice at each new step. */
  readonly step: string
  readonly text: string
}

export interface DistributionFacts {
  /** Undefined if nothing is published. */
  readonly current: Pick<Pointer, 'version' | 'created' | 'expires' | 'root'> | undefined
  /** Those whose keys are revoked are out of use and need no notices. */
  readonly devices: readonly DeviceReport[]
}

const DAY = 86_400_000
/** The days before an expiry at which people get a notice. */
const RELEASE_DAYS = [14, 7, 3, 1]
const ROOT_DAYS = [60, 30, 14, 7, 3, 1]
/** A device calls once a day; it is behind after it has had two chances. */
const BEHIND_AFTER = 2 * DAY

/** The notices that are due at `now`, milliseconds since the epoch. */
export function distributionNotices(
  { current, devices }: DistributionFacts,
  now: number,
): DistributionNotice[] {
  const used = devices.filter(({ revoked }) => !revoked)
  return [
    ...(current ? expiryNotices(current, now) : []),
    ...(current ? hostNotices(current, devices) : []),
    ...used.flatMap(device => deviceNotices(device, { current, now })),
  ]
}

type Current = NonNullable<DistributionFacts['current']>

function expiryNotices({ version, expires, root }: Current, now: number): DistributionNotice[] {
  return [
    ...expiry('release', {
      name: `release ${version}`,
      expires,
      days: RELEASE_DAYS,
      act: 'kura publish, then deploy',
      now,
    }),
    ...expiry('root', {
      name: `root ${root.version}`,
      expires: root.expires,
      days: ROOT_DAYS,
      act: 'kura root rotate, kura publish, then deploy',
      now,
    }),
  ]
}

function expiry(
  key: string,
  {
    name,
    expires,
    days,
    act,
    now,
  }: { name: string; expires: string; days: number[]; act: string; now: number },
): DistributionNotice[] {
  const left = Date.parse(expires) - now
  const date = expires.slice(0, 10)
  const entry = { key: `distribution/${key}` }
  if (left <= 0)
    return [
      {
        ...entry,
        step: `${name} expired`,
        text: `${name} expired on ${date}: devices install nothing; ${act}`,
      },
    ]
  const reached = days.filter(day => left <= day * DAY).at(-1)
  if (reached === undefined) return []
  return [
    {
      ...entry,
      step: `${name} ${reached} days`,
      text: `${name} expires on ${date}, within ${reached} days; ${act}`,
    },
  ]
}

/** A device installs only what the publisher signed, so if one has a newer release, the host serves an old one. */
function hostNotices({ version }: Current, devices: readonly DeviceReport[]): DistributionNotice[] {
  const ahead = devices.filter(device => (device.version ?? 0) > version)
  if (ahead.length === 0) return []
  const newest = Math.max(...ahead.map(device => device.version ?? 0))
  const names = ahead.map(({ name }) => name).join(', ')
  return [
    {
      key: 'distribution/host',
      step: `${version} behind ${newest}`,
      text: `the host serves release ${version} and ${names} has release ${newest}: deploy the newest release folder`,
    },
  ]
}

function deviceNotices(
  device: DeviceReport,
  { current, now }: { current: Current | undefined; now: number },
): DistributionNotice[] {
  const { name, at, since, version, behind, silent, problems = [] } = device
  const key = `distribution/device/${name}`
  if (silent)
    return [
      {
        key,
        step: `silent since ${at}`,
        text: `${name} was last seen on ${at.slice(0, 10)}: check that it is switched on and that its sync runs`,
      },
    ]
  // it is not behind before there is something newer, however old its own state is
  const behindSince = Math.max(Date.parse(since), Date.parse(current?.created ?? since))
  const late = now - behindSince >= BEHIND_AFTER
  if (behind && late) {
    const has = version === undefined ? 'no release' : `release ${version}`
    const why = problems.length > 0 ? ` (${problems.join('; ')})` : ''
    return [{ key, step: `behind with ${has}`, text: `${name} still has ${has}${why}: check its sync` }]
  }
  if (problems.length === 0) return []
  return [{ key, step: `problems ${problems.join('; ')}`, text: `${name} reports: ${problems.join('; ')}` }]
}
