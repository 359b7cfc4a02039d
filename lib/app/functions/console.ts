/**
 * `api/console.ts`: the pages for people, and the endpoints about the people themselves. The console calls the other
 * functions in its own process; their code is loaded at the first call.
 */

import type { ConsoleCore, InnerFunctions } from '../../console/core.ts'
import { findServed } from '../../console/in-process.ts'
import { routesOfPeople as routesOfItsPeople } from '../../console/people/routes.ts'
import { routesOfConsole as routesOfPages } from '../../console/routes.ts'
import type { Config } from '../../core/config/config.ts'
import type { Route } from '../../core/http/router.ts'
import { type FunctionName, SERVICES } from '../contracts/services.ts'
import type { Core } from '../core.ts'

export function routesOfConsole(core: Core): Route[] {
  return routesOfPages(consoleCore(core))
}

export function routesOfPeople(core: Core): Route[] {
  return routesOfItsPeople(consoleCore(core))
}

/** Returns the core with what the console needs of the other functions. */
export function consoleCore(core: Core): Core & ConsoleCore {
  return {
    ...core,
    functions: { find: FIND, routes: innerRoutes(core) },
    notifyPeople: async () => (await import('../notices.ts')).notifyOf('console', core),
  }
}

const FIND = findServed(
  SERVICES.map(({ name, function: functionName = name, contract }) => ({ functionName, contract })),
)

/** A device's answers are for devices alone. */
type Inner = Exclude<FunctionName, 'distribution'>

function innerRoutes(core: Core): Pick<Required<InnerFunctions['routes']>, Inner> {
  const spoken = (config: Config): Core => ({ ...core, config })
  return {
    accounting: async config => (await import('./accounting.ts')).routesOfAccounting(spoken(config)),
    admin: async config => (await import('./admin.ts')).routesOfAdmin(spoken(config)),
    journals: async config => (await import('./journals.ts')).routesOfJournals(spoken(config)),
    registrar: async config => (await import('./registrar.ts')).routesOfRegistrar(spoken(config)),
    chat: async config => (await import('./chat.ts')).routesOfChat(spoken(config)),
    console: async config => routesOfPeople(spoken(config)),
    cron: async config => (await import('./cron.ts')).routesOfCron(spoken(config)),
  }
}
