/** The first page for a signed-in person loads the other functions' contracts; the first call loads their code. */

import { routesOfPeople as routesOfItsPeople } from '../../console/people/routes.ts'
import { routesOfConsole as routesOfPages } from '../../console/routes.ts'
import type { Route } from '../../core/http/router.ts'
import { keepMade } from '../../core/work/keep-made.ts'
import type { Core } from '../core.ts'
import { entranceCore } from '../entrance-core.ts'

export function routesOfConsole(core: Core): Route[] {
  const signedIn = keepMade(async () => (await import('../console-core.ts')).consoleCore(core))
  return routesOfPages(entranceCore(core), signedIn)
}

export function routesOfPeople(core: Core): Route[] {
  return routesOfItsPeople(entranceCore(core))
}
