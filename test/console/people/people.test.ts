/** The names of people: one that could be read as a colleague's is refused. */
import { describe, expect, test } from 'vitest'
import { PERSON_NAME } from '../../../lib/console/people/name.ts'
import {
  addPasskey,
  changePerson,
  counts,
  endPerson,
  lacking,
  listPeople,
  personKey,
  readPerson,
  type VouchResult,
  vouchFor,
} from '../../../lib/console/people/people.ts'
import type { Passkey, Person } from '../../../lib/console/people/stored-records.ts'
import type { Scope } from '../../../lib/core/signatures/keys.ts'
import { createMemoryStore } from '../../helpers/memory-store.ts'
import { at, BY_PUBLISHER, NOW, passkeyOf, personOf } from '../known-people.ts'

const VIEW: Scope[] = ['accounting.read']
const APPROVE: Scope[] = ['accounting.read', 'approve']

const PUBLISHER = "the publisher's keys"

/** Vouches for the passkey `new` of `person`, by each of `by` in turn, and returns what each vouch said. */
function vouchAll(person: Person, by: readonly string[], { restored = 0, now = NOW } = {}) {
  const passkey = person.passkeys.find(({ credential }) => credential === 'new') as Passkey
  const said: VouchResult[] = []
  let current = person
  for (const name of by) {
    const about = { ...passkey, name: person.name }
    const decision = vouchFor(
      about,
      name === PUBLISHER ? BY_PUBLISHER : { by: name, approval: `of ${name}` },
      restored,
    )(current, now)
    said.push(decision.result)
    if ('write' in decision) current = decision.write
  }
  return {
    said,
    person: current,
    passkey: current.passkeys.find(({ credential }) => credential === 'new') as Passkey,
  }
}

/** The same person and passkeys with the scopes of a colleague who may not approve. */
const viewing = ({ passkeys }: Pick<Person, 'passkeys'>) => ({
  scopes: VIEW,
  passkeys: passkeys.map(passkey => ({ ...passkey, scopes: VIEW })),
})

describe('vouchFor()', () => {
  const counting = passkeyOf({ credential: 'old', vouched: at(NOW - 1) })
  const unseen = { passkeys: [passkeyOf({ credential: 'new', scopes: VIEW })] }
  const approver = { passkeys: [passkeyOf({ credential: 'new', scopes: APPROVE })] }
  const second = { scopes: APPROVE, passkeys: [counting, passkeyOf({ credential: 'new', scopes: APPROVE })] }
  const lost = {
    scopes: VIEW,
    passkeys: [
      { ...counting, ended: at(NOW) },
      passkeyOf({ credential: 'new', scopes: VIEW, invitedBy: 'hana-laptop' }),
    ],
  }
  const DAY = 86_400_000
  test.each<[string, Partial<Person>, string[], VouchResult[], number?]>([
    ['a colleague who may not approve needs one person', unseen, ['Ken'], ['counts']],
    ['a new approver needs two people', approver, ['Ken', 'Yui'], ['waits', 'counts']],
    ['the same person twice is one, however it is spelled', approver, ['Ken', 'ＫＥＮ'], ['waits', 'waits']],
    ['the publisher alone is enough for an approver', approver, [PUBLISHER], ['counts']],
    ['a person vouches for their own second passkey', second, ['Mei'], ['counts']],
    ['no other people make a further passkey count', second, ['Ken', 'Yui'], ['waits', 'waits']],
    ['not even for a person who may not approve', { ...second, ...viewing(second) }, ['Ken'], ['waits']],
    ['the person is enough after another one has vouched', second, ['Ken', 'Mei'], ['waits', 'counts']],
    ['the publisher is enough for a further passkey', second, ['Ken', PUBLISHER], ['waits', 'counts']],
    ['a person does not vouch for their own first passkey', unseen, ['Mei'], ['waits']],
    [
      'after the loss of all passkeys two people are needed, and a day',
      lost,
      ['Ken', 'Yui'],
      ['waits', 'waits'],
      DAY,
    ],
    [
      'a third person does not make the day longer',
      lost,
      ['Ken', 'Yui', 'Aki'],
      ['waits', 'waits', 'waits'],
      DAY,
    ],
    ['one person is not enough', lost, ['Ken'], ['waits']],
    ['whoever has invited the person is none of the two', lost, ['Hana', 'Ken'], ['waits', 'waits']],
    ['the publisher ends the waiting time', lost, ['Ken', 'Yui', PUBLISHER], ['waits', 'waits', 'counts']],
    [
      'a person gives themself no new scope',
      { ...second, scopes: VIEW },
      ['Mei', 'Ken', 'Yui'],
      ['waits', 'waits', 'waits'],
    ],
  ])('%s', (_, given, by, said, later) => {
    const { passkey, person, ...vouched } = vouchAll(personOf(given), by)
    expect(vouched.said).toEqual(said)
    expect(counts(person, passkey, 0, NOW)).toBe(said.at(-1) === 'counts')
    const isOnce = said.at(-1) === 'counts' || later !== undefined
    expect(counts(person, passkey, 0, NOW + DAY - 1)).toBe(said.at(-1) === 'counts')
    expect(counts(person, passkey, 0, NOW + DAY)).toBe(isOnce)
    expect(counts(person, passkey, 0), 'without the time').toBe(said.at(-1) === 'counts')
  })

  test('a passkey that the publisher vouches for ends another one in its waiting time', () => {
    const { person } = vouchAll(personOf(lost), ['Ken', 'Yui'])
    const other = passkeyOf({ credential: 'other', scopes: VIEW, number: 'other' })
    const both = { ...person, passkeys: [...person.passkeys, other] }
    const decision = vouchFor({ ...other, name: 'Mei' }, BY_PUBLISHER, 0)(both, NOW + 1)
    const ends = 'write' in decision && decision.write.passkeys.map(({ ended }) => ended !== undefined)
    expect(ends).toEqual([true, true, false])
  })

  test.each<[string, object, VouchResult]>([
    ['another public key', { spki: 'other' }, 'differs'],
    ['another number', { number: '000 000' }, 'differs'],
    ['another salt', { salt: 'other' }, 'differs'],
    ['more scopes', { scopes: APPROVE }, 'differs'],
    ['fewer scopes', { scopes: [] }, 'differs'],
    ['another credential', { credential: 'other' }, 'unknown'],
    ["another person's name", { name: 'Ken' }, 'unknown'],
  ])('refuses %s', (_, change, result) => {
    const person = personOf(unseen)
    const about = { ...(person.passkeys[0] as Passkey), name: 'Mei', ...change }
    expect(vouchFor(about, BY_PUBLISHER, 0)(person, NOW)).toEqual({ keep: true, result })
  })

  test.each<[string, Partial<Person>]>([
    ['a passkey that has ended', { passkeys: [passkeyOf({ credential: 'new', ended: at(NOW) })] }],
    ['a person who has left', { ...unseen, ended: at(NOW) }],
  ])('refuses %s', (_, given) => {
    expect(vouchAll(personOf(given), [PUBLISHER]).said).toEqual(['ended'])
  })

  test('gives the person the scopes that were vouched for, and not before', () => {
    const { person } = vouchAll(personOf({ ...approver, scopes: [] }), ['Ken'])
    expect(person.scopes).toEqual([])
    expect(vouchAll(person, ['Yui']).person.scopes).toEqual(APPROVE)
  })

  test('a vouch from before a restore of the store does not count', () => {
    const vouched = passkeyOf({
      credential: 'new',
      scopes: APPROVE,
      vouches: [{ at: at(NOW - 5), by: 'Ken', approval: 'a' }],
    })
    const { said } = vouchAll(personOf({ passkeys: [vouched] }), ['Yui'], { restored: NOW - 2 })
    expect(said).toEqual(['waits'])
  })
})

test.each<[string, Partial<Person>, Partial<Passkey>, number, boolean]>([
  ['a passkey that was vouched for', {}, { vouched: at(NOW) }, 0, true],
  ['one that was not', {}, {}, 0, false],
  ['one that has ended', {}, { vouched: at(NOW), ended: at(NOW) }, 0, false],
  ['one of a person who has left', { ended: at(NOW) }, { vouched: at(NOW) }, 0, false],
  ['one from before a restore', {}, { vouched: at(NOW) }, NOW, false],
  ['one that was confirmed after it', {}, { vouched: at(NOW) }, NOW - 1, true],
])('counts(): %s', (_, person, passkey, restored, expected) => {
  expect(counts(personOf(person), passkeyOf(passkey), restored)).toBe(expected)
})

test.each<[string, { gone?: string[]; later?: number; by?: string }, VouchResult]>([
  ['holds', {}, 'counts'],
  ['of a person who has left does not', { gone: ['Ken'] }, 'waits'],
  ['is over after seven days', { later: 7 * 86_400_000 }, 'waits'],
])('the first of two vouches %s', (_, { gone = [], later = 0 }, expected) => {
  const passkey = passkeyOf({ credential: 'new', scopes: APPROVE })
  const about = { ...passkey, name: 'Mei' }
  const first = vouchFor(about, { by: 'Ken', approval: 'one' }, 0)(personOf({ passkeys: [passkey] }), NOW)
  if (!('write' in first)) throw new Error('the first vouch is not kept')
  const second = vouchFor(about, { by: 'Yui', approval: 'two' }, 0, new Set(gone.map(personKey)))
  expect(second(first.write, NOW + later).result).toBe(expected)
})

test('endPerson() ends a person without a passkey, such as that of npm start', () => {
  expect(endPerson()(personOf(), NOW)).toMatchObject({ result: true, write: { ended: at(NOW) } })
})

describe('the record of a person', () => {
  const { vouches: _, added: __, ...made } = passkeyOf({ credential: 'new' })
  const INVITED = { name: 'Mei', since: at(NOW) }

  test('the same credential again changes nothing; with another key it is refused', async () => {
    const store = createMemoryStore()
    const add = (passkey: typeof made) => changePerson(personKey('Mei'), addPasskey(INVITED, passkey), store)
    expect([await add(made), await add(made), await add({ ...made, spki: 'other' })]).toEqual([
      made.number,
      made.number,
      undefined,
    ])
    const sameNumber = { ...made, credential: 'other' }
    expect(await add(sameNumber), 'another key with the number of this one').toBeUndefined()
    expect((await readPerson(personKey(' ＭＥＩ'), store))?.passkeys).toHaveLength(1)
  })

  test('is open work as long as a passkey waits', async () => {
    const store = createMemoryStore()
    const key = personKey('Mei')
    await changePerson(key, addPasskey(INVITED, made), store)
    expect(await listPeople(store, { waiting: true })).toHaveLength(1)
    await changePerson(key, vouchFor({ ...made, name: 'Mei' }, BY_PUBLISHER, 0), store)
    expect(await listPeople(store, { waiting: true })).toEqual([])
  })

  test('a person who comes back has no scopes of the time before', () => {
    const left = { ...personOf({ scopes: APPROVE, passkeys: [] }), ended: at(NOW) }
    const decision = addPasskey(INVITED, made)(left, NOW)
    expect(decision).toMatchObject({ write: { scopes: [] } })
    expect(decision).not.toHaveProperty('write.ended')
  })

  test('a person who has left does not come back with an earlier invitation', () => {
    const left = personOf({ ended: at(NOW + 1) })
    expect(addPasskey(INVITED, made)(left, NOW + 2)).toEqual({ keep: true, result: undefined })
  })

  test('endPerson() ends one passkey, or all of them with the person', () => {
    const person = personOf({ passkeys: [passkeyOf({ credential: 'a' }), passkeyOf({ credential: 'b' })] })
    const endedOf = (credential?: string) => {
      const decision = endPerson(credential)(person, NOW)
      return (
        'write' in decision && [decision.write.ended, ...decision.write.passkeys.map(({ ended }) => ended)]
      )
    }
    expect(endedOf('b')).toEqual([undefined, undefined, at(NOW)])
    expect(endedOf()).toEqual([at(NOW), at(NOW), at(NOW)])
    expect(endPerson('c')(person, NOW)).toEqual({ keep: true, result: false })
  })
})

test('lacking() names the scopes that a person does not have', () => {
  expect(lacking(APPROVE, VIEW)).toEqual(['approve'])
})

test.each([
  'Hana Mori',
  '森 花',
  'Hana 森',
  '山田タロウ',
  'José O’Neill',
  'Иван Петров',
  'Ken 2',
  'Müller',
  '김 Kim',
])('%j is a name', name => expect(PERSON_NAME.test(name)).toBe(true))

test.each([
  ['a Cyrillic е', 'K\u0435n'],
  ['a Greek Α', '\u0391nna'],
  ['a Cherokee letter', 'Me\u13a5'],
  ['markup', '<b>'],
  ['a direction character', 'Ken\u202e'],
  ['nothing', ''],
  ['61 letters', 'a'.repeat(61)],
])('%s is refused', (_, name) => expect(PERSON_NAME.test(name)).toBe(false))
