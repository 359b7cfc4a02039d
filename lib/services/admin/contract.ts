/**
 * Most endpoints need the scope admin. The lists of open items need today.read, decisions in the name of a person need
 * approve, and the call by which a new device gets its key needs enrol.
 */
import { defineContract } from '../../core/http/contract.ts'

const scope = 'admin'
const reading = { method: 'GET', scope, changes: 'never' } as const
const writing = { method: 'POST', scope, changes: 'always' } as const
const approving = { ...writing, scope: 'approve', whilePaused: true, body: true, approval: true } as const

export const adminContract = defineContract({
  endpoints: {
    devices: {
      ...reading,
      path: '/api/admin/devices',
      query: 'optional',
      summary: 'Shows what each device last reported, compared with the current release, one page at a time',
    },
    forgetDevice: {
      method: 'DELETE',
      path: '/api/admin/devices/{name}',
      scope,
      changes: 'always',
      summary:
        'Removes what a device reported; the device appears again when it calls again, unless its key is revoked',
    },
    enrol: {
      ...writing,
      path: '/api/admin/enrolments',
      body: true,
      logged: ['name'],
      approval: true,
      summary: 'Makes a token with which a new device gets its key once, within seven days',
    },
    exchangeToken: {
      ...writing,
      path: '/api/admin/enrolments/key',
      scope: 'enrol',
      body: true,
      summary:
        "Gives a new device its key for the token that signs the call; only the token's first claim gets it",
    },
    release: {
      ...reading,
      path: '/api/admin/release',
      summary: 'Shows the current release: version, digest, dates',
    },
    releaseFiles: {
      ...reading,
      path: '/api/admin/release/files',
      query: 'optional',
      summary:
        'Lists the files of the current release, those first that changed since the release before, one page at a time',
    },
    keys: {
      ...reading,
      path: '/api/admin/keys',
      query: 'optional',
      summary:
        'Lists the keys of operators that have called and the keys that are revoked, then those of devices, one page at a time',
    },
    changeRevocation: {
      ...writing,
      path: '/api/admin/revocations',
      whilePaused: true,
      body: true,
      logged: ['keyid', 'state'],
      approval: true,
      summary: 'Revokes a key, or takes a revocation back',
    },
    recordSettings: {
      ...writing,
      path: '/api/admin/settings',
      whilePaused: true,
      summary: 'Records the settings of the deployment: the activity log names those that have changed',
    },
    store: {
      ...reading,
      path: '/api/admin/store',
      summary:
        'Shows whether the store confirms what a failover must not undo, and whether acts are stopped because it is older than what was seen of it',
    },
    confirmStore: {
      ...approving,
      path: '/api/admin/store/restored',
      logged: ['since'],
      summary: 'Records that a person has checked a store that was restored: acts go on',
    },
    health: {
      ...reading,
      path: '/api/admin/health',
      summary: 'Shows what the deployment can tell of itself: code, region, clock, settings, store, token',
    },
    notices: {
      ...reading,
      path: '/api/admin/notices',
      scope: 'today.read',
      query: 'optional',
      summary: 'Lists what needs a person, the most urgent first, one page at a time',
    },
    today: {
      ...reading,
      path: '/api/admin/today',
      scope: 'today.read',
      summary: 'Shows what needs a person, what is due in the next seven days, and what ran',
    },
    sendNotices: {
      ...writing,
      path: '/api/admin/notices',
      whilePaused: true,
      summary: 'Tells people what is due',
    },
    finishNotice: {
      ...approving,
      path: '/api/admin/notices/done',
      logged: ['key'],
      summary: 'Records that a person has dealt with a notice',
    },
    reportExposure: {
      ...writing,
      path: '/api/admin/exposure',
      whilePaused: true,
      body: true,
      logged: ['url', 'conclusion'],
      summary: 'Stores what a probe found, so that a notice is sent',
    },
  },
  schemas: async () => (await import('./contract-schemas.ts')).adminSchemas,
})
