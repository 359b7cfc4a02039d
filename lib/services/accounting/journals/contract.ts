/**
 * Sending a file takes minutes, so this function may run longer than others, and therefore never refreshes the token.
 */
import { defineContract } from '../../../core/http/contract.ts'

export const journalsContract = defineContract({
  endpoints: {
    journalFile: {
      method: 'GET',
      scope: 'accounting.read',
      changes: 'never',
      path: '/api/journals/reports/{id}/download',
      query: true,
      stream: ['text/csv', 'application/jsonl'],
      summary: 'Downloads a report in UTF-8, as CSV or as JSON lines, or byte by byte as the service has it',
    },
  },
  schemas: async () => (await import('./contract-schemas.ts')).journalsSchemas,
})

export type JournalsContract = typeof journalsContract
