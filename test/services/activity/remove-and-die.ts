/**
 * A process that removes exported entries from the embedded store and is killed with SIGKILL at a given write.
 * Arguments: the store's file; the request as JSON; and the number of the fatal write, 0 for none. If it is not killed,
 * it prints what is left.
 */

import { createCalendar } from '../../../lib/core/language/calendar.ts'
import { openEmbeddedStore } from '../../../lib/core/store/embedded.ts'
import type { Store } from '../../../lib/core/store/store.ts'
import { createActivityLog } from '../../../lib/services/activity/log.ts'
import { removeEntries } from '../../../lib/services/activity/removal.ts'

const [file = '', request = '', fatal = ''] = process.argv.slice(2)
const opened = openEmbeddedStore(file)
let writes = 0
const store: Store = {
  ...opened,
  async swap(...asked) {
    const answer = await opened.swap(...asked)
    writes += 1
    if (writes === Number(fatal)) process.kill(process.pid, 'SIGKILL')
    return answer
  },
}
const log = createActivityLog({ store: () => store, now: Date.now })
const { left } = await removeEntries(
  JSON.parse(request),
  { by: 'hana:admin+approve:1', person: 'Hana', request: 'r' },
  {
    store,
    append: log.append,
    calendar: createCalendar('UTC'),
    now: Date.now,
    clock: () => performance.now(),
    timeBudget: 10_000,
  },
)
process.stdout.write(String(left))
await opened.close()
