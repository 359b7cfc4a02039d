import type { ConsoleCore, InnerFunctions } from '../console/core.ts'
import { findServed } from '../console/in-process.ts'
import { routesOfPeople } from '../console/people/routes.ts'
import type { Config } from '../core/config/config.ts'
import { type FunctionName, SERVICES } from './contracts/services.ts'
import type { Core } from './core.ts'
import { entranceCore } from './entrance-core.ts'

export function consoleCore(core: Core): Core & ConsoleCore {
  return { ...entranceCore(core), functions: { find: FIND, routes: innerRoutes(core) } }
}

const FIND = findServed(
  SERVICES.map(({ name, function: functionName = name, contract }) => ({ functionName, contract })),
)

/** The functions that the console calls: all but `distribution`, which only devices call. */
type Inner = Exclude<FunctionName, 'distribution'>

function innerRoutes(core: Core): Pick<Required<InnerFunctions['routes']>, Inner> {
  const spoken = (config: Config): Core => ({ ...core, config })
  return {
    accounting: async config =>
      (await import('./functions/accounting.ts')).routesOfAccounting(spoken(config)),
    admin: async config => (await import('./functions/admin.ts')).routesOfAdmin(spoken(config)),
    journals: async config => (await import('./functions/journals.ts')).routesOfJournals(spoken(config)),
    registrar: async config => (await import('./functions/registrar.ts')).routesOfRegistrar(spoken(config)),
    chat: async config => (await import('./functions/chat.ts')).routesOfChat(spoken(config)),
    console: async config => routesOfPeople(entranceCore(spoken(config))),
    cron: async config => (await import('./functions/cron.ts')).routesOfCron(spoken(config)),
  }
}
