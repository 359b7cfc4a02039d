/** Domains: quotes, purchases that happen once, orders, deadlines, and names attached to a project (document 2). */
import { endpoint } from '../lib/app/core.ts'
import { routesOfRegistrar } from '../lib/app/registrar.ts'

export default endpoint(routesOfRegistrar)
