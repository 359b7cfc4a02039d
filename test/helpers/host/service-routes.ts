import { type FunctionName, SERVICES } from '../../../lib/app/contracts/services.ts'
import type { Core } from '../../../lib/app/core.ts'
import type { Route } from '../../../lib/core/http/router.ts'
import { FUNCTIONS } from '../../../scripts/functions/table.ts'

/** The routes of the function of a service, which `SERVICES` names. */
export async function routesOf(service: string): Promise<(core: Core) => Route[]> {
  const { function: name = service } = SERVICES.find(known => known.name === service) ?? {}
  const code = await import(`../../../lib/app/functions/${name}.ts`)
  const routes = FUNCTIONS[name as FunctionName].routes.map(of => code[of] as (core: Core) => Route[])
  return core => routes.flatMap(make => make(core))
}
