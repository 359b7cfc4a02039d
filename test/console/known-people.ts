/** People and passkeys for the tests of the console's rules. */
import type { Passkey, Person } from '../../lib/console/people/stored-records.ts'

export const NOW = Date.UTC(2026, 10, 23)

export const at = (time: number) => new Date(time).toISOString()

export function passkeyOf(given: Partial<Passkey> = {}): Passkey {
  return {
    credential: 'credential',
    publicKey: 'cose',
    spki: 'spki',
    algorithm: -7,
    salt: 'salt',
    number: '1234 5678 9012 3456',
    scopes: [],
    host: 'kura.example.com',
    added: at(NOW - 60_000),
    invitedBy: 'ken',
    vouches: [],
    ...given,
  }
}

export function personOf(given: Partial<Person> = {}): Person {
  return { name: 'Mei', scopes: [], since: at(NOW - 60_000), passkeys: [], ...given }
}

/** A vouch by the publisher's keys; the endpoint has verified them. */
export const BY_PUBLISHER = { by: 'operator', approval: 'of the publisher', publisher: true } as const
