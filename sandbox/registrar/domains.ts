/**
 * The endpoints of a registered domain: its record, its DNS, and whether the registrant has followed the verification
 * link.
 */
import { domainOf, type Endpoint } from './endpoint.ts'
import { refusal } from './errors.ts'
import { expiryOf, ownership, type RegistrarDeps, type SandboxOrder } from './state.ts'

/** Milliseconds for following the verification link: 15 days (document 2, Limits). */
const VERIFICATION_WINDOW = 15 * 86_400_000

export function domainEndpoints(deps: RegistrarDeps): Endpoint[] {
  const { state } = deps
  return [
    {
      method: 'GET',
      path: '/v5/domains/{domain}',
      errors: 'wrapped',
      answer(call) {
        const name = domainOf(call)
        const order = ownership(name, deps)
        if (!order)
          throw refusal('wrapped', { status: 404, code: 'not_found', message: `${name} is not found` })
        return Response.json({ domain: domainReply(order, deps) })
      },
    },
    {
      method: 'GET',
      path: '/v6/domains/{domain}/config',
      errors: 'wrapped',
      answer: () => Response.json(configReply(state.configured)),
    },
    {
      method: 'GET',
      path: '/v1/registrar/domains/{domain}/contact-verification',
      errors: 'flat',
      answer: call => Response.json(verification(domainOf(call), deps)),
    },
  ]
}

function domainReply(order: SandboxOrder, { state: { teamId }, now }: RegistrarDeps) {
  const nameservers = ['ns1.vercel-dns.com', 'ns2.vercel-dns.com']
  return {
    id: `domain_${order.orderId}`,
    name: order.domain,
    suffix: false,
    verified: true,
    nameservers,
    intendedNameservers: nameservers,
    creator: { id: 'user_sandbox', username: 'sandbox', email: 'creator@sandbox.example' },
    userId: 'user_sandbox',
    teamId,
    serviceType: 'zeit.world',
    boughtAt: order.at,
    createdAt: order.at,
    expiresAt: expiryOf(order, now()),
    renew: order.autoRenew,
  }
}

function configReply(configured: boolean) {
  return {
    configuredBy: configured ? 'A' : null,
    acceptedChallenges: configured ? ['http-01'] : [],
    recommendedIPv4: [{ rank: 1, value: ['192.0.2.1'] }],
    recommendedCNAME: [{ rank: 1, value: 'cname.sandbox.example' }],
    misconfigured: !configured,
  }
}

function verification(name: string, deps: RegistrarDeps) {
  const { state, now } = deps
  const order = ownership(name, deps)
  if (state.contactVerification === 'unregistered' || (!order && wasOrdered(name, deps)))
    throw refusal('flat', { status: 400, code: 'domain_not_registered', message: 'Not registered' })
  if (!order || state.contactVerification === 'absent')
    throw refusal('flat', { status: 404, code: 'domain_not_found', message: `${name} was not found` })
  if (now() < order.at + state.verificationDelay)
    throw refusal('flat', { status: 400, code: 'bought_too_recently', message: 'Bought too recently' })
  if (state.verified.has(name)) return { verified: true }
  const verifyBy = new Date(order.at + VERIFICATION_WINDOW).toISOString()
  return { verified: false, verifyBy, email: 'registrant@sandbox.example' }
}

function wasOrdered(name: string, { state }: RegistrarDeps): boolean {
  return [...state.orders.values()].some(({ domain }) => domain === name)
}
