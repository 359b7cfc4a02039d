/** A device may repeat a request of either method. zod loads only for a request with a body. */
import { defineContract } from '../../core/http/contract.ts'
import { QUESTION_LIMIT } from './question.ts'

const endpoint = {
  path: '/api/distribution',
  scope: 'device',
  changes: 'never',
  query: 'optional',
  /** The statuses; 304 means that the device has the current release, or has reported its state. */
  statuses: [200, 304],
  /** The types of answers: the list of files and a page are JSON, an answer of version 2 and a part are bytes. */
  stream: ['application/json', 'application/octet-stream'],
} as const

export const distributionContract = defineContract({
  endpoints: {
    fetch: {
      ...endpoint,
      method: 'GET',
      summary:
        'Gives the current release: its files, what has changed, one of its pages, or a part of a file',
    },
    ask: {
      ...endpoint,
      method: 'POST',
      body: true,
      bodyLimit: QUESTION_LIMIT,
      summary: 'Gives the contents that a device asks for, and takes what it reports of its disk',
    },
  },
  schemas: async () => (await import('./contract-schemas.ts')).distributionSchemas,
})
