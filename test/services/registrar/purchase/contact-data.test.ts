import { expect, test } from 'vitest'
import { listAll } from '../../../../lib/core/store/list.ts'
import { lostAnswer } from '../../../../sandbox/faults.ts'
import { BUY } from '../../../../sandbox/registrar/sandbox.ts'
import { ACTING, createRegistrarWorld, DAY } from '../../../helpers/remotes/registrar.ts'
import { CONTACT, CONTACT_TEXTS } from '../../../helpers/remotes/registrar-sandbox.ts'

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
  for (const text of [...CONTACT_TEXTS, 'hanako-q7', 'registrant@sandbox.example', 'creator@sandbox.example'])
    expect(shown).not.toContain(text)
  expect(records.length).toBeGreaterThan(4)
})
