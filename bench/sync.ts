/** A full and a no-change sync of 200 files, 10 MB: bytes on the wire and time, against curl and, if installed, rsync. */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { createCore } from '../lib/app/core.ts'
import { routesOfDistribution } from '../lib/app/distribution.ts'
import { byteText } from '../lib/cli/terminal/output.ts'
import { sync } from '../lib/device/sync.ts'
import { createHandler } from '../lib/http/handler.ts'
import { type Listening, listen } from '../lib/http/listen.ts'
import { deriveSecret } from '../lib/signatures/keys.ts'
import { createMemoryStore } from '../test/helpers/memory-store.ts'
import {
  createTestPublisher,
  type PayloadMap,
  type TestPublisher,
  writePayload,
} from '../test/helpers/publishing/release.ts'
import { type CountingProxy, startCountingProxy } from './counting-proxy.ts'
import type { Measurement } from './measurement.ts'

const SECRET = Buffer.alloc(32, 7)
const KEYID = 'bench:device:1'
const FILES = 200
const FILE_BYTES = 50_000
const AIM_BYTES = 1200

const run = promisify(execFile)

interface Cost {
  readonly bytes: number
  readonly milliseconds: number
}

export async function measureSync(): Promise<Measurement[]> {
  const dir = await mkdtemp(join(tmpdir(), 'kura-bench-'))
  const publisher = await createTestPublisher({ now: Date.now() })
  try {
    const payload = createPayload()
    await publisher.publish(payload)
    return [
      ...(await measureKura(publisher, dir)),
      ...(await measureCurl(payload, dir)),
      ...(await measureRsync(publisher.payloadDir, dir)),
    ]
  } finally {
    await publisher.remove()
    await rm(dir, { recursive: true, force: true })
  }
}

/** The mulberry32 generator: the same numbers in [0, 1) for the same seed. */
function createSequence(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Text that compresses like real text: words from a fixed sequence. */
function createPayload(): PayloadMap {
  const draw = createSequence(1)
  const words = Array.from({ length: 4000 }, () => Math.floor(draw() * 1e9).toString(36))
  const text = () => {
    let content = ''
    while (content.length < FILE_BYTES) content += `${words[Math.floor(draw() ** 2 * words.length)]} `
    return content.slice(0, FILE_BYTES)
  }
  return Object.fromEntries(Array.from({ length: FILES }, (_, index) => [`knowledge/${index}.md`, text()]))
}

async function costOf(proxy: CountingProxy, work: () => Promise<unknown>): Promise<Cost> {
  proxy.take()
  const started = performance.now()
  await work()
  return { milliseconds: performance.now() - started, bytes: proxy.take() }
}

function row(what: string, { bytes, milliseconds }: Cost): Measurement {
  return { what, found: `${byteText(bytes)} on the wire, ${milliseconds.toFixed(0)} ms` }
}

async function measureKura(publisher: TestPublisher, dir: string): Promise<Measurement[]> {
  const { server, env } = await serveKura(publisher)
  const proxy = await startCountingProxy(server.port)
  const url = `http://127.0.0.1:${proxy.port}`
  env['KURA_URL'] = url
  try {
    const device = join(dir, 'device')
    await mkdir(device)
    const secret = deriveSecret(SECRET, KEYID).toString('base64url')
    const credentials = { url, keyid: KEYID, secret, root: await publisher.root() }
    await writeFile(join(device, 'credentials.json'), JSON.stringify(credentials), { mode: 0o600 })
    const full = await costOf(proxy, () => sync(device))
    let requests = 0
    const unchanged = await costOf(proxy, async () => {
      requests = (await sync(device)).requests
    })
    const held = unchanged.bytes <= AIM_BYTES && requests === 1
    return [
      row('full sync of 200 files, 10 MB', full),
      {
        ...row('no-change sync, the disk re-hashed', unchanged),
        aim: { text: `at most ${AIM_BYTES} B and one request (${unchanged.bytes} B, ${requests})`, held },
      },
    ]
  } finally {
    await proxy.close()
    await server.close()
  }
}

async function serveKura(
  publisher: TestPublisher,
): Promise<{ server: Listening; env: Record<string, string> }> {
  const env: Record<string, string> = {
    KURA_SECRETS: `1:${SECRET.toString('base64url')}`,
    KURA_RELEASE_DIR: publisher.releaseDir,
  }
  const store = createMemoryStore()
  let handler: ((request: Request) => Promise<Response>) | undefined
  const server = await listen(request => {
    handler ??= createBenchHandler(env, store)
    return handler(request)
  })
  return { server, env }
}

function createBenchHandler(env: Record<string, string>, store: ReturnType<typeof createMemoryStore>) {
  const deps = { env, now: Date.now, clock: () => performance.now(), fetch, log: () => undefined }
  const core = createCore({ ...deps, openStore: async () => store })
  return createHandler(routesOfDistribution(core), core.handlerDeps)
}

/** Downloads every file from a plain server, eight at a time, as a script without kura would. */
async function measureCurl(payload: PayloadMap, dir: string): Promise<Measurement[]> {
  if (!(await isInstalled('curl'))) return [{ what: 'curl', found: 'not installed' }]
  const server = await listen(request => {
    const content = payload[new URL(request.url).pathname.slice(1)]
    return content === undefined ? new Response('', { status: 404 }) : new Response(String(content))
  })
  const proxy = await startCountingProxy(server.port)
  try {
    const lines = Object.keys(payload).flatMap((path, index) => [
      `url = "http://127.0.0.1:${proxy.port}/${path}"`,
      `output = "${join(dir, `curl-${index}`)}"`,
    ])
    const config = join(dir, 'curl.config')
    await writeFile(config, lines.join('\n'))
    const arguments_ = ['--silent', '--fail', '--parallel', '--parallel-max', '8', '--config', config]
    return [row('curl, every file every time', await costOf(proxy, () => run('curl', arguments_)))]
  } finally {
    await proxy.close()
    await server.close()
  }
}

async function measureRsync(payloadDir: string, dir: string): Promise<Measurement[]> {
  if (!(await isInstalled('rsync'))) return [{ what: 'rsync', found: 'not installed' }]
  const probe = await listen(() => new Response())
  await probe.close()
  const daemon = await startRsync(payloadDir, dir, probe.port)
  const proxy = await startCountingProxy(probe.port)
  try {
    const target = join(dir, 'rsync')
    await writePayload(target, {})
    const copy = () => run('rsync', ['-az', '--checksum', `rsync://127.0.0.1:${proxy.port}/payload/`, target])
    return [
      row('rsync -z, full', await costOf(proxy, copy)),
      row('rsync --checksum, no change', await costOf(proxy, copy)),
    ]
  } finally {
    await proxy.close()
    daemon.kill()
  }
}

async function startRsync(payloadDir: string, dir: string, port: number): Promise<ChildProcess> {
  const config = join(dir, 'rsyncd.conf')
  const settings = ['use chroot = no', 'address = 127.0.0.1', `uid = ${userInfo().username}`]
  const module_ = ['[payload]', `path = ${payloadDir}`, 'read only = yes']
  await writeFile(config, [...settings, ...module_, ''].join('\n'))
  const daemon = spawn('rsync', ['--daemon', '--no-detach', '--config', config, '--port', String(port)], {
    // with a socket as standard input it would serve that socket
    stdio: 'ignore',
  })
  for (let attempt = 0; attempt < 50; attempt++) {
    const answered = await run('rsync', [`rsync://127.0.0.1:${port}/`]).then(
      () => true,
      () => false,
    )
    if (answered) return daemon
    await delay(100)
  }
  throw new Error('Cannot measure rsync: its daemon does not answer')
}

async function isInstalled(command: string): Promise<boolean> {
  return run(command, ['--version']).then(
    () => true,
    () => false,
  )
}
