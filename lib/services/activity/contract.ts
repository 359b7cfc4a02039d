import { defineContract } from '../../core/http/contract.ts'

const scope = 'admin'
const reading = { method: 'GET', scope, changes: 'never' } as const

export const activityContract = defineContract({
  endpoints: {
    activity: {
      ...reading,
      path: '/api/admin/activity',
      query: 'optional',
      summary:
        'Lists who did what, the oldest first, one page at a time; each entry names the digest of the one before',
    },
    approvals: {
      ...reading,
      path: '/api/admin/activity/approvals',
      query: true,
      summary:
        'Shows approvals by their digests: what a person signed with a passkey, or vouches of the publisher',
    },
    recordRelease: {
      method: 'POST',
      path: '/api/admin/releases',
      scope,
      changes: 'always',
      body: true,
      logged: ['release', 'version', 'root', 'signers'],
      summary: 'Records in the activity log that a release was published, before the host serves it',
    },
  },
  schemas: async () => (await import('./contract-schemas.ts')).activitySchemas,
})
