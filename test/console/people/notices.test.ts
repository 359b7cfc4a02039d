/** The notices about passkeys that wait, and about records of people that kura refuses. */
import { expect, test } from 'vitest'
import { passkeyNotices } from '../../../lib/console/people/notices.ts'
import { changePerson, personKey } from '../../../lib/console/people/people.ts'
import type { Passkey } from '../../../lib/console/people/stored-records.ts'
import { createApprovalWorld } from '../approvals/world.ts'
import { passkeyOf, personOf } from '../known-people.ts'

const DAY = 86_400_000

test('a record that kura did not write, and a chain that leads nowhere, are named; a proved passkey is not', async () => {
  const world = await createApprovalWorld()
  const write = (name: string, store: typeof world.own) => {
    const vouched = new Date(world.clock.now).toISOString()
    const person = personOf({ name, passkeys: [passkeyOf({ credential: name, vouched })] })
    return changePerson(personKey(name), () => ({ write: person, result: undefined }), store)
  }
  await world.add('Hana', ['admin', 'approve'])
  expect(await passkeyNotices(world.start())).toEqual([])
  await write('Eve', world.store)
  await write('Mallory', world.own)
  expect(await passkeyNotices(world.start())).toMatchObject([
    { kind: 'person_refused', facts: { name: 'Eve' } },
    { kind: 'passkey_broken', facts: { name: 'Mallory', reason: { id: 'passkeyProof.unvouched' } } },
  ])
})

test('the passkey of a person who had lost all is named until its day is over', async () => {
  const world = await createApprovalWorld()
  const from = new Date(world.clock.now + DAY).toISOString()
  const vouched = new Date(world.clock.now).toISOString()
  const at = vouched
  const vouches = ['Ken', 'Yui'].map(by => ({ at, by, approval: 'a' }))
  const passkeys: Passkey[] = [passkeyOf({ vouched, from, vouches })]
  const write = personOf({ passkeys })
  await changePerson(personKey('Mei'), () => ({ write, result: undefined }), world.own)
  expect(await passkeyNotices(world.start())).toMatchObject([
    { kind: 'passkey_recovers', facts: { name: 'Mei', by: ['Ken', 'Yui'], at: from } },
  ])
  world.clock.now += DAY
  expect(await passkeyNotices(world.start())).not.toMatchObject([{ kind: 'passkey_recovers' }])
})
