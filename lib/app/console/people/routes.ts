/** The routes of the endpoints about people; their code is loaded when one of them is first called. */
import type { Route } from '../../../core/http/router.ts'
import { deferHandlers, serveContract } from '../../../core/http/serve.ts'
import { peopleContract } from '../../contracts/people.ts'
import type { Core } from '../../core.ts'

export function routesOfPeople(core: Core): Route[] {
  const handlers = deferHandlers(peopleContract, {}, async () => {
    const { peopleHandlers } = await import('./endpoints.ts')
    return peopleHandlers(core)
  })
  return serveContract(peopleContract, handlers)
}
