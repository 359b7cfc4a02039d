import { buyPage, consoleAddress } from '../../console/frame/addresses.ts'
import type { Route } from '../../core/http/router.ts'
import { serveContract } from '../../core/http/serve.ts'
import type { Trace } from '../../core/http/trace.ts'
import { registrarContract } from '../../services/registrar/contract.ts'
import { registrarHandlers } from '../../services/registrar/routes/routes.ts'
import { createRegistrar, type Registrar } from '../../services/registrar/service.ts'
import type { Core } from '../core.ts'
import { registrarDeps } from '../registrar-deps.ts'

export function registrarOf(core: Core): (trace?: Trace) => Registrar {
  return trace => createRegistrar(registrarDeps(core, trace))
}

export function routesOfRegistrar(core: Core): Route[] {
  const handlers = registrarHandlers({
    registrar: registrarOf(core),
    buyPage: domain => consoleAddress(buyPage(domain), core.config),
    now: core.now,
  })
  return serveContract(registrarContract, handlers)
}
