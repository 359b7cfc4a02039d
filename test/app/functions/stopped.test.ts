/** The calls that are answered while acts are stopped or paused. */
import { describe, expect, test } from 'vitest'
import { SERVICES } from '../../../lib/app/contracts/services.ts'
import { routesOfAdmin } from '../../../lib/app/functions/admin.ts'
import { routesOfChat } from '../../../lib/app/functions/chat.ts'
import { handlerDepsOfCron, routesOfCron } from '../../../lib/app/functions/cron.ts'
import { stopActs } from '../../../lib/core/store/stopped.ts'
import { serveFunction } from '../../helpers/functions.ts'
import { serveAccounting } from '../../helpers/remotes/accounting-function.ts'
import { startAccountingSandbox } from '../../helpers/remotes/accounting-sandbox.ts'
import { TOKEN_CALL } from '../../services/accounting/tokens/world.ts'

const FOUND = { by: 'hana:admin:1', seq: 46, digest: 'd', at: '2026-10-05T00:00:00.000Z' }
const CRON_SECRET = 'a'.repeat(20)

test('what is answered while acts are paused: what revokes, tells people, ends the stop, or is a step before', () => {
  const names = SERVICES.flatMap(({ name, contract }) =>
    Object.entries(contract.endpoints).flatMap(([endpoint, { whilePaused }]) =>
      whilePaused ? [`${name}.${endpoint}`] : [],
    ),
  )
  expect(names).toEqual([
    'admin.changeRevocation',
    'admin.recordSettings',
    'admin.confirmStore',
    'admin.sendNotices',
    'admin.finishNotice',
    'admin.reportExposure',
    'accounting.resolveReceipt',
    'accounting.resolveCase',
    'authorization.beginAuthorization',
    'authorization.receiveCode',
    'authorization.keepAuthorization',
    'registrar.resolve',
    'console.signIn',
    'console.signOut',
    'console.enrol',
    'console.setLanguage',
    'people.revoke',
    'cron.notices',
  ])
})

test('the confirmation is an entry of the log, and the entry before it says what the store lacks', async () => {
  const { call, store } = await serveFunction(routesOfAdmin)
  const { since } = await stopActs(FOUND, store)
  const body = JSON.stringify({ person: 'Hana Mori', since })
  const scopes = ['admin', 'approve'] as const
  const { swap, remove } = store
  const writes: string[] = []
  store.swap = (...given) => swap(...given).finally(() => given[2].durable && writes.push(given[0]))
  store.remove = (...given) => remove(...given).finally(() => writes.push(`removed ${given[0]}`))
  expect((await call('/api/admin/store/restored', { method: 'POST', body, scopes })).status).toBe(200)
  // a replica applies writes in order, so with the durable entry it also has the removal before it
  expect(writes.slice(-2)).toEqual(['removed store/stopped', 'activity/entry/0000000002'])
  const reply = await call('/api/admin/activity', { scopes })
  expect(await reply.json()).toMatchObject({
    entries: [
      { act: 'store_went_back', what: { from: 46, to: 0, digest: 'd' } },
      { act: 'confirmStore', person: 'Hana Mori', status: 200 },
    ],
  })
})

describe.each([
  { name: 'KURA_PAUSED=on', env: { KURA_PAUSED: 'on' }, code: 'paused' },
  { name: 'a misspelt KURA_PAUSED', env: { KURA_PAUSED: 'yes' }, code: 'settings_invalid' },
  { name: 'a store that is older than what was seen of it', env: {}, code: 'paused', isStopped: true },
])('$name', ({ env, code, isStopped = false }) => {
  async function serve() {
    const admin = await serveFunction(core => [...routesOfAdmin(core), ...routesOfChat(core)], { env })
    if (isStopped) await stopActs(FOUND, admin.store)
    const send = (path: string, body: object = {}) =>
      admin.call(path, {
        method: 'POST',
        body: JSON.stringify(body),
        scopes: ['admin', 'approve', 'chat.send'],
      })
    return { ...admin, send }
  }

  test('refuses writes and deliveries', async () => {
    const { send } = await serve()
    for (const [path, body] of [
      ['/api/admin/enrolments', { name: 'pc-1' }],
      ['/api/chat/deliveries?mode=write', { name: 'a', text: 'a', channel: '1' }],
    ] as const) {
      const response = await send(path, body)
      expect([response.status, await response.json()]).toEqual([503, expect.objectContaining({ code })])
    }
  })

  test('answers reads, and revokes keys', async () => {
    const { call, send } = await serve()
    expect((await call('/api/admin/store', { scopes: ['admin'] })).status).toBe(200)
    const revoked = await send('/api/admin/revocations', { keyid: 'lost:admin:1' })
    expect(revoked.status).toBe(200)
  })

  test('spends no refresh token: only an access token that is still valid is used', async () => {
    const time = { now: Date.UTC(2026, 3, 1) }
    const now = () => time.now
    const service = await startAccountingSandbox({ now })
    const { ask, env: settings, store } = await serveAccounting({}, service, { now, clock: now })
    Object.assign(settings, env)
    if (isStopped) await stopActs(FOUND, store)
    const rotations = () => service.requests.filter(request => request === TOKEN_CALL).length
    const before = rotations()
    if (code === 'paused') expect((await ask('/companies')).status).toBe(200)
    time.now += 7 * 3_600_000
    expect((await ask('/companies')).body).toMatchObject({ code })
    expect(rotations()).toBe(before)
  })

  test('starts no job but the notices', async () => {
    const cron = await serveFunction(routesOfCron, {
      env: { ...env, CRON_SECRET },
      handlerDeps: handlerDepsOfCron,
    })
    if (isStopped) await stopActs(FOUND, cron.store)
    const headers = { authorization: `Bearer ${CRON_SECRET}` }
    const start = async (job: string) => {
      const response = await fetch(`${cron.url}/api/cron/${job}`, { headers })
      return ((await response.json()) as { code?: string }).code
    }
    expect([await start('refresh'), await start('orders')]).toEqual([code, code])
    expect(await start('notices')).toBeUndefined()
  })
})
