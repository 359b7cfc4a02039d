/**
 * A statement is read only if its text is exact. An issued text is valid only for its purpose, its browser and its
 * time.
 */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { challengeOf, LIFETIME } from '../../../lib/core/passkey/challenge.ts'
import { type IssuedFor, issue } from '../../../lib/core/passkey/issue.ts'
import { openIssued, spendIssued } from '../../../lib/core/passkey/issued.ts'
import {
  createStatement,
  MOST_ITEMS,
  parseStatement,
  type Statement,
  type StatementItem,
  statementFault,
  statementText,
} from '../../../lib/core/passkey/statement.ts'
import { createMemoryStore } from '../../helpers/memory-store.ts'

const NOW = Date.parse('2026-11-24T09:00:00Z')
const ITEM: StatementItem = {
  method: 'POST',
  address: '/api/accounting/deals/a/release',
  body: '{"person":"Mei"}',
  sends: null,
}
const ABOUT = { person: 'Mei', deployment: 'd'.repeat(64), origin: 'https://kura.example.com' }
const statement = createStatement({ ...ABOUT, items: [ITEM] }, { now: NOW })
const text = statementText(statement)

describe('a statement', () => {
  test('is read back exactly, whatever its texts contain', () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 1, unit: 'binary' }),
        fc.string({ unit: 'binary' }),
        (person, body) => {
          const written = { ...statement, person, items: [{ ...ITEM, body }] }
          expect(parseStatement(statementText(written))).toEqual(written)
        },
      ),
    )
  })

  const MALFORMED: Readonly<Record<string, string>> = {
    'white space': `${text} `,
    'another order': JSON.stringify(Object.fromEntries(Object.entries(statement).toReversed())),
    'a member more': text.replace('{"v"', '{"more":1,"v"'),
    'a member twice': text.replace('{"v":1', '{"v":1,"v":1'),
    'another version': text.replace('"v":1', '"v":2'),
    'no item': statementText({ ...statement, items: [] }),
    'too many items': statementText({ ...statement, items: Array(MOST_ITEMS + 1).fill(ITEM) }),
    'a digest that is none': statementText({ ...statement, items: [{ ...ITEM, sends: 'x' }] }),
    'an address of another site': statementText({ ...statement, items: [{ ...ITEM, address: 'https://e' }] }),
    'a huge body': statementText({ ...statement, items: [{ ...ITEM, body: 'x'.repeat(500_000) }] }),
    'no JSON': 'kura',
  }
  test.each(Object.entries(MALFORMED))('with %s is not read', (_, given) => {
    expect(parseStatement(given)).toBeUndefined()
  })

  const FAULTS: Readonly<Record<string, readonly [Partial<Statement>, string]>> = {
    'that has expired': [{ expires: new Date(NOW).toISOString() }, 'statementExpired'],
    'that expires in 2099': [{ expires: '2099-01-01T00:00:00.000Z' }, 'statementExpired'],
    'of another person': [{ person: 'Ken' }, 'otherPerson'],
    'for another deployment': [{ deployment: 'e'.repeat(64) }, 'otherDeployment'],
    'for another address': [{ origin: 'https://evil.example' }, 'otherOrigin'],
  }
  test.each(Object.entries(FAULTS))('%s is refused', (_, [change, fault]) => {
    expect(statementFault({ ...statement, ...change }, { ...ABOUT, now: NOW })?.id).toBe(`passkey.${fault}`)
  })

  test('counts for its person, deployment, address and time', () => {
    expect(statementFault(statement, { ...ABOUT, now: NOW })).toBeUndefined()
    expect(statementFault(statement, { ...ABOUT, now: NOW + LIFETIME - 1 })).toBeUndefined()
  })

  test('gives each purpose another challenge', () => {
    const all = (['act', 'sign-in', 'enrol'] as const).map(one => challengeOf(one, text).toString('hex'))
    expect(new Set(all).size).toBe(3)
  })
})

describe('an issued text', () => {
  const [older, newer] = ['1', '2'].map(epoch => ({ epoch, secret: Buffer.alloc(32, epoch) })) as [Key, Key]
  interface Key {
    epoch: string
    secret: Buffer
  }
  const FOR: IssuedFor = { purpose: 'act', binding: 'session' }
  const issued = issue(text, FOR, { sealKeys: [older], now: NOW })
  const deps = { sealKeys: [newer, older], now: NOW }

  test('is opened by its browser until its end, by every listed key', () => {
    expect(openIssued(issued, FOR, deps)).toEqual({ text })
    expect(openIssued(issued, FOR, { ...deps, now: NOW + LIFETIME - 1 })).toEqual({ text })
    expect(openIssued(issue(text, FOR, deps), FOR, deps)).toEqual({ text })
  })

  const REFUSED: Readonly<Record<string, readonly [() => ReturnType<typeof openIssued>, string]>> = {
    'after 15 minutes': [() => openIssued(issued, FOR, { ...deps, now: NOW + LIFETIME }), 'issuedExpired'],
    'before it was issued': [() => openIssued(issued, FOR, { ...deps, now: NOW - 1 }), 'issuedExpired'],
    'for another purpose': [
      () => openIssued(issued, { ...FOR, purpose: 'sign-in' }, deps),
      'issuedElsewhere',
    ],
    'in another browser': [() => openIssued(issued, { ...FOR, binding: 'other' }, deps), 'issuedElsewhere'],
    'with a key that is listed no more': [
      () => openIssued(issued, FOR, { ...deps, sealKeys: [newer] }),
      'issuedMalformed',
    ],
    'with another secret': [
      () => openIssued(issued, FOR, { ...deps, sealKeys: [{ ...newer, epoch: '1' }] }),
      'issuedMalformed',
    ],
    'with nothing': [() => openIssued('', FOR, deps), 'issuedMalformed'],
  }
  test.each(Object.entries(REFUSED))('does not count %s', (_, [open, fault]) => {
    expect(open()).toMatchObject({ fault: { id: `passkey.${fault}` } })
  })

  test('does not count if any of its characters was changed, the spare bits of the last one too', () => {
    for (let place = 0; place < issued.length; place++)
      for (const character of 'AQgw048_-.1') {
        const changed = `${issued.slice(0, place)}${character}${issued.slice(place + 1)}`
        if (changed !== issued) expect(openIssued(changed, FOR, deps)).toHaveProperty('fault')
      }
  })

  test('is spent once, and stays spent after its end', async () => {
    let now = NOW
    const store = createMemoryStore({ now: () => now })
    expect(await spendIssued(issued, store)).toBe(true)
    expect(await spendIssued(issued, store)).toBe(false)
    now += LIFETIME + 1
    expect(await spendIssued(issued, store)).toBe(false)
  })
})
