/**
 * `npm run bench calls [-- --against DIR]`: what a read, a page and the daily notices cost at the store: requests,
 * commands and bytes, the processor's time, and the wall time with a store that answers after 10 ms. The functions run
 * in a process of their own, over a Redis behind its REST protocol. With `--against`, the functions of a second checkout
 * take turns with these.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { readConfig } from '../lib/core/config/config.ts'
import { authenticStore } from '../lib/core/signatures/authentic-store.ts'
import { deriveSecret } from '../lib/core/signatures/keys.ts'
import { newNonce, signRequest } from '../lib/core/signatures/sign.ts'
import { openUpstashStore } from '../lib/core/store/upstash.ts'
import { createTestPublisher } from '../test/helpers/publishing/release.ts'
import { type RedisRestBridge, startRedisRestBridge } from '../test/helpers/redis/rest-bridge.ts'
import { hasRedisServer, startJsRedis, startRealRedis } from '../test/helpers/redis/servers.ts'
import type { Asked, Took } from './calls-process.ts'
import { type Measurement, median, ratioText } from './measurement.ts'
import { fillDevices, signIn } from './pages.ts'

const SECRET = Buffer.alloc(32, 7)
const RING = `1:${SECRET.toString('base64url')}`
const HOST = 'https://kura.example'
const CRON_SECRET = 'the-secret-of-the-bench'
const ROUNDS = 15
/** Milliseconds after which the store answers. */
const FAR = 10

/** A call: its function, its path, who calls, and the largest part of the wall time of the second checkout. */
type Call = readonly [name: string, path: string, caller: string, aim: number]
const CALLS: readonly Call[] = [
  ['admin', '/api/admin/today', 'bench:admin:1', 0.25],
  ['chat', '/api/chat/status', 'bench:chat.read:1', 0.25],
  ['admin', '/api/admin/activity?limit=20', 'bench:admin:1', 1],
  ['admin', '/api/admin/devices', 'bench:admin:1', 1],
  ['cron', '/api/cron/notices', 'cron', 0.2],
  ['console', '/console', 'person', 0.25],
  ...['receipts', 'deals', 'deals/journal', 'devices', 'domains', 'messages', 'history'].map(
    page => ['console', `/console/${page}`, 'person', 1] as const,
  ),
]

interface Contender {
  readonly child: ChildProcess
  readonly counted: Counted
  readonly session: string
  close(): Promise<void>
}

/** What a call costs. */
interface Cost extends Took {
  readonly requests: number
  readonly commands: number
  readonly bytes: number
}

export async function measureCalls(against?: string): Promise<Measurement[]> {
  const publisher = await createTestPublisher({ now: Date.now() })
  await publisher.publish({ 'a.md': '# a\n' })
  const here = fileURLToPath(new URL('..', import.meta.url))
  const contenders: Contender[] = []
  try {
    for (const directory of against === undefined ? [here] : [here, against])
      contenders.push(await startContender(directory, publisher.releaseDir))
    const found: Measurement[] = []
    for (const call of CALLS) found.push(await measureCall(call, contenders))
    return found
  } finally {
    for (const { close } of contenders) await close()
    await publisher.remove()
  }
}

/** Calls each checkout in turn, so that other load on the machine affects both; the first calls load the code. */
async function measureCall(call: Call, contenders: readonly Contender[]): Promise<Measurement> {
  const [, path, , aim] = call
  const costs = contenders.map((): Cost[] => [])
  for (let round = -2; round < ROUNDS; round++)
    for (const [at, contender] of contenders.entries()) {
      const cost = await costOf(call, contender)
      if (round >= 0) costs[at]?.push(cost)
    }
  const [own = [], other = []] = costs
  const of = (all: readonly Cost[], what: keyof Cost) => median(all.map(cost => cost[what]))
  const text = (all: readonly Cost[]) =>
    `${of(all, 'requests')} requests, ${of(all, 'commands')} commands, ${of(all, 'bytes')} bytes, ${of(all, 'processor').toFixed(1)} ms of the processor, ${of(all, 'wall').toFixed(0)} ms`
  const status = `${of(own, 'status')}`
  if (other.length === 0) return { what: `${path}, ${status}`, found: text(own) }
  const ratio = of(own, 'wall') / of(other, 'wall')
  return {
    what: `${path}, ${status}`,
    found: `${text(own)}; against ${text(other)}: ${ratioText(ratio)} of the wall time`,
    aim: { text: `at most ${aim}`, held: ratio <= aim },
  }
}

async function costOf([name, path, caller]: Call, { child, counted, session }: Contender): Promise<Cost> {
  const before = counted.total()
  const url = HOST + path
  const headers = headersOf(url, caller, session)
  const took = (await ask(child, { asked: { name, url, headers } })) as Took
  const after = counted.total()
  const spent = (what: keyof typeof after) => after[what] - before[what]
  return { ...took, requests: spent('requests'), commands: spent('commands'), bytes: spent('bytes') }
}

function headersOf(url: string, caller: string, session: string): Record<string, string> {
  if (caller === 'cron') return { authorization: `Bearer ${CRON_SECRET}` }
  if (caller === 'person') return { accept: 'text/html', cookie: `__Host-kura-session=${session}` }
  const secret = deriveSecret(SECRET, caller)
  return { ...signRequest({ method: 'GET', url, keyid: caller, secret, now: Date.now(), nonce: newNonce() }) }
}

async function ask(child: ChildProcess, message: { env?: object; asked?: Asked }): Promise<unknown> {
  const answered = once(child, 'message')
  child.send(message)
  return (await answered)[0]
}

async function startContender(directory: string, releaseDir: string): Promise<Contender> {
  const bridge = await startRedisRestBridge(await (hasRedisServer ? startRealRedis() : startJsRedis()))
  const near = openUpstashStore(bridge)
  await fillDevices(near, 20)
  const session = await signIn(authenticStore(near, readConfig({ KURA_SEAL_KEYS: RING }).sealKeys))
  const counted = await startFarStore(bridge)
  const child = fork(fileURLToPath(new URL('./calls-process.ts', import.meta.url)), [directory])
  await ask(child, { env: settings(releaseDir, counted.url, bridge.token) })
  const close = async () => {
    child.kill()
    await counted.close()
    await bridge.close()
  }
  return { child, counted, session, close }
}

function settings(releaseDir: string, url: string, token: string): Record<string, string> {
  return {
    VERCEL: '1',
    VERCEL_ENV: 'production',
    KURA_URL: HOST,
    KURA_SECRETS: RING,
    KURA_SEAL_KEYS: RING,
    KURA_RELEASE_DIR: releaseDir,
    CRON_SECRET,
    UPSTASH_REDIS_REST_URL: url,
    UPSTASH_REDIS_REST_TOKEN: token,
    REGISTRAR_TOKEN: 'bench',
    REGISTRAR_TEAM_ID: 'bench',
    // kura reads the status from the store; no call of the bench asks the platform
    CHAT_BOT_TOKENS: `${Buffer.from('1').toString('base64url')}.bench.${'bench'.repeat(5)}`,
    CHAT_GUILD_ID: '1',
  }
}

interface Counted {
  readonly url: string
  /** Requests, commands, and bytes of the bodies in both directions so far. */
  total(): { requests: number; commands: number; bytes: number }
  close(): Promise<void>
}

/** Starts a server that passes each request on to the bridge, counts it, and answers after `FAR` milliseconds. */
async function startFarStore({ url, received }: RedisRestBridge): Promise<Counted> {
  let [requests, bytes] = [0, 0]
  const server = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk)
    const body = Buffer.concat(chunks)
    const headers = { authorization: String(incoming.headers.authorization) }
    const [answer] = await Promise.all([
      fetch(url + (incoming.url ?? ''), { method: 'POST', headers, body }),
      delay(FAR),
    ])
    const text = await answer.text()
    requests += 1
    bytes += body.byteLength + Buffer.byteLength(text)
    outgoing.writeHead(answer.status, { 'content-type': 'application/json' }).end(text)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    total: () => ({ requests, commands: received.length, bytes }),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
