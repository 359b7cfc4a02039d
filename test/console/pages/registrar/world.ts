/** The console over the registrar's sandbox, and Mei, who has signed in with a passkey. */
import { onTestFinished } from 'vitest'
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
  onTestFinished(() => remote[Symbol.asyncDispose]())
  const settings = {
    REGISTRAR_TOKEN: remote.sandbox.state.token,
    REGISTRAR_TEAM_ID: remote.sandbox.state.teamId,
    REGISTRAR_BASE_URL: remote.url,
    REGISTRAR_PURCHASES: 'on',
    REGISTRAR_CAP_ORDER: '5000',
    REGISTRAR_CAP_DAY: '5000',
    REGISTRAR_CAP_MONTH: '9000',
    ...env,
  }
  const now = () => remote.clock.now
  const console = await serveSignedIn({ scopes, env: settings, now, routes: routesOfRegistrar })
  const ask = (fields: Record<string, string>) => console.send('/console/domains', fields)
  return { ...console, remote, ask }
}
