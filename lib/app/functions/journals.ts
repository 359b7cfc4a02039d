import { ANSWERING } from '../../core/claims/lease.ts'
import type { Route } from '../../core/http/router.ts'
import { serveContract } from '../../core/http/serve.ts'
import { withinTime } from '../../core/work/time-left.ts'
import { journalsContract } from '../../services/accounting/journals/contract.ts'
import { journalHandlers } from '../../services/accounting/routes/journal-file.ts'
import { accountingAccess } from '../accounting-access.ts'
import { type Core, lazy } from '../core.ts'

/** The lifetime of this function in milliseconds, as set in vercel.json. */
const LIFE = 300_000
/** The time limit of a download in milliseconds: 100 MB at 5 Mbit/s take 160 s. */
const FILE_TIMEOUT = 280_000

/** A download may outlast a lease, so this function leaves refreshing the token to the calls before a download. */
export function routesOfJournals(core: Core): Route[] {
  const access = { name: 'journals', mayRefresh: false, fileTimeout: FILE_TIMEOUT }
  const routes = serveContract(journalsContract, journalHandlers(lazy(() => accountingAccess(access, core))))
  return routes.map(route => ({
    ...route,
    handle: call => {
      const end = call.trace.started + LIFE - ANSWERING
      return withinTime({ end, clock: core.clock }, () => route.handle(call))
    },
  }))
}
