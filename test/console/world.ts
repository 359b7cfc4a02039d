/** The parts of a deployment that the console uses, over a store in memory. */

import { consoleCore } from '../../lib/app/console-core.ts'
import { type Core, type CoreDeps, createCore } from '../../lib/app/core.ts'
import type { ConsoleCore } from '../../lib/console/core.ts'
import type { Entry } from '../../lib/services/activity/contract-schemas.ts'
import { createActivityLog } from '../../lib/services/activity/log.ts'
import { TEST_SECRET } from '../helpers/functions.ts'
import { createMemoryStore, type MemoryStore } from '../helpers/memory-store.ts'

export interface ConsoleWorld {
  readonly core: Core & ConsoleCore
  readonly store: MemoryStore
  /** The parsed lines of the log. */
  readonly lines: Record<string, unknown>[]
  /** Returns the entries of the activity log, the oldest first. */
  entries(): Promise<readonly Entry[]>
}

export function createConsoleWorld({ env = {}, ...deps }: Partial<CoreDeps> = {}): ConsoleWorld {
  const store = createMemoryStore(deps.now ? { now: deps.now } : {})
  const lines: Record<string, unknown>[] = []
  const core = createCore({
    env: {
      KURA_SECRETS: `1:${TEST_SECRET.toString('base64url')}`,
      KURA_URL: 'https://kura.example.com',
      ...env,
    },
    now: Date.now,
    clock: () => performance.now(),
    fetch: () => Promise.reject(new Error('no remote in this test')),
    log: line => void lines.push(JSON.parse(line)),
    openStore: async () => store,
    ...deps,
  })
  const log = createActivityLog({ store: () => store, now: deps.now ?? Date.now })
  return {
    core: consoleCore(core),
    store,
    lines,
    entries: async () => (await log.page({ limit: 100 })).entries,
  }
}
