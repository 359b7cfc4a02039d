/**
 * `npm run bench cold`: a cold start as deployed. Each function is built as the host builds it (the build's bundles,
 * then the host's own builder) and started with production's settings and the REST store. The time runs from spawning
 * the process to the end of the first answer's body; as on the host, the benchmark does not wait for work after the
 * answer. A bare function of the same builder is started immediately before each, so that other load on the machine
 * affects both; the processor time shows the influence of a heavy load.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deriveSecret } from '../lib/core/signatures/keys.ts'
import { newNonce, signRequest } from '../lib/core/signatures/sign.ts'
import {
  buildFile,
  buildFunction,
  copyBuiltProject,
  layOutFunction,
} from '../test/helpers/host/built-functions.ts'
import { createTestPublisher } from '../test/helpers/publishing/release.ts'
import { startRedisRestBridge } from '../test/helpers/redis/rest-bridge.ts'
import {
  hasRedisServer,
  type RedisServer,
  startJsRedis,
  startReplicatedRedis,
} from '../test/helpers/redis/servers.ts'
import { type Measurement, median, ratioText } from './measurement.ts'

const SECRET = Buffer.alloc(32, 7)
const CRON_SECRET = 'the-secret-of-the-bench'
const HOST = 'https://kura.example'
const ROUNDS = 21

const BARE = `export default { fetch: () => new Response(null, { status: 304, headers: { 'cache-control': 'no-store' } }) }\n`

/**
 * Calls the function once, as the host does, with the host's `waitUntil`, and then writes the processor time of the
 * process.
 */
const LAUNCHER = `
import { writeSync } from 'node:fs'
const [file, url, headers, status] = process.argv.slice(2)
const later = []
globalThis[Symbol.for('@vercel/request-context')] = { get: () => ({ waitUntil: work => void later.push(work) }) }
const { default: handler } = await import(file)
const response = await handler.fetch(new Request(url, { headers: JSON.parse(headers) }))
const text = await response.text()
const { user, system } = process.cpuUsage()
writeSync(3, String((user + system) / 1000))
await Promise.all(later)
if (response.status !== Number(status)) console.error(file, response.status, text)
process.exit(response.status === Number(status) ? 0 : 1)
`

/** A first request to a function: without a signature (401), or signed, to an endpoint that calls no remote. */
export interface Start {
  readonly name: string
  /** `page`: a browser asks, without a signature. */
  readonly kind: 'bare' | 'unsigned' | 'signed' | 'page'
  readonly path: string
  readonly status: number
  /** The key that signs the request; the host's cron sends its secret instead. */
  readonly keyid?: string
  /** The largest ratio to the bare function. */
  readonly aim: number
}

const BARE_START: Start = { name: 'bare', kind: 'bare', path: '/api/bare', status: 304, aim: 1 }
const FIRST_401 = 1.2
const FIRST_304 = 1.7
const FIRST_ANSWER = 2.3
/**
 * The largest ratio of the cron's call: it does a whole daily run, with eight consecutive store calls, and no person
 * waits for it.
 */
const FIRST_RUN = 2.6

/** `release` is the release that the device already has. */
function startsOf(release: string): Start[] {
  const signed: readonly (readonly [string, string, string?])[] = [
    ['admin', '/api/admin/devices', 'bench:admin:1'],
    ['accounting', '/api/accounting/cases', 'bench:accounting.read:1'],
    ['chat', '/api/chat/messages', 'bench:chat.send:1'],
    ['cron', '/api/cron/orders'],
    ['registrar', '/api/registrar/orders', 'bench:registrar.read:1'],
  ]
  const device = `/api/distribution?v=1&have=${release}&root=1`
  // the store has no token for the accounting service, so the download ends once the store has answered
  const journal = '/api/journals/reports/1/download?company_id=1'
  const all: Omit<Start, 'kind'>[] = [
    { name: 'distribution', path: device, status: 304, keyid: 'bench:device:1', aim: FIRST_304 },
    ...signed.map(([name, path, keyid]) => ({
      name,
      path,
      status: 200,
      ...(keyid !== undefined && { keyid }),
      aim: keyid === undefined ? FIRST_RUN : FIRST_ANSWER,
    })),
    { name: 'journals', path: journal, status: 503, keyid: 'bench:accounting.read:1', aim: FIRST_ANSWER },
  ]
  return [
    ...all.map(start => ({ ...start, kind: 'unsigned' as const, status: 401, aim: FIRST_401 })),
    ...all.map(start => ({ ...start, kind: 'signed' as const })),
  ]
}

export function measureCold(): Promise<Measurement[]> {
  return measureStarts(startsOf)
}

/** Measures the first answers of functions; `startsOf` gets the release that the deployment has. */
export async function measureStarts(startsOf: (release: string) => Start[]): Promise<Measurement[]> {
  const publisher = await createTestPublisher({ now: Date.now() })
  const { release } = await publisher.publish({ 'a.md': '# a\n' })
  const bridge = await startRedisRestBridge(await openRedis())
  const directory = await mkdtemp(join(tmpdir(), 'kura-cold-'))
  const project = await copyBuiltProject(publisher.releaseDir)
  try {
    const starts = startsOf(release)
    await layOutAll(directory, { project, starts })
    return report(await runRounds(starts, { directory, env: environment(bridge) }))
  } finally {
    await Promise.all([directory, project].map(path => rm(path, { recursive: true, force: true })))
    await bridge.close()
    await publisher.remove()
  }
}

/**
 * A Redis with a replica, which confirms durable writes as the service does. Without a redis-server, one in this
 * process.
 */
export async function openRedis(): Promise<RedisServer> {
  if (!hasRedisServer) return startJsRedis()
  const { primary, replica } = await startReplicatedRedis()
  return {
    address: primary.address,
    close: async () => void (await Promise.all([primary.close(), replica.close()])),
  }
}

/** Production's settings; the credentials of the remotes are invented. */
function environment({ url, token }: { url: string; token: string }): Record<string, string> {
  const secret = `1:${SECRET.toString('base64url')}`
  return {
    PATH: process.env['PATH'] ?? '',
    VERCEL: '1',
    VERCEL_ENV: 'production',
    KURA_URL: HOST,
    KURA_SECRETS: secret,
    KURA_SEAL_KEYS: secret,
    CRON_SECRET,
    UPSTASH_REDIS_REST_URL: url,
    UPSTASH_REDIS_REST_TOKEN: token,
    ACCOUNTING_CLIENT_ID: 'bench',
    ACCOUNTING_CLIENT_SECRET: 'bench',
    REGISTRAR_TOKEN: 'bench',
    REGISTRAR_TEAM_ID: 'bench',
    // the first part of a bot's token is its identifier
    CHAT_BOT_TOKENS: `${Buffer.from('1').toString('base64url')}.bench.${'bench'.repeat(5)}`,
    CHAT_GUILD_ID: '1',
  }
}

async function layOutAll(
  directory: string,
  { project, starts }: { project: string; starts: readonly Start[] },
): Promise<void> {
  await writeFile(join(directory, 'launch.mjs'), LAUNCHER)
  const bare = join(directory, 'source')
  await mkdir(join(bare, 'api'), { recursive: true })
  await writeFile(join(bare, 'api/bare.ts'), BARE)
  await writeFile(join(bare, 'package.json'), '{"type":"module"}')
  await layOutFunction(await buildFile('api/bare.ts', { root: bare }), join(directory, 'bare'))
  for (const { name, kind } of starts)
    if (kind !== 'unsigned')
      await layOutFunction(await buildFunction(project, `api/${name}.ts`), join(directory, name))
}

/** Wall time and processor time from spawning the process to the answer, in milliseconds. */
interface Taken {
  readonly wall: number
  readonly processor: number
}

interface Pair {
  readonly bare: Taken
  readonly taken: Taken
}

/** The time of each start, and of the bare function before it; the first round is a warm-up. */
async function runRounds(starts: readonly Start[], place: Place): Promise<Map<Start, Pair[]>> {
  const pairs = new Map<Start, Pair[]>(starts.map(start => [start, []]))
  for (let round = 0; round <= ROUNDS; round++) {
    for (const start of starts) {
      const bare = await timeStart(BARE_START, place)
      const taken = await timeStart(start, place)
      if (round > 0) pairs.get(start)?.push({ bare, taken })
    }
  }
  return pairs
}

interface Place {
  readonly directory: string
  readonly env: Record<string, string>
}

async function timeStart(
  { name, kind, path, status, keyid }: Start,
  { directory, env }: Place,
): Promise<Taken> {
  const url = HOST + path
  const headers = kind === 'signed' ? headersOf(url, keyid) : kind === 'page' ? { accept: 'text/html' } : {}
  const folder = join(directory, name)
  const words = [join(directory, 'launch.mjs'), join(folder, `api/${name}.js`), url]
  const started = performance.now()
  const child = spawn(process.execPath, [...words, JSON.stringify(headers), String(status)], {
    env,
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit', 'pipe'],
  })
  let taken: Taken = { wall: Number.NaN, processor: Number.NaN }
  child.stdio[3]?.once('data', written => {
    taken = { wall: performance.now() - started, processor: Number(written) }
  })
  await ended(child, name)
  return taken
}

function headersOf(url: string, keyid: string | undefined): Record<string, string> {
  if (keyid === undefined) return { authorization: `Bearer ${CRON_SECRET}` }
  const secret = deriveSecret(SECRET, keyid)
  return { ...signRequest({ method: 'GET', url, keyid, secret, now: Date.now(), nonce: newNonce() }) }
}

function ended(child: ChildProcess, name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', status =>
      status === 0 ? resolve() : reject(new Error(`Cannot measure ${name}: exit ${status}`)),
    )
  })
}

function report(pairs: ReadonlyMap<Start, readonly Pair[]>): Measurement[] {
  return [...pairs].map(([{ name, status, aim }, measured]) => {
    const of = (who: keyof Pair, what: keyof Taken) => median(measured.map(pair => pair[who][what]))
    const ratio = (what: keyof Taken) => of('taken', what) / of('bare', what)
    const milliseconds = `${of('taken', 'wall').toFixed(0)} ms, bare ${of('bare', 'wall').toFixed(0)}`
    return {
      what: `${name}, first ${status}`,
      found: `${milliseconds}: ${ratioText(ratio('wall'))}, processor ${ratioText(ratio('processor'))}`,
      aim: { text: `at most ${aim}`, held: ratio('wall') <= aim },
    }
  })
}
