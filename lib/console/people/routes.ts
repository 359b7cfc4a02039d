/** The code of the endpoints about people loads when one of the endpoints is first called. */

import type { Route } from '../../core/http/router.ts'
import { deferHandlers, serveContract } from '../../core/http/serve.ts'
import type { EntranceCore } from '../core.ts'
import { peopleContract } from './contract.ts'

export function routesOfPeople(core: EntranceCore): Route[] {
  const handlers = deferHandlers(peopleContract, {}, async () => {
    const { peopleHandlers } = await import('./endpoints.ts')
    return peopleHandlers(core)
  })
  return serveContract(peopleContract, handlers)
}
