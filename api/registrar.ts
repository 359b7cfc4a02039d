/**
 * Serves domains: quotes, purchases that happen once, orders, deadlines, and names attached to a project (document 2).
 */
import { endpoint } from '../lib/app/core.ts'

export default endpoint({ methods: ['GET', 'POST'] }, async core => {
  const { routesOfRegistrar } = await import('../lib/app/functions/registrar.ts')
  return routesOfRegistrar(core)
})
