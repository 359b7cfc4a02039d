/** An operator's key is enough to invite and to revoke. A vouch needs an approval, or the publisher's signature. */
import { defineContract } from '../../core/http/contract.ts'

const act = { method: 'POST', scope: 'admin', changes: 'always', body: true, approval: true } as const

export const peopleContract = defineContract({
  endpoints: {
    people: {
      method: 'GET',
      path: '/api/console/people',
      scope: 'admin',
      changes: 'never',
      summary: 'Lists the people of the console, their passkeys and their sessions',
    },
    invite: {
      ...act,
      path: '/api/console/invitations',
      logged: ['name', 'role'],
      summary: 'Makes the link of 15 minutes with which a person adds a passkey',
    },
    vouch: {
      ...act,
      path: '/api/console/vouches',
      summary: 'Vouches for the passkey of a person; an operator’s key alone never does',
    },
    revoke: {
      ...act,
      path: '/api/console/revocations',
      whilePaused: true,
      logged: ['name', 'credential', 'session'],
      summary: 'Ends a person’s access to the console, one of their passkeys, or a session, at once',
    },
  },
  schemas: async () => (await import('./contract-schemas.ts')).peopleSchemas,
})

export type PeopleContract = typeof peopleContract
