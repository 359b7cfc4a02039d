/** Calls to the services' endpoints in the process, for a person whom the console knows. */
import { describe, expect, test } from 'vitest'
import { SERVICES } from '../../lib/app/contracts/services.ts'
import {
  type ApprovalIdentity,
  callInProcess,
  inProcess,
  type SessionIdentity,
} from '../../lib/console/in-process.ts'
import { createClient } from '../../lib/core/http/client.ts'
import { SCOPES } from '../../lib/core/signatures/keys.ts'
import { stopActs } from '../../lib/core/store/stopped.ts'
import { adminContract } from '../../lib/services/admin/contract.ts'
import { createConsoleWorld } from './world.ts'

const CREDENTIAL = 'c0ffee'.repeat(10)
const HANA = { person: 'Hana Mori', credential: CREDENTIAL }
const session = (...scopes: string[]): SessionIdentity => ({ via: 'session', ...HANA, scopes })
const approval = (...scopes: string[]): ApprovalIdentity => ({
  via: 'approval',
  ...HANA,
  scopes,
  digest: 'd'.repeat(64),
})
const REVOCATION = {
  method: 'POST',
  address: '/api/admin/revocations',
  body: JSON.stringify({ keyid: 'lost:admin:1' }),
}
const FORGET = { method: 'DELETE', address: '/api/admin/devices/pc-1' }

const ACTS = SERVICES.flatMap(({ contract }) =>
  Object.values(contract.endpoints)
    .filter(({ approval }) => approval)
    .map(({ method, path, changes }) => ({
      title: `${method} ${path}`,
      method,
      address: `${path.replaceAll(/\{\w+\}/g, 'example.com')}${changes === 'by mode' ? '?mode=write' : ''}`,
    })),
)

describe('a session', () => {
  test('reads what its scopes allow, by the typed client', async () => {
    const { core } = createConsoleWorld()
    const { keys } = createClient(adminContract, inProcess(core, session('admin')).send)
    expect(await keys()).toEqual({ keys: [] })
  })

  test('gets the error that the endpoint threw', async () => {
    const { core } = createConsoleWorld()
    const { forgetDevice } = createClient(adminContract, inProcess(core, session('admin')).send)
    await expect(forgetDevice({ params: { name: 'pc-1' } })).rejects.toThrow(
      'Cannot forget "pc-1": no device of this name has reported',
    )
  })

  test('is refused what its scopes do not allow', async () => {
    const { core } = createConsoleWorld()
    await expect(callInProcess(FORGET, session('chat.send'), core)).rejects.toMatchObject({
      code: 'scope_missing',
      status: 403,
    })
  })

  test.each(ACTS)('is refused $title, whatever its scopes', async act => {
    const { core, store } = createConsoleWorld()
    await expect(callInProcess(act, session(...SCOPES), core)).rejects.toMatchObject({
      code: 'approval_needed',
      hint: expect.stringContaining('passkey'),
    })
    expect(store.calls).toMatchObject({ swap: 0, remove: 0 })
  })

  test('may see what an act would do, but never has the scope approve', async () => {
    const { core } = createConsoleWorld()
    const dryRun = { method: 'POST', address: '/api/registrar/domains/example.com/buy', body: '{}' }
    await expect(callInProcess(dryRun, session('registrar.buy'), core)).rejects.toMatchObject({
      code: 'bad_request',
    })
    const { core: other, lines } = createConsoleWorld()
    await expect(
      callInProcess(
        { method: 'POST', address: '/api/accounting/cases/a/release', body: '{}' },
        session('approve'),
        other,
      ),
    ).rejects.toMatchObject({ code: 'scope_missing' })
    expect(lines).toMatchObject([{ caller: 'passkey:c0ffeec0ffee', code: 'scope_missing' }])
  })
})

describe('an approval', () => {
  test('is one call with the scopes of the person, and the log names it', async () => {
    const { core, entries } = createConsoleWorld()
    await callInProcess(REVOCATION, approval('admin'), core)
    expect(await entries()).toMatchObject([
      { by: 'passkey:c0ffeec0ffee', person: 'Hana Mori', act: 'changeRevocation', approval: 'd'.repeat(64) },
    ])
  })

  test('gives no scope that the person lacks', async () => {
    const { core } = createConsoleWorld()
    await expect(callInProcess(REVOCATION, approval('approve'), core)).rejects.toMatchObject({
      code: 'scope_missing',
    })
  })

  test.each([
    FORGET,
    { method: 'GET', address: '/api/admin/keys' },
    { method: 'POST', address: '/api/registrar/domains/example.com/buy', body: '{}' },
  ])('is for no other call: $method $address', async other => {
    const { core } = createConsoleWorld()
    await expect(callInProcess(other, approval(...SCOPES), core)).rejects.toMatchObject({
      code: 'bad_request',
    })
  })
})

describe('what refuses a signed call refuses a call in the process', () => {
  const PREVIEW = { VERCEL: '1', VERCEL_ENV: 'preview', UPSTASH_REDIS_REST_URL: 'https://store.invalid' }
  test.each([
    { name: 'a preview', env: PREVIEW, code: 'not_in_preview' },
    { name: 'the pause of all acts', env: { KURA_PAUSED: 'on' }, code: 'paused' },
  ])('$name', async ({ env, code }) => {
    const { core } = createConsoleWorld({ env })
    await expect(callInProcess(FORGET, session('admin'), core)).rejects.toMatchObject({ code })
  })

  test('a store that went back', async () => {
    const { core, store } = createConsoleWorld()
    await stopActs({ by: 'hana:admin:1', seq: 46, digest: 'd', at: '2026-10-05T00:00:00.000Z' }, store)
    await expect(callInProcess(FORGET, session('admin'), core)).rejects.toMatchObject({ code: 'paused' })
    expect((await callInProcess(REVOCATION, approval('admin'), core)).status).toBe(200)
  })
})

test('a person who signs in is no key in the list of keys', async () => {
  const { core } = createConsoleWorld()
  const client = createClient(adminContract, inProcess(core, session('admin')).send)
  await client.keys()
  expect(await client.keys()).toEqual({ keys: [] })
})

test('a path that no function has is refused', async () => {
  const { core } = createConsoleWorld()
  const nowhere = { method: 'GET', address: '/api/nowhere' }
  await expect(callInProcess(nowhere, session('admin'), core)).rejects.toMatchObject({ code: 'not_found' })
})

test.each([
  'https://elsewhere.example.com/api/admin/keys',
  '//elsewhere/api/admin/keys',
  '/api/chat/../admin/keys',
])('an address that is not written as it would be sent is refused: %s', async address => {
  const { core } = createConsoleWorld()
  await expect(callInProcess({ method: 'GET', address }, session('admin'), core)).rejects.toMatchObject({
    code: 'bad_request',
  })
})
