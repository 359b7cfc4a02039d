import { expect, test } from 'vitest'
import { digestOf } from '../../lib/console/cookies.ts'
import {
  changeInvitation,
  makeInvitation,
  notOfPeople,
  ROLES,
  spendInvitation,
  takeInvitation,
} from '../../lib/console/invitations.ts'
import type { Invitation } from '../../lib/console/people/stored-records.ts'
import { createMemoryStore } from '../helpers/memory-store.ts'
import { at, NOW } from './known-people.ts'

const MINUTES = 60_000
const MADE: Invitation = {
  name: 'Mei',
  scopes: ['accounting.read'],
  by: 'ken',
  since: at(NOW),
  until: at(NOW + 15 * MINUTES),
}
const SPENT: Invitation = { ...MADE, spent: { at: at(NOW), browser: 'mine' } }

test.each<[string, Invitation | undefined, { later?: number; restored?: number }, string]>([
  ['an unknown token', undefined, {}, 'unknown'],
  ['a link of fifteen minutes ago', MADE, { later: 15 * MINUTES }, 'over'],
  ['a link from before a restore of the store', MADE, { restored: NOW }, 'over'],
  ['a link that another browser opened', { ...SPENT, spent: { at: at(NOW), browser: 'other' } }, {}, 'spent'],
  ['a link that gave a passkey', { ...SPENT, credential: 'first' }, {}, 'spent'],
  ['the link of npm start', { ...MADE, here: true }, {}, 'unknown'],
])('spendInvitation() refuses %s', (_, current, { later = 0, restored = 0 }, result) => {
  expect(spendInvitation('mine', { restored })(current, NOW + later)).toEqual({ keep: true, result })
})

test('spendInvitation() binds the invitation to the browser that begins, to the last minute', () => {
  const now = NOW + 15 * MINUTES - 1
  const write = { ...MADE, spent: { at: at(now), browser: 'mine' } }
  expect(spendInvitation('mine', { restored: 0 })(MADE, now)).toMatchObject({ write, result: write })
})

test.each<[string, Invitation | undefined, string, string]>([
  ['an invitation that was not opened', MADE, 'mine', 'unknown'],
  ['another browser', SPENT, 'other', 'unknown'],
  ['a second passkey', { ...SPENT, credential: 'first' }, 'mine', 'spent'],
])('takeInvitation() refuses %s', (_, current, browser, result) => {
  const decision = takeInvitation('second', { browser, restored: 0 })(current, NOW)
  expect(decision).toEqual({ keep: true, result })
})

test('takeInvitation() takes the same passkey again', () => {
  const taken = { ...SPENT, credential: 'first' }
  const take = takeInvitation('first', { browser: 'mine', restored: 0 })
  expect(take(SPENT, NOW)).toMatchObject({ write: taken, result: taken })
  expect(take(taken, NOW)).toEqual({ keep: true, result: taken })
})

test('the store has the digest of the token alone', async () => {
  const store = createMemoryStore({ now: () => NOW })
  const { token, until } = await makeInvitation({ name: 'Mei', scopes: [], by: 'ken' }, store)
  const { keys } = await store.keys('')
  expect(keys).toEqual([`console/invitation/${digestOf(token)}`])
  const { record } = await store.read(keys[0] ?? '')
  expect(record?.value).not.toContain(token)
  expect(until).toBe(at(NOW + 15 * MINUTES))
  const spend = (browser: string) =>
    changeInvitation(digestOf(token), spendInvitation(browser, { restored: 0 }), store)
  expect([await spend('mine'), await spend('other')]).toEqual([
    expect.objectContaining({ name: 'Mei' }),
    'spent',
  ])
})

test('no role has a scope of devices, and only the administration may change keys', () => {
  expect(notOfPeople(Object.values(ROLES).flat())).toEqual([])
  expect(notOfPeople(['device', 'enrol', 'admin'])).toEqual(['device', 'enrol'])
  expect(Object.keys(ROLES).filter(role => ROLES[role as keyof typeof ROLES].includes('admin'))).toEqual([
    'admin',
  ])
})
