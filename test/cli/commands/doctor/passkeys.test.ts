import { expect, test } from 'vitest'
import { passkeyRows } from '../../../../lib/cli/commands/doctor/passkeys.ts'

type Reply = Parameters<typeof passkeyRows>[0]
type Person = Reply['people'][number]
type Passkey = Person['passkeys'][number]

const passkey = (given: Partial<Passkey> = {}): Passkey => ({
  credential: 'c',
  publicKey: 'k',
  salt: 's',
  number: '1234 5678 9012 3456',
  scopes: [],
  state: 'counts',
  host: 'kura.example',
  added: '',
  invitedBy: 'ken',
  vouchedBy: ['publisher'],
  ...given,
})
const person = (given: Partial<Person> = {}): Person => ({
  name: 'Mei',
  scopes: [],
  since: '',
  passkeys: [passkey()],
  sessions: [],
  ...given,
})
const fault = 'no vouch for its passkey is named'

test.each<[string, Partial<Reply>, [state: string, found: RegExp][]]>([
  ['each is proved', {}, [['ok', /^1 for kura\.example$/]]],
  [
    'a chain that leads nowhere is named',
    { people: [person({ passkeys: [passkey({ state: 'waits', fault })] })] },
    [['wrong', /^the passkey 1234 5678 9012 3456 of Mei cannot be proved: no vouch/]],
  ],
  [
    'one that has ended is not',
    { people: [person({ passkeys: [passkey({ state: 'ended', fault })] })] },
    [['ok', /^0 for/]],
  ],
  [
    'a record that kura did not write is named',
    { refused: [{ record: '0123', name: 'Eve' }] },
    [['wrong', /^kura did not write the record of Eve: it is no person$/]],
  ],
  [
    'so is one without a name',
    { refused: [{ record: '0123' }] },
    [['wrong', /^kura did not write the record of console\/person\/0123/]],
  ],
  [
    'a person of an older epoch is named, and is no fault',
    { people: [person({ older: true })] },
    [
      ['ok', /^1 for/],
      ['ok', /^Mei: the record ends with an older epoch of KURA_SEAL_KEYS/],
    ],
  ],
  [
    'another address',
    { people: [person({ passkeys: [passkey({ host: 'old.example' })] })] },
    [['wrong', /^1 of 1 are for old\.example and end at kura\.example$/]],
  ],
])('the passkeys of the console: %s', (_, given, rows) => {
  const found = passkeyRows({ people: [person()], refused: [], ...given }, 'kura.example')
  expect(found).toEqual(
    rows.map(([state, text]) => expect.objectContaining({ state, found: expect.stringMatching(text) })),
  )
})
