/** The routes of the endpoints about people; their code is loaded when one of them is first called. */

import { peopleContract } from '../../app/contracts/people.ts'
import type { Core } from '../../app/core.ts'
import type { Route } from '../../core/http/router.ts'
import { deferHandlers, serveContract } from '../../core/http/serve.ts'

export function routesOfPeople(core: Core): Route[] {
  const handlers = deferHandlers(peopleContract, {}, async () => {
    const { peopleHandlers } = await import('./endpoints.ts')
    return peopleHandlers(core)
  })
  return serveContract(peopleContract, handlers)
}
