/** Serves the console: the pages on which people see what needs them, and release it with a passkey; and its people. */
import { consoleContract } from '../lib/app/contracts/console.ts'
import { peopleContract } from '../lib/app/contracts/people.ts'
import { endpoint } from '../lib/app/core.ts'

const endpoints = { ...consoleContract.endpoints, ...peopleContract.endpoints }

export default endpoint({ endpoints }, async core => {
  const [{ routesOfConsole }, { routesOfPeople }] = await Promise.all([
    import('../lib/app/console/routes.ts'),
    import('../lib/app/console/people/routes.ts'),
  ])
  return [...routesOfConsole(core), ...routesOfPeople(core)]
})
