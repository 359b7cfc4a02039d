import * as z from 'zod/mini'
import type { Environment } from '../../core/config/environment.ts'
import { parseJson } from '../../core/json/json.ts'
import { createSenders, type NetworkFacts, sendByWays } from '../../core/network/attempt.ts'
import { environmentProxy, isAlwaysDirect, type ProxyChoice, proxyUrl } from '../../core/network/proxy.ts'
import { firstWay, type Kept, keptAfter, proxiesOf, type Way } from '../../core/network/way.ts'
import { windowsProxy } from '../../core/network/windows-proxy.ts'
import { keepMade } from '../../core/work/keep-made.ts'
import type { Disk } from '../disk/disk.ts'
import { NETWORK, NEXT_NETWORK } from '../disk/layout.ts'
import { createSender, sendRequest, type Transport } from '../fetch/transport.ts'
import { writeSecret } from '../folder/secrets.ts'
import type { RunProgram } from '../system-program.ts'
import { readWindowsSettings } from './windows-settings.ts'

/** The facts about the network. If `env` is missing, the environment counts as empty. */
export interface NetworkDeps extends NetworkFacts {
  readonly env?: Environment
  readonly windowsSettings?: () => Promise<string>
}

export interface TransportOptions extends NetworkDeps {
  readonly disk: Disk
  readonly enrolled: string | undefined
  readonly now: () => number
  readonly run: RunProgram
}

interface Plan {
  readonly environment: ProxyChoice | undefined
  readonly proxies: readonly ProxyChoice[]
  /** The way that has worked in this run; before that, the way to try first. */
  first: Way
  kept: Kept
}

/** Sends by the way that works, and stores it for the next run. A known failure throws a `NetworkFault`. */
export function createTransport(options: TransportOptions): Transport {
  const senderOf = createSenders<Transport>({ plain: sendRequest, by: createSender }, options)
  const planned = keepMade((url: URL) => plan(url, options))
  return async (url, request) => {
    const ways = await planned(url)
    const { answer, way } = await sendByWays(async way => senderOf(way)(url, request), {
      ...options,
      ...ways,
      url,
    })
    await keep(way, ways, options)
    return answer
  }
}

async function plan(url: URL, { disk, enrolled, now, run, ...deps }: TransportOptions): Promise<Plan> {
  const { env = {}, windowsSettings = () => readWindowsSettings(disk.platform, run) } = deps
  const kept = await readKept(disk)
  const environment = isAlwaysDirect(url) ? 'direct' : environmentProxy(url, env)
  const windows = environment === undefined ? windowsProxy(url, await windowsSettings()) : undefined
  const named = { kept: kept.proxy, enrolled: proxyUrl(enrolled ?? ''), windows }
  const proxies = proxiesOf({ environment, ...named })
  return { environment, proxies, kept, first: firstWay(proxies, kept, now()) }
}

async function keep(way: Way, ways: Plan, { disk, now, run }: TransportOptions): Promise<void> {
  const kept = keptAfter(way, { kept: ways.kept, environment: ways.environment, now: now() })
  if (JSON.stringify(kept) !== JSON.stringify(ways.kept)) await storeKept(disk, kept, run)
  Object.assign(ways, { first: way, kept })
}

/** The schema is made only if there is a file, because most devices have none. */
const memorySchema = () =>
  z.object({
    proxy: z.optional(z.string().check(z.refine(text => proxyUrl(text) === text))),
    systemSince: z.optional(z.number()),
  })

export async function readKept(disk: Disk): Promise<Kept> {
  const { kind } = await disk.look(NETWORK).catch(() => ({ kind: 'absent' }))
  if (kind !== 'file') return {}
  const text = await disk.read(NETWORK).catch(() => new Uint8Array())
  const read = memorySchema().safeParse(parseJson(Buffer.from(text).toString('utf8')))
  return read.success ? read.data : {}
}

/** Stores the facts, completely or not at all. If that fails, the next run tries again. */
export async function storeKept(disk: Disk, kept: Kept, run: RunProgram): Promise<void> {
  const isEmpty = Object.keys(kept).length === 0
  await (isEmpty ? disk.remove(NETWORK) : replaceKept(disk, kept, run)).catch(() => undefined)
}

async function replaceKept(disk: Disk, kept: Kept, run: RunProgram): Promise<void> {
  await writeSecret(disk, { path: NEXT_NETWORK, text: `${JSON.stringify(kept)}\n` }, run)
  await disk.rename(NEXT_NETWORK, NETWORK)
}
