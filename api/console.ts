/** Serves the console: the pages on which people see what needs them, and release it with a passkey. */
import { consoleContract } from '../lib/app/contracts/console.ts'
import { endpoint } from '../lib/app/core.ts'

export default endpoint(consoleContract, async core => {
  const { routesOfConsole } = await import('../lib/app/console/routes.ts')
  return routesOfConsole(core)
})
