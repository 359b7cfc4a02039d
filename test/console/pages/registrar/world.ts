import { routesOfRegistrar } from '../../../../lib/app/functions/registrar.ts'
import type { Scope } from '../../../../lib/core/signatures/keys.ts'
import { CONTACT, startRegistrarSandbox } from '../../../helpers/remotes/registrar-sandbox.ts'
import { serveSignedIn } from '../../signed-in.ts'

const ALL: readonly Scope[] = ['registrar.read', 'registrar.write', 'registrar.buy', 'approve']
export const TERMS = { domain: 'example.com', years: '', autoRenew: 'on', languageCode: '' }
export const PURCHASE = { ...TERMS, ...CONTACT }

interface Options {
  readonly scopes?: readonly Scope[]
  readonly env?: Record<string, string>
}

export async function createDomainsWorld({ scopes = ALL, env = {} }: Options = {}) {
  const remote = await startRegistrarSandbox()
  const now = () => remote.clock.now
  const settings = { ...remote.settings, ...env }
  const console = await serveSignedIn({ scopes, env: settings, now, routes: routesOfRegistrar })
  const ask = (fields: Record<string, string>) => console.send('/console/domains', fields)
  return { ...console, remote, ask }
}
