/** Whatever one person does, in whatever order, none of their passkeys counts in the name of a colleague. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addPasskey, counts, endPerson, vouchFor } from '../../../lib/console/people/people.ts'
import type { Passkey, Person } from '../../../lib/console/people/stored-records.ts'
import { at, BY_PUBLISHER, NOW, passkeyOf, personOf } from '../known-people.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** A change of Mei's record: an enrolment, a vouch for one of the passkeys, the end of one, or time that passes. */
type Step =
  | { readonly do: 'enrol'; readonly by: string }
  | { readonly do: 'vouch'; readonly by: string; readonly which: number }
  | { readonly do: 'end'; readonly which: number }
  | { readonly do: 'wait'; readonly hours: number }

const which = fc.nat(3)
const steps = (people: readonly string[], ends: boolean) =>
  fc.array(
    fc.oneof(
      fc.record({ do: fc.constant('enrol' as const), by: fc.constantFrom(...people) }),
      fc.record({ do: fc.constant('vouch' as const), by: fc.constantFrom(...people), which }),
      ...(ends ? [fc.record({ do: fc.constant('end' as const), which })] : []),
      fc.record({ do: fc.constant('wait' as const), hours: fc.nat(200) }),
    ),
    { maxLength: 14 },
  )

/** Returns Mei's record after the steps, and the time then; an enrolment offers the scopes of her own passkey. */
function after(all: readonly Step[], scopes: Passkey['scopes']) {
  const own = passkeyOf({ credential: 'own', number: 'own', scopes, vouched: at(NOW - DAY) })
  let person: Person = personOf({ scopes, passkeys: [own] })
  let now = NOW
  for (const [number, step] of all.entries()) {
    const { credential = '' } = ('which' in step && person.passkeys[step.which]) || {}
    const passkey = person.passkeys.find(known => known.credential === credential)
    if (step.do === 'wait') now += step.hours * HOUR
    const {
      vouches: _,
      added: __,
      ...made
    } = passkeyOf({
      credential: `stolen-${number}`,
      number: `${number}`,
      scopes,
      ...('by' in step && { invitedBy: step.by }),
    })
    const decision =
      step.do === 'enrol'
        ? addPasskey({ name: 'Mei', since: at(now) }, made)(person, now)
        : step.do === 'vouch' && passkey
          ? vouchFor({ ...passkey, name: 'Mei' }, { by: step.by, approval: `${number}` }, 0)(person, now)
          : step.do === 'end' && passkey
            ? endPerson(credential)(person, now)
            : undefined
    if (decision && 'write' in decision) person = decision.write
  }
  const stolen = person.passkeys.filter(({ credential }) => credential !== 'own')
  return { person, now, counting: stolen.filter(passkey => counts(person, passkey, 0, now)) }
}

const SCOPES: readonly Passkey['scopes'][] = [['accounting.read'], ['accounting.read', 'approve']]

test.each(SCOPES.map(scopes => [scopes.join(), scopes] as const))(
  'one admin alone, even one who ends the passkeys of the person: %s',
  (_, scopes) => {
    fc.assert(
      fc.property(steps(['Eve', 'eve-laptop'], true), all => {
        const isOne = (step: Step) => !('by' in step && step.do === 'vouch' && step.by === 'eve-laptop')
        expect(after(all.filter(isOne), scopes).counting).toEqual([])
      }),
    )
  },
)

test('any number of colleagues, while the passkey of the person counts', () => {
  fc.assert(
    fc.property(steps(['Eve', 'Ken', 'Yui', 'Aki'], false), all => {
      expect(after(all, ['accounting.read', 'approve']).counting).toEqual([])
    }),
  )
})

test('two colleagues of whom one has invited, or three within the day, after the passkey of the person has ended', () => {
  const end: Step = { do: 'end', which: 0 }
  const enrol: Step = { do: 'enrol', by: 'Eve' }
  const by = (name: string): Step => ({ do: 'vouch', by: name, which: 1 })
  const countingAfter = (...all: Step[]) => after(all, ['accounting.read']).counting.length
  const wait = (hours: number): Step => ({ do: 'wait', hours })
  expect(countingAfter(end, enrol, by('Eve'), by('Ken'), wait(48))).toBe(0)
  expect(countingAfter(end, enrol, by('Yui'), by('Ken'), by('Eve'), wait(23))).toBe(0)
  expect(countingAfter(end, enrol, by('Yui'), by('Ken'), wait(24)), 'who have not').toBe(1)
})

test('the publisher makes the passkey count, whatever has happened before', () => {
  fc.assert(
    fc.property(steps(['Eve', 'Ken', 'Yui'], true), all => {
      const { person, now } = after([...all, { do: 'enrol', by: 'Ken' }], ['accounting.read'])
      const passkey = person.passkeys.at(-1) as Passkey
      const decision = vouchFor({ ...passkey, name: 'Mei' }, BY_PUBLISHER, 0)(person, now)
      expect(decision.result).toBe('counts')
    }),
  )
})
