/**
 * Domains: quotes, purchases, orders, deadlines.
 * `npm run functions` makes this file.
 */
import { endpoint } from '../lib/app/core.ts'

export default endpoint({ methods: ['GET', 'POST'] }, async core => {
  const { routesOfRegistrar } = await import('../lib/app/functions/registrar.ts')
  return routesOfRegistrar(core)
})
