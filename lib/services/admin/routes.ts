import { AppError } from '../../core/errors.ts'
import type { ReplyOf } from '../../core/http/contract.ts'
import { type PageRequest, pageOf } from '../../core/http/pages.ts'
import { authorOf } from '../../core/http/router.ts'
import type { EndpointCall, Handlers } from '../../core/http/serve.ts'
import { deviceNameOf } from '../../core/signatures/keys.ts'
import { changeRevocation, readRevocations } from '../../core/signatures/revocations.ts'
import { readDurability } from '../../core/store/durability.ts'
import { confirmRestored, readStopped } from '../../core/store/stopped.ts'
import type { KeyPage, Store } from '../../core/store/store.ts'
import type { Stopped } from '../../core/store/stored-records.ts'
import type { adminContract } from './contract.ts'
import type { KeyUses } from './key-uses.ts'

type AdminContract = typeof adminContract
type Key = ReplyOf<AdminContract, 'keys'>['keys'][number]
type Device = ReplyOf<AdminContract, 'devices'>['devices'][number]

/** What the service admin needs from the service distribution. */
export interface DistributionFacts {
  /** Returns devices, each compared with the current release; `after` is the name of a device. */
  devicesPage(page: KeyPage): Promise<{ devices: readonly Device[]; next?: string | undefined }>
  /** Returns the devices that have reported, of those named. */
  devicesNamed(names: readonly string[]): Promise<readonly Device[]>
  /** Removes the state, and returns it. @throws AppError `not_found` */
  forget(name: string): Promise<Device>
  /** @throws AppError `release_missing` */
  current(): Promise<ReplyOf<AdminContract, 'release'>>
  /** @throws AppError `release_missing`, `release_invalid` */
  files(page: PageRequest): Promise<{
    readonly version: number
    readonly before: number | undefined
    readonly files: readonly ReplyOf<AdminContract, 'releaseFiles'>['files'][number][]
    readonly next: string | undefined
  }>
}

export interface AdminDeps {
  readonly distribution: DistributionFacts
  readonly keyUses: KeyUses
  readonly store: () => Store
  /** The end of the log; undefined if the log is empty. */
  readonly logHead: () => Promise<ReplyOf<AdminContract, 'store'>['head']>
  /** Records that the store, restored from a backup, lacks an entry that it had. */
  readonly recordGap: (stopped: Stopped, call: { readonly request: string }) => Promise<void>
  /** The keys in KURA_REVOKED. */
  readonly revoked: () => readonly string[]
  /** The keyid of the device's last enrolment. */
  readonly keyOfDevice: (name: string) => Promise<string | undefined>
}

export function adminHandlers(deps: AdminDeps) {
  return {
    async devices({ query }) {
      const { devices, next } = await deps.distribution.devicesPage(pageOf(query))
      return { devices: [...devices], ...(next !== undefined && { next }) }
    },
    forgetDevice: ({ params }) => deps.distribution.forget(params.name),
    release: () => deps.distribution.current(),
    async releaseFiles({ query }) {
      const { before, next, files, version } = await deps.distribution.files(pageOf(query))
      return {
        version,
        files: [...files],
        ...(before !== undefined && { before }),
        ...(next !== undefined && { next }),
      }
    },
    keys: ({ query }) => keysPage(pageOf(query), deps),
    changeRevocation: call => revoke(call, deps),
    store: async () => {
      const [durability, stopped, head] = await Promise.all([
        readDurability(deps.store()),
        readStopped(deps.store()),
        deps.logHead(),
      ])
      return { ...(durability && { durability }), ...(stopped && { stopped }), ...(head && { head }) }
    },
    async confirmStore({ body: { person, since }, caller, trace }) {
      const stopped = await readStopped(deps.store())
      if (stopped?.since === since && stopped) await deps.recordGap(stopped, { request: trace.id })
      return confirmRestored({ by: authorOf(person, caller), since }, deps.store())
    },
  } satisfies Partial<Handlers<AdminContract>>
}

/** The first page begins with operators' keys and all revoked or restored keys. Devices' keys follow, by name. */
async function keysPage(page: PageRequest, deps: AdminDeps): Promise<ReplyOf<AdminContract, 'keys'>> {
  const [{ devices, next }, own] = await Promise.all([deps.distribution.devicesPage(page), listOwnKeys(deps)])
  const known = new Set(own.map(({ keyid }) => keyid))
  const others = devices
    .filter(({ keyid }) => !known.has(keyid))
    .map(({ keyid, at }): Key => ({ keyid, seen: at }))
  const keys = page.after === undefined ? [...own, ...others] : others
  return { keys, ...(next !== undefined && { next }) }
}

function nameOf(keyid: string): string {
  return deviceNameOf(keyid.split(':', 1)[0] ?? '')
}

/** Operators' keys that have been used, and every key that was ever revoked or restored; sorted by keyid. */
async function listOwnKeys(deps: AdminDeps): Promise<Key[]> {
  const [uses, revocations] = await Promise.all([deps.keyUses.list(), readRevocations(deps.store())])
  const keys = new Map<string, Key>()
  const add = (keyid: string, facts: Omit<Key, 'keyid'>) =>
    void keys.set(keyid, { keyid, ...keys.get(keyid), ...facts })
  for (const { keyid, seen } of uses) add(keyid, { seen })
  for (const { keyid, state, by, at } of revocations) {
    add(keyid, { decision: { state, at }, ...(state === 'revoked' && { revoked: `by ${by} on ${at}` }) })
  }
  for (const keyid of deps.revoked()) add(keyid, { revoked: 'by KURA_REVOKED' })
  const revoked = await deps.distribution.devicesNamed([...keys.keys()].map(nameOf))
  for (const { keyid, at } of revoked) if (keys.has(keyid)) add(keyid, { seen: at })
  return [...keys.values()].sort((one, other) => one.keyid.localeCompare(other.keyid))
}

async function revoke(
  { body, caller }: EndpointCall<AdminContract, 'changeRevocation'>,
  { store, keyOfDevice }: AdminDeps,
): Promise<ReplyOf<AdminContract, 'changeRevocation'>> {
  const keyid = body.keyid.includes(':') ? body.keyid : await keyOfDevice(body.keyid)
  if (body.keyid === caller.keyid) {
    throw new AppError('bad_request', 'Cannot revoke the key that this request is signed with', {
      hint: 'issue another key with the scope admin, and revoke this one with it',
    })
  }
  return changeRevocation(store(), { ...body, keyid: keyid ?? body.keyid, by: caller.name })
}
