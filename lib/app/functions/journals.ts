/** `api/journals.ts`: the files of journals. */

import type { Route } from '../../core/http/router.ts'
import { serveContract } from '../../core/http/serve.ts'
import { journalsContract } from '../../services/accounting/journals/contract.ts'
import { journalHandlers } from '../../services/accounting/routes/journal-file.ts'
import { accountingAccess } from '../accounting-access.ts'
import { type Core, lazy } from '../core.ts'

/**
 * The time-out for a file in milliseconds: 100 MB at 5 Mbit/s take 160 s, and vercel.json gives this function 300 s.
 */
const FILE_TIMEOUT = 280_000

/**
 * Returns the routes of the function. The function may run longer than a lease, so it never refreshes the token; the
 * calls that come before a download do.
 */
export function routesOfJournals(core: Core): Route[] {
  const access = { name: 'journals', mayRefresh: false, fileTimeout: FILE_TIMEOUT }
  return serveContract(journalsContract, journalHandlers(lazy(() => accountingAccess(access, core))))
}
