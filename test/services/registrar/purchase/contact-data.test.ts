import { describe, expect, test } from 'vitest'
import { listAll } from '../../../../lib/core/store/list.ts'
import { createPurchases } from '../../../../lib/services/registrar/purchase/purchase.ts'
import { lostAnswer } from '../../../../sandbox/faults.ts'
import { BUY } from '../../../../sandbox/registrar/sandbox.ts'
import { createMemoryStore } from '../../../helpers/memory-store.ts'
import { ACTING, createRegistrarWorld, DAY, MINUTE } from '../../../helpers/remotes/registrar.ts'
import { CONTACT, CONTACT_TEXTS } from '../../../helpers/remotes/registrar-sandbox.ts'
import { sampled } from '../../../helpers/run/sampled.ts'
import { buy, check, createLife, FAULTS, release } from './life.ts'

describe('contact-data', () => {
  const DOMAIN = 'example.com'

  test('contact data is in no record, note, error or reply', async () => {
    const world = await createRegistrarWorld()
    const { faults, state } = world.remote.sandbox
    const seen: unknown[] = []
    const keep = async (work: Promise<unknown>) =>
      void seen.push(await work.catch((error: Error) => [error, error.message, error.cause]))
    state.contactErrors = 'listed'
    const bad = { ...CONTACT, country: 'JP' }
    await keep(world.registrar.quote({ domain: DOMAIN, contact: { ...bad, email: 'hanako-q7' } }))
    await keep(
      world.registrar.requiredFields(
        { domain: 'fields.com', contact: { ...CONTACT, email: 'hanako-q7' } },
        ACTING,
      ),
    )
    faults.arm(BUY, lostAnswer())
    await keep(world.buy(DOMAIN))
    await keep(world.buy('second.com'))
    world.pass(DAY)
    await keep(world.registrar.purchases())
    await keep(world.registrar.client.verification('second.com'))
    await keep(world.registrar.client.domain('second.com'))
    const { records } = await listAll(world.store, '')
    const shown = JSON.stringify([seen, records, world.notes])
    for (const text of [
      ...CONTACT_TEXTS,
      'hanako-q7',
      'registrant@sandbox.example',
      'creator@sandbox.example',
    ])
      expect(shown).not.toContain(text)
    expect(records.length).toBeGreaterThan(4)
  })
})

/** The process of a purchase dies at one call; then other processes continue with the purchase. */
describe('deaths', () => {
  const CALLS = Array.from({ length: 11 }, (_, index) => index + 1)
  const DEATHS = ([undefined, 'lostAnswer', 'failedAfterCommit'] as const).flatMap(fault =>
    CALLS.flatMap(at => (['before', 'after'] as const).map(when => ({ fault, at, when }))),
  )

  test('a purchase that dies at a call, before or after it, is never charged twice', async () => {
    for (const { fault, at, when } of sampled(DEATHS, 8)) {
      const life = createLife()
      if (fault) life.faults.arm(BUY, FAULTS[fault]())
      const { process, registrar } = life.start({ at, what: 'dies', when })
      await process.run(() => buy(registrar))
      await check(life)
      life.faults.clear()
      for (const wait of [0, 3 * MINUTE, 2 * DAY]) {
        life.time.now += wait
        const healthy = life.start().registrar
        await healthy.advanceOrders()
        await buy(healthy).catch(() => undefined)
        await check(life)
      }
      await release(life.start(), life).catch(() => undefined)
      await buy(life.start().registrar).catch(() => undefined)
      expect(await check(life), `${fault} ${when} ${at}`).toBe('done')
      expect(life.inPlay()).toHaveLength(1)
    }
  })
})

describe('purchase', () => {
  test('the purchases of a team are its own, though another team shares the store', async () => {
    const store = createMemoryStore()
    const of = (team: string) => createPurchases({ store, team })
    const claim = { digest: 'd', by: 'hana', lease: 1000, flags: [] }
    for (const team of ['team', 'team2']) {
      const { claims, nameOf } = of(team)
      await claims.request(nameOf(`${team}.example`), { ...claim, operation: team })
    }
    expect((await of('team').list()).map(({ domain }) => domain)).toEqual(['team.example'])
    expect(await of('team').read('team2.example')).toBeUndefined()
  })
})
