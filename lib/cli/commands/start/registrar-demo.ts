import { randomBytes } from 'node:crypto'
import { createRegistrarSandbox, type RegistrarSandbox } from '../../../../sandbox/registrar/sandbox.ts'
import type { Environment } from '../../../core/config/environment.ts'
import { isPhraseOf } from '../../../core/language/catalogue.ts'
import { english } from '../../../core/language/text.ts'
import { dryRunRows, quoteRows, type Row } from '../../../services/registrar/lists/rows.ts'
import { LABELS } from '../../../services/registrar/lists/words.ts'
import type { CliContext } from '../../context.ts'
import { tableLines } from '../../terminal/rows.ts'
import { obstaclesOf } from '../registrar/buy.ts'
import { inMode, registrarClient } from '../registrar/client.ts'
import { isServiceSet, type RunningSandbox, serveKept } from './sandbox.ts'

const DOMAIN = 'kura-demo.com'

const CONTACT = {
  firstName: 'Hanako',
  lastName: 'Yamada',
  email: 'hanako@registrant.example',
  phone: '+81.312345678',
  address1: '1-1 Chiyoda',
  city: 'Chiyoda-ku',
  state: 'Tokyo',
  zip: '100-0001',
  country: 'JP',
}

export interface RunningRegistrar extends RunningSandbox {
  readonly sandbox: RegistrarSandbox
}

/** Starts the registrar sandbox unless `env` sets a registrar. The file `file` keeps the state of the sandbox. */
export async function startRegistrarSandbox(
  env: Environment,
  file?: string,
): Promise<RunningRegistrar | undefined> {
  if (isServiceSet('registrar', env)) return undefined
  const teamId = `team_sandbox_${randomBytes(4).toString('hex')}`
  const sandbox = createRegistrarSandbox({ now: Date.now, teamId })
  const served = await serveKept(sandbox, file)
  return {
    ...served,
    sandbox,
    settings: {
      REGISTRAR_TOKEN: sandbox.state.token,
      REGISTRAR_TEAM_ID: sandbox.state.teamId,
      REGISTRAR_BASE_URL: served.url,
      REGISTRAR_PURCHASES: env['REGISTRAR_PURCHASES'] || 'on',
      REGISTRAR_CAP_ORDER: env['REGISTRAR_CAP_ORDER'] || '2000',
      REGISTRAR_CAP_DAY: env['REGISTRAR_CAP_DAY'] || '4000',
      REGISTRAR_CAP_MONTH: env['REGISTRAR_CAP_MONTH'] || '10000',
    },
  }
}

/** Shows a quote and the dry run of a purchase on the sandbox. Returns a summary in one line. */
export async function demonstrateRegistrar(
  sandbox: RunningRegistrar | undefined,
  context: CliContext,
): Promise<string> {
  const output = context.output({})
  if (!sandbox) {
    output.line(`domains    the registrar at ${context.config.registrar().baseUrl}`)
    return 'the registrar itself'
  }
  output.line(`domains    sandbox of the registrar at ${sandbox.url}; nothing is really bought`)
  const client = await registrarClient({}, context)
  const params = { domain: DOMAIN }
  const terms = { autoRenew: false, contact: CONTACT }
  const quote = await client.quote({ params, body: terms })
  const lines = (rows: readonly Row[]) =>
    tableLines(rows.map(([name, text]) => [english(name), english(text)]))
  const rows = quoteRows(quote).filter(([name]) => !isPhraseOf(LABELS.quote, name))
  for (const line of lines(rows)) output.line(`quote      ${line}`)
  const purchase = { ...terms, quote: quote.quote ?? '', confirm: DOMAIN }
  const run = inMode('dry-run', await client.buy({ params, body: purchase }))
  for (const line of lines(dryRunRows(run))) output.line(`purchase   ${line}`)
  for (const obstacle of obstaclesOf(run)) output.line(`purchase   ${english(obstacle)}`)
  output.line('purchase   dry run: nothing was bought')
  return `sandbox: a quote and a dry run for ${DOMAIN}, nothing was bought`
}

const EXAMPLE = 'kura-example.com'

/** The time since the purchase, in milliseconds: an hour less than six of the 15 days for the confirmation. */
const PASSED = 6 * 86_400_000 - 3_600_000

/** Buys the example company's domain, whose registrant then has nine days left to confirm the e-mail address. */
export async function fillDomain({ state }: RegistrarSandbox, context: CliContext): Promise<void> {
  const has = () => [...state.orders.values()].find(({ domain }) => domain === EXAMPLE)
  if (has()) return
  const client = await registrarClient({}, context)
  const params = { domain: EXAMPLE }
  const terms = { autoRenew: true, contact: CONTACT }
  const { quote = '' } = await client.quote({ params, body: terms })
  inMode('write', await client.buy({ params, body: { ...terms, quote, confirm: EXAMPLE }, mode: 'write' }))
  const order = has()
  if (order) state.orders.set(order.orderId, { ...order, at: order.at - PASSED })
  await client.purchase({ params })
}
