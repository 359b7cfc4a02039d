/**
 * `/api/accounting/authorize`: a person grants kura access to the accounting service, in a browser and without any
 * secret of the deployment. An operator asks for a link, which works once; all further requests come from the browser
 * that opened it. They are checked by the link, by a cookie of that browser, by the state that the service returns and,
 * for the answer, by a token in the page.
 */
import { defineContract, PUBLIC } from '../../../core/http/contract.ts'

/**
 * The settings of the endpoints that authorize. They work while acts are paused, because after the restore of a backup
 * a new authorization replaces the spent token.
 */
const authorizing = { changes: 'always', whilePaused: true } as const
const page = { ...authorizing, scope: PUBLIC, stream: ['text/html'] } as const

export const AUTHORIZE_PATH = '/api/accounting/authorize'
export const CALLBACK_PATH = `${AUTHORIZE_PATH}/callback` as const
export const CONFIRM_PATH = `${AUTHORIZE_PATH}/confirm` as const

export const authorizationContract = defineContract({
  endpoints: {
    requestLink: {
      ...authorizing,
      method: 'POST',
      path: AUTHORIZE_PATH,
      scope: 'admin',
      body: true,
      logged: ['company'],
      approval: true,
      summary: 'Makes a link by which a person authorizes kura at the accounting service; it works once',
    },
    openLink: {
      ...page,
      method: 'GET',
      path: AUTHORIZE_PATH,
      query: 'optional',
      statuses: [302, 303, 400],
      summary: 'Opens a link in a browser, which goes on to the accounting service',
    },
    receiveCode: {
      ...page,
      method: 'GET',
      path: CALLBACK_PATH,
      query: 'optional',
      statuses: [303, 400],
      summary: 'Takes the browser back from the accounting service, and exchanges the code',
    },
    showQuestion: {
      ...page,
      method: 'GET',
      path: CONFIRM_PATH,
      statuses: [200, 400],
      summary: 'Shows the company whose books these are and asks, or shows what became of the authorization',
    },
    answerQuestion: {
      ...page,
      method: 'POST',
      path: CONFIRM_PATH,
      body: true,
      form: true,
      bodyLimit: 10_000,
      statuses: [303, 400],
      summary: 'Keeps the new authorization or drops it, as the person answers',
    },
  },
  schemas: async () => (await import('./contract-schemas.ts')).authorizationSchemas,
})

export type AuthorizationContract = typeof authorizationContract
