/** Serves the console: the pages on which people see what needs them, and release it with a passkey; and its people. */
import { consoleContract } from '../lib/app/contracts/console.ts'
import { endpoint } from '../lib/app/core.ts'
import { openPlaces } from '../lib/core/http/router.ts'

const open = openPlaces(Object.values(consoleContract.endpoints))

export default endpoint({ methods: ['GET', 'POST'], open }, async core => {
  const [{ routesOfConsole }, { routesOfPeople }] = await Promise.all([
    import('../lib/console/routes.ts'),
    import('../lib/console/people/routes.ts'),
  ])
  return [...routesOfConsole(core), ...routesOfPeople(core)]
})
