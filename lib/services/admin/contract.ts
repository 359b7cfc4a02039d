/**
 * Most endpoints need the scope admin. The lists of open items need today.read, decisions in the name of a person need
 * approve, and the call by which a new device gets its key needs enrol.
 */
import { defineContract } from '../../core/http/contract.ts'

const scope = 'admin'

export const adminContract = defineContract({
  endpoints: {
    devices: {
      method: 'GET',
      path: '/api/admin/devices',
      scope,
      changes: 'never',
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
      method: 'POST',
      path: '/api/admin/enrolments',
      scope,
      changes: 'always',
      body: true,
      logged: ['name'],
      approval: true,
      summary: 'Makes a token with which a new device gets its key once, within seven days',
    },
    exchangeToken: {
      method: 'POST',
      path: '/api/admin/enrolments/key',
      scope: 'enrol',
      changes: 'always',
      body: true,
      summary:
        "Gives a new device its key for the token that signs the call; only the token's first claim gets it",
    },
    release: {
      method: 'GET',
      path: '/api/admin/release',
      scope,
      changes: 'never',
      summary: 'Shows the current release: version, digest, dates',
    },
    releaseFiles: {
      method: 'GET',
      path: '/api/admin/release/files',
      scope,
      changes: 'never',
      query: 'optional',
      summary:
        'Lists the files of the current release, those first that changed since the release before, one page at a time',
    },
    keys: {
      method: 'GET',
      path: '/api/admin/keys',
      scope,
      changes: 'never',
      query: 'optional',
      summary:
        'Lists the keys of operators that have called and the keys that are revoked, then those of devices, one page at a time',
    },
    changeRevocation: {
      method: 'POST',
      path: '/api/admin/revocations',
      scope,
      changes: 'always',
      whilePaused: true,
      body: true,
      logged: ['keyid', 'state'],
      approval: true,
      summary: 'Revokes a key, or takes a revocation back',
    },
    recordSettings: {
      method: 'POST',
      path: '/api/admin/settings',
      scope,
      changes: 'always',
      whilePaused: true,
      summary: 'Records the settings of the deployment: the activity log names those that have changed',
    },
    store: {
      method: 'GET',
      path: '/api/admin/store',
      scope,
      changes: 'never',
      summary:
        'Shows whether the store confirms what a failover must not undo, and whether acts are stopped because it is older than what was seen of it',
    },
    confirmStore: {
      method: 'POST',
      path: '/api/admin/store/restored',
      scope: 'approve',
      changes: 'always',
      whilePaused: true,
      body: true,
      logged: ['since'],
      approval: true,
      summary: 'Records that a person has checked a store that was restored: acts go on',
    },
    health: {
      method: 'GET',
      path: '/api/admin/health',
      scope,
      changes: 'never',
      summary: 'Shows what the deployment can tell of itself: code, region, clock, settings, store, token',
    },
    notices: {
      method: 'GET',
      path: '/api/admin/notices',
      scope: 'today.read',
      changes: 'never',
      query: 'optional',
      summary: 'Lists what needs a person, the most urgent first, one page at a time',
    },
    today: {
      method: 'GET',
      path: '/api/admin/today',
      scope: 'today.read',
      changes: 'never',
      summary: 'Shows what needs a person, what is due in the next seven days, and what ran',
    },
    sendNotices: {
      method: 'POST',
      path: '/api/admin/notices',
      scope,
      changes: 'always',
      whilePaused: true,
      summary: 'Tells people what is due',
    },
    finishNotice: {
      method: 'POST',
      path: '/api/admin/notices/done',
      scope: 'approve',
      changes: 'always',
      whilePaused: true,
      body: true,
      logged: ['key'],
      approval: true,
      summary: 'Records that a person has dealt with a notice',
    },
    reportExposure: {
      method: 'POST',
      path: '/api/admin/exposure',
      scope,
      changes: 'always',
      whilePaused: true,
      body: true,
      logged: ['url', 'conclusion'],
      summary: 'Stores what a probe found, so that a notice is sent',
    },
  },
  schemas: async () => (await import('./contract-schemas.ts')).adminSchemas,
})
