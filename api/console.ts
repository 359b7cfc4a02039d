/**
 * The pages on which people see what needs them, and release it with a passkey.
 * Who may use the console: invitations, vouches and revocations.
 * `npm run functions` makes this file.
 */
import { endpoint } from '../lib/app/core.ts'
import { consoleContract } from '../lib/console/pages/contract.ts'
import { openPlaces } from '../lib/core/http/router.ts'

const open = openPlaces(Object.values(consoleContract.endpoints))

export default endpoint({ methods: ['GET', 'POST'], open }, async core => {
  const { routesOfConsole, routesOfPeople } = await import('../lib/app/functions/console.ts')
  return [...routesOfConsole(core), ...routesOfPeople(core)]
})
