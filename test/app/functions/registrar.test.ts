import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createCore } from '../../../lib/app/core.ts'
import { handlerDepsOfCron, routesOfCron } from '../../../lib/app/functions/cron.ts'
import { registrarOf } from '../../../lib/app/functions/registrar.ts'
import { openStore } from '../../../lib/core/store/open.ts'
import { serveFunction, TEST_SECRET } from '../../helpers/functions.ts'
import { ACTING, DAY } from '../../helpers/remotes/registrar.ts'
import { CONTACT, startRegistrarSandbox } from '../../helpers/remotes/registrar-sandbox.ts'
import { temporaryDirectory } from '../../helpers/temporary-directory.ts'

const SECRET = 'what-the-host-sends-along'

/** Serves the cron's function and a registrar over one store. */
async function serveCron(changes: Record<string, string> = {}) {
  const remote = await startRegistrarSandbox()
  const env = {
    CRON_SECRET: SECRET,
    KURA_SECRETS: `1:${TEST_SECRET.toString('base64url')}`,
    KURA_STORE_FILE: join(await temporaryDirectory(), 'store.db'),
    ...remote.settings,
    ...changes,
  }
  const now = () => remote.clock.now
  const deps = { env, openStore, now, clock: () => performance.now(), fetch }
  const core = createCore({ ...deps, log: () => undefined })
  onTestFinished(() => core.store().close())
  const served = await serveFunction(routesOfCron, { ...deps, handlerDeps: handlerDepsOfCron })
  const ask = () => fetch(`${served.url}/api/cron/orders`, { headers: { authorization: `Bearer ${SECRET}` } })
  return { remote, ask, registrar: registrarOf(core), store: core.store(), lines: served.lines }
}

describe('GET /api/cron/orders', () => {
  test('asks about open orders, and shows their state', async () => {
    const { remote, ask, registrar, lines } = await serveCron()
    const domain = 'example.com'
    const { quote = '' } = await registrar().quote({ domain, autoRenew: true, contact: CONTACT })
    await registrar().buy({ domain, confirm: domain, quote, autoRenew: true, contact: CONTACT }, ACTING)
    remote.clock.now += DAY
    const response = await ask()
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({ orders: [{ domain, state: 'registered' }] })
    expect(lines.at(-1)).toMatchObject({
      caller: 'cron',
      purchases: 1,
      unasked: 0,
      remotes: expect.arrayContaining([expect.objectContaining({ remote: 'registrar', status: 200 })]),
    })
  })

  test('names the settings that it lacks', async () => {
    const { ask } = await serveCron({ REGISTRAR_TOKEN: '' })
    expect(await (await ask()).json()).toMatchObject({
      code: 'settings_missing',
      missing: ['REGISTRAR_TOKEN'],
    })
  })
})

describe('KURA_TIMEZONE', () => {
  const SIX_HOURS = 6 * 3_600_000

  /** Returns a time zone in which it is this hour of the day now. */
  function zoneWithHour(hour: number): string {
    const offset = ((hour - new Date().getUTCHours() + 36) % 24) - 12
    return `Etc/GMT${offset > 0 ? '-' : '+'}${Math.abs(offset)}`
  }

  test.each([
    { name: 'counts by its days what was spent', hour: 12, day: 700 },
    { name: 'ends the day at its midnight', hour: 1, day: 0 },
  ])('$name', async ({ hour, day }) => {
    const { registrar, store, remote } = await serveCron({ KURA_TIMEZONE: zoneWithHour(hour) })
    const at = Date.now() - SIX_HOURS
    const reserve = { operation: 'o', domain: 'a.example', cents: 700, years: 1, autoRenew: false, at }
    const value = JSON.stringify({ reserves: [{ ...reserve, state: 'spent' }] })
    const key = `registrar/spending/${remote.sandbox.state.teamId}`
    await store.swap(key, undefined, { value, version: 'before' })
    expect(await registrar().spending()).toMatchObject({ spent: { day } })
  })
})
