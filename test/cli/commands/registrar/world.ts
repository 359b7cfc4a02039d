/** Runs the commands of `kura registrar` with a host over a sandbox. */
import { join } from 'node:path'
import { routesOfRegistrar } from '../../../../lib/app/functions/registrar.ts'
import { registerRegistrar } from '../../../../lib/cli/commands/registrar/index.ts'
import { registerSettle } from '../../../../lib/cli/commands/settle/settle.ts'
import { keyText, serveFunction } from '../../../helpers/functions.ts'
import {
  CONTACT,
  type RunningRegistrar,
  startRegistrarSandbox,
} from '../../../helpers/remotes/registrar-sandbox.ts'
import { type CommandDeps, runCommand } from '../../../helpers/run-command.ts'
import { temporaryDirectory } from '../../../helpers/temporary-directory.ts'

export const DOMAIN = 'example.com'
export const YES = { answers: ['yes'] }
const TERMS = ['--auto-renew', 'on', '--contact', 'contact.json']
const KEYID = 'hana:registrar.read+registrar.write+registrar.buy+approve:1'

/** The number of further calls over https that fail. */
interface Https {
  failures: number
}

export type CommandWorld = Awaited<ReturnType<typeof createCommandWorld>>

/** Creates a host, and a folder with an operator's key and the contact data, until the test ends. */
export async function createCommandWorld() {
  const remote = await startRegistrarSandbox()
  const https: Https = { failures: 0 }
  const folder = await folderFor(await serve(remote, https))
  const kura = (words: readonly string[], more: CommandDeps = {}) =>
    runCommand(
      isSettle(words) ? registerSettle : registerRegistrar,
      [...groupOf(words), ...words, '--key', join(folder, 'operator.json')],
      { cwd: folder, now: remote.clock.now, ...more },
    )
  const quoteOf = async (domain: string): Promise<string> =>
    JSON.parse((await kura(['quote', domain, ...TERMS, '--json'])).out).quote
  const buyWords = async (domain = DOMAIN) => ['buy', domain, '--quote', await quoteOf(domain), ...TERMS]
  return {
    remote,
    https,
    folder,
    kura,
    buyWords,
    buy: async (domain = DOMAIN) => kura([...(await buyWords(domain)), '--write', '--confirm', domain]),
  }
}

const isSettle = ([first]: readonly string[]) => first === 'settle'
const groupOf = (words: readonly string[]) => (isSettle(words) ? [] : ['registrar'])

/** The host's address. */
async function serve({ settings, clock }: RunningRegistrar, https: Https): Promise<string> {
  const env = { ...settings, REGISTRAR_CAP_ORDER: '2000', REGISTRAR_CAP_DAY: '2000' }
  const reach: typeof fetch = async (input, init) => {
    if (!String(input).startsWith('https:')) return fetch(input, init)
    https.failures -= 1
    if (https.failures >= 0) throw new TypeError('fetch failed')
    const isWww = new URL(String(input)).hostname.startsWith('www.')
    if (!isWww) return new Response(null, { status: 200 })
    return new Response(null, { status: 301, headers: { location: `https://${DOMAIN}/` } })
  }
  return (await serveFunction(routesOfRegistrar, { env, fetch: reach, now: () => clock.now })).url
}

function folderFor(url: string): Promise<string> {
  return temporaryDirectory({ 'operator.json': keyText(url, KEYID), 'contact.json': JSON.stringify(CONTACT) })
}
