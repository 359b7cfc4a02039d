import { expect, test } from 'vitest'
import { createCore } from '../../../lib/app/core.ts'
import { registrarOf } from '../../../lib/app/functions/registrar.ts'
import { factsOf } from '../../../lib/app/open-items/facts.ts'
import { statusFacts } from '../../../lib/app/open-items/status.ts'
import { createMemoryStore } from '../../helpers/memory-store.ts'
import { ENGLISH } from '../../helpers/notice-words.ts'
import { ACTING, DAY } from '../../helpers/remotes/registrar.ts'
import { CONTACT, startRegistrarSandbox } from '../../helpers/remotes/registrar-sandbox.ts'
import { temporaryDirectory } from '../../helpers/temporary-directory.ts'

const ASKED = { trace: undefined, locale: ENGLISH }

/** A company that has bought example.com, and nothing else. */
async function boughtDomain() {
  const remote = await startRegistrarSandbox()
  const now = () => remote.clock.now
  const store = createMemoryStore({ now })
  const env = {
    KURA_SECRETS: `1:${Buffer.alloc(32, 7).toString('base64url')}`,
    KURA_RELEASE_DIR: await temporaryDirectory(),
    ...remote.settings,
  }
  const core = createCore({
    env,
    openStore: async () => store,
    now,
    clock: () => performance.now(),
    fetch,
    log: () => undefined,
  })
  const registrar = registrarOf(core)()
  const purchase = { domain: 'example.com', autoRenew: true, contact: CONTACT }
  const { quote = '' } = await registrar.quote(purchase)
  await registrar.buy({ ...purchase, confirm: purchase.domain, quote }, ACTING)
  return { remote, core, boughtAt: now() }
}

test('a deadline is shown from the purchase on, days before a notice is due, and only once when one is', async () => {
  const { remote, core, boughtAt } = await boughtDomain()
  const deadlines = [{ domain: 'example.com', verifyBy: boughtAt + 15 * DAY }]
  expect(await statusFacts(ASKED, core)).toMatchObject({ deadlines, notices: [], failed: [] })
  remote.clock.now += 3 * DAY
  expect((await factsOf(core).purchases()).notices).toMatchObject([{ key: 'registrar/deadline/example.com' }])
  expect(await statusFacts(ASKED, core)).toMatchObject({ deadlines, notices: [] })
})

test('a store that confirms no write has a line, and one that does has none', async () => {
  const { core } = await boughtDomain()
  expect((await statusFacts(ASKED, core)).unconfirmed).toBeUndefined()
  const { record } = await core.store().read('store/durability')
  const value = JSON.stringify({ confirmed: false, since: '2026-06-15T03:04:05.000Z' })
  await core.store().swap('store/durability', record?.version, { value, version: 'v1' })
  expect((await statusFacts(ASKED, core)).unconfirmed).toBe(Date.UTC(2026, 5, 15, 3, 4, 5))
})

test('a deadline that is over is not shown', async () => {
  const { core } = await boughtDomain()
  const registrar = registrarOf(core)()
  const { operation } = (await registrar.purchase('example.com')).claim
  await registrar.closeDeadline('example.com', { ...ACTING, operation })
  expect(await statusFacts(ASKED, core)).toMatchObject({ deadlines: [], notices: [] })
})
