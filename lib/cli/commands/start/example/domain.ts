/** A domain of the example company, whose registrant has nine days left to confirm the e-mail address. */
import type { RegistrarSandbox } from '../../../../../sandbox/registrar/sandbox.ts'
import type { CliContext } from '../../../context.ts'
import { inMode, registrarClient } from '../../registrar/client.ts'
import { CONTACT } from '../registrar-demo.ts'

const DOMAIN = 'kura-example.com'

/** The time since the purchase, in milliseconds: an hour less than six of the 15 days for the confirmation. */
const PASSED = 6 * 86_400_000 - 3_600_000

/** Buys the domain unless the team has it, and lets the days pass at the registrar. */
export async function fillDomain({ state }: RegistrarSandbox, context: CliContext): Promise<void> {
  const has = () => [...state.orders.values()].find(({ domain }) => domain === DOMAIN)
  if (has()) return
  const client = await registrarClient({}, context)
  const params = { domain: DOMAIN }
  const terms = { autoRenew: true, contact: CONTACT }
  const { quote = '' } = await client.quote({ params, body: terms })
  inMode('write', await client.buy({ params, body: { ...terms, quote, confirm: DOMAIN }, mode: 'write' }))
  const order = has()
  if (order) state.orders.set(order.orderId, { ...order, at: order.at - PASSED })
  await client.purchase({ params })
}
