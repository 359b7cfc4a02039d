/**
 * Domains at `npm start`: where no registrar is set, its stand-in runs on this machine, and a quote and a dry run show what
 * a purchase would do. The stand-in sells nothing for real and forgets all when it ends; the store does not, so each start has
 * a team of its own, to which nothing that was forgotten belongs.
 */
import { randomBytes } from 'node:crypto'
import type { Environment } from '../../config/environment.ts'
import { listen } from '../../http/listen.ts'
import { createRegistrarSandbox } from '../../sandbox/registrar/sandbox.ts'
import type { CliContext } from '../context.ts'
import { readReply } from '../operator/client.ts'
import { dryRunAnswer, quoteAnswer } from '../registrar/answers.ts'
import { dryRunRows } from '../registrar/buy.ts'
import { pathOf, registrarCall } from '../registrar/call.ts'
import { quoteRows } from '../registrar/quote.ts'
import { tableLines } from '../terminal/output.ts'

/** The stand-in while it runs. */
export interface LocalRegistrar {
  readonly url: string
  /** What the functions and the other commands are told of it. */
  readonly settings: Environment
  close(): Promise<void>
}

const DOMAIN = 'kura-demo.com'

/** A registrant that does not exist. */
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

/** Starts the stand-in unless `env` has a registrar of its own; `remembered` is what an earlier start has written. */
export async function startLocalRegistrar(
  env: Environment,
  remembered: Environment,
): Promise<LocalRegistrar | undefined> {
  const token = env['REGISTRAR_TOKEN']
  if (token && token !== remembered['REGISTRAR_TOKEN']) return undefined
  const teamId = `team_sandbox_${randomBytes(4).toString('hex')}`
  const sandbox = createRegistrarSandbox({ now: Date.now, teamId })
  const served = await listen(sandbox.fetch)
  return {
    url: served.url,
    settings: {
      REGISTRAR_TOKEN: sandbox.state.token,
      REGISTRAR_TEAM_ID: sandbox.state.teamId,
      REGISTRAR_BASE_URL: served.url,
      REGISTRAR_PURCHASES: env['REGISTRAR_PURCHASES'] || 'on',
      REGISTRAR_CAP_ORDER: env['REGISTRAR_CAP_ORDER'] || '2000',
      REGISTRAR_CAP_DAY: env['REGISTRAR_CAP_DAY'] || '4000',
      REGISTRAR_CAP_MONTH: env['REGISTRAR_CAP_MONTH'] || '10000',
    },
    close: () => served.close(),
  }
}

/** Shows, on the stand-in, a quote and the dry run of a purchase through the host's function; nothing is bought. */
export async function demonstrateRegistrar(
  context: CliContext,
  registrar: LocalRegistrar | undefined,
): Promise<void> {
  const output = context.output({})
  if (!registrar) {
    output.line(`domains    the registrar at ${context.config.registrar().baseUrl}`)
    return
  }
  output.line(
    `domains    the registrar's stand-in at ${registrar.url}, for REGISTRAR_TOKEN is not set: nothing is bought for real`,
  )
  output.line('domains    each start has a new team without domains: the stand-in forgets them when it ends')
  const call = await registrarCall(context, {})
  const terms = { autoRenew: false, contact: CONTACT }
  const ask = (word: string, json: object) =>
    call({ method: 'POST', path: pathOf('domains', DOMAIN, word), json })
  const quote = readReply(quoteAnswer, await ask('quote', terms))
  const rows = quoteRows(quote).filter(([name]) => name !== 'quote')
  for (const line of tableLines(rows)) output.line(`quote      ${line}`)
  const purchase = { ...terms, quote: quote.quote, confirm: DOMAIN }
  const run = readReply(dryRunAnswer, await ask('buy', purchase))
  for (const line of tableLines(dryRunRows(run))) output.line(`purchase   ${line}`)
  for (const obstacle of run.obstacles) output.line(`purchase   it would be refused: ${obstacle}`)
  output.line('purchase   dry run: nothing was bought')
}
