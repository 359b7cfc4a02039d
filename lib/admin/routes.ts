/** `/api/admin/…`: what an operator sees and does of devices, keys and the release. Every route needs the scope admin. */
import { AppError } from '../errors.ts'
import { jsonAnswer } from '../http/answers.ts'
import { readJsonBody } from '../http/read-request.ts'
import type { Call, Route } from '../http/router.ts'
import { changeRevocation, type Revocation, readRevocations } from '../signatures/revocations.ts'
import type { Store } from '../store/store.ts'
import type { KeyUses } from './key-uses.ts'

/** What admin asks of the distribution. */
export interface DistributionFacts {
  /** What each device last reported, against the current release. */
  devices(): Promise<readonly { readonly keyid: string; readonly at: string }[]>
  /** The current release: version, digest, dates. @throws AppError `release_missing` */
  current(): Promise<unknown>
}

export interface AdminParts {
  readonly distribution: DistributionFacts
  readonly keyUses: KeyUses
  readonly store: () => Store
  /** KURA_REVOKED. */
  readonly revoked: () => readonly string[]
}

export function adminRoutes(parts: AdminParts): Route[] {
  const read = (path: string, handle: Route['handle']): Route => ({
    method: 'GET',
    path,
    scope: 'admin',
    handle,
  })
  return [
    read('/api/admin/devices', async () => jsonAnswer({ devices: await parts.distribution.devices() })),
    read('/api/admin/release', async () => jsonAnswer(await parts.distribution.current())),
    read('/api/admin/keys', async () => jsonAnswer({ keys: await listKeys(parts) })),
    {
      method: 'POST',
      path: '/api/admin/revocations',
      scope: 'admin',
      write: true,
      handle: async call => jsonAnswer(await revoke(call, parts)),
    },
  ]
}

/** Every key that is known to have called or is revoked, with the devices' own. */
async function listKeys(parts: AdminParts): Promise<{ keyid: string; seen?: string; revoked?: string }[]> {
  const [uses, revocations] = await Promise.all([parts.keyUses.list(), readRevocations(parts.store())])
  const devices = await parts.distribution.devices()
  const keys = new Map<string, { keyid: string; seen?: string; revoked?: string }>()
  const add = (keyid: string, facts: { seen?: string; revoked?: string }) =>
    void keys.set(keyid, { keyid, ...keys.get(keyid), ...facts })
  for (const { keyid, seen } of uses) add(keyid, { seen })
  for (const { keyid, at } of devices) add(keyid, { seen: at })
  for (const { keyid, state, by, at } of revocations) {
    if (state === 'revoked') add(keyid, { revoked: `by ${by} on ${at.slice(0, 10)}` })
  }
  for (const keyid of parts.revoked()) add(keyid, { revoked: 'by KURA_REVOKED' })
  return [...keys.values()].sort((one, other) => one.keyid.localeCompare(other.keyid))
}

async function revoke({ body, caller }: Call, { store }: AdminParts): Promise<Revocation> {
  const { revocationSchema } = await import('./schema.ts')
  const change = readJsonBody(revocationSchema, body)
  if (change.keyid === caller.keyid) {
    throw new AppError('bad_request', 'Cannot revoke the key that this request is signed with', {
      hint: 'issue another key with the scope admin, and revoke this one with it',
    })
  }
  return changeRevocation(store(), { ...change, by: caller.name })
}
