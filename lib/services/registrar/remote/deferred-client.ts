/** The registrar's client, whose code and schemas are loaded at its first call: what is stored is often all that is asked. */
import type { ClientDeps, RegistrarClient } from './client.ts'

export function deferredClient(deps: ClientDeps): RegistrarClient {
  let loading: Promise<RegistrarClient> | undefined
  const client = () => {
    loading ??= import('./client.ts').then(({ createRegistrarClient }) => createRegistrarClient(deps))
    return loading
  }
  return {
    availability: async domain => (await client()).availability(domain),
    price: async (domain, years) => (await client()).price(domain, years),
    buy: async (domain, body, before) => (await client()).buy(domain, body, before),
    order: async orderId => (await client()).order(orderId),
    domain: async domain => (await client()).domain(domain),
    isConfigured: async domain => (await client()).isConfigured(domain),
    verification: async domain => (await client()).verification(domain),
    attach: async name => (await client()).attach(name),
    attached: async name => (await client()).attached(name),
    redirect: async (name, target) => (await client()).redirect(name, target),
  }
}
