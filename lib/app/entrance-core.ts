import type { EntranceCore } from '../console/core.ts'
import type { Core } from './core.ts'

export function entranceCore(core: Core): Core & EntranceCore {
  return { ...core, notifyPeople: async () => (await import('./notices.ts')).notifyOf('console', core) }
}
