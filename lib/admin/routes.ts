/** The endpoints of `/api/admin/…` that show devices, keys and the release, and revoke keys. */
import { AppError } from '../errors.ts'
import type { ReplyOf } from '../http/contract.ts'
import { pageOf } from '../http/pages.ts'
import type { EndpointCall, Handlers } from '../http/serve.ts'
import { changeRevocation, readRevocations } from '../signatures/revocations.ts'
import { readDurability } from '../store/durability.ts'
import type { KeyPage, Store } from '../store/store.ts'
import type { adminContract } from './contract.ts'
import type { KeyUses } from './key-uses.ts'

type AdminContract = typeof adminContract
type Key = ReplyOf<AdminContract, 'keys'>['keys'][number]
type Device = ReplyOf<AdminContract, 'devices'>['devices'][number]

/** What admin asks of the distribution. */
export interface DistributionFacts {
  /** What each device last reported, compared with the current release; `after` is the name of a device. */
  devicesPage(page: KeyPage): Promise<{ devices: readonly Device[]; next?: string | undefined }>
  /** The same of all devices. */
  devices(): Promise<Device[]>
  /** The current release. @throws AppError `release_missing` */
  current(): Promise<ReplyOf<AdminContract, 'release'>>
}

export interface AdminDeps {
  readonly distribution: DistributionFacts
  readonly keyUses: KeyUses
  readonly store: () => Store
  /** KURA_REVOKED. */
  readonly revoked: () => readonly string[]
}

export function adminHandlers(
  deps: AdminDeps,
): Handlers<AdminContract, 'devices' | 'release' | 'keys' | 'changeRevocation' | 'store'> {
  return {
    async devices({ query }) {
      const { devices, next } = await deps.distribution.devicesPage(pageOf(query))
      return { devices: [...devices], ...(next !== undefined && { next }) }
    },
    release: () => deps.distribution.current(),
    keys: async () => ({ keys: await listKeys(deps) }),
    changeRevocation: call => revoke(call, deps),
    store: async () => {
      const durability = await readDurability(deps.store())
      return { ...(durability && { durability }) }
    },
  }
}

/** Every key that has called or is revoked, those of devices included. */
async function listKeys(deps: AdminDeps): Promise<Key[]> {
  const [uses, revocations] = await Promise.all([deps.keyUses.list(), readRevocations(deps.store())])
  const devices = await deps.distribution.devices()
  const keys = new Map<string, Key>()
  const add = (keyid: string, facts: { seen?: string; revoked?: string }) =>
    void keys.set(keyid, { keyid, ...keys.get(keyid), ...facts })
  for (const { keyid, seen } of uses) add(keyid, { seen })
  for (const { keyid, at } of devices) add(keyid, { seen: at })
  for (const { keyid, state, by, at } of revocations) {
    if (state === 'revoked') add(keyid, { revoked: `by ${by} on ${at.slice(0, 10)}` })
  }
  for (const keyid of deps.revoked()) add(keyid, { revoked: 'by KURA_REVOKED' })
  return [...keys.values()].sort((one, other) => one.keyid.localeCompare(other.keyid))
}

async function revoke(
  { body, caller }: EndpointCall<AdminContract, 'changeRevocation'>,
  { store }: AdminDeps,
): Promise<ReplyOf<AdminContract, 'changeRevocation'>> {
  if (body.keyid === caller.keyid) {
    throw new AppError('bad_request', 'Cannot revoke the key that this request is signed with', {
      hint: 'issue another key with the scope admin, and revoke this one with it',
    })
  }
  return changeRevocation(store(), { ...body, by: caller.name })
}
