/** An authorization belongs to the caller who began it. Storing the pair of tokens needs an approval. */
import { defineContract } from '../../../core/http/contract.ts'

/** Allowed while acts are paused, because after a backup's restore a new authorization replaces the spent token. */
const authorizing = {
  method: 'POST',
  scope: 'admin',
  changes: 'always',
  whilePaused: true,
  body: true,
} as const

const PATH = '/api/accounting/authorize'

/** The page of the console to which the accounting service sends the person back. */
export const CALLBACK_PATH = '/console/authorize'

export const authorizationContract = defineContract({
  endpoints: {
    beginAuthorization: {
      ...authorizing,
      path: PATH,
      logged: ['returns'],
      summary: 'Begins an authorization, and returns the address of the page of the accounting service',
    },
    authorization: {
      method: 'GET',
      path: PATH,
      scope: 'admin',
      changes: 'never',
      summary: 'How far the authorization is that the caller has begun',
    },
    receiveCode: {
      ...authorizing,
      path: `${PATH}/code`,
      summary:
        'Exchanges the code of the accounting service once; the pair of tokens waits, sealed, for ten minutes',
    },
    keepAuthorization: {
      ...authorizing,
      path: `${PATH}/keep`,
      approval: true,
      logged: ['authorization', 'company', 'replaces'],
      summary: 'Uses the pair of tokens that waits, for the books of the company that is named',
    },
  },
  schemas: async () => (await import('./contract-schemas.ts')).authorizationSchemas,
})

export type AuthorizationContract = typeof authorizationContract
