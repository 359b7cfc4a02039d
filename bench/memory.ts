/**
 * `npm run bench memory`: whether the memory of a built function stays flat: 50,000 requests to one process, each
 * signed anew or from another stranger.
 *
 * Here V8's space for young objects has a fixed size. Otherwise V8 doubles it now and then: a process grows by 35 MB,
 * then by 67 MB, before request 90,000, and by 2 to 4 MB from there to 200,000. These steps are no leak, but would hide
 * one. MALLOC_ARENA_MAX=1 does not change them; a fixed size removes them.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { deriveSecret } from '../lib/core/signatures/keys.ts'
import { newNonce, signRequest } from '../lib/core/signatures/sign.ts'
import { bundleFunctions } from '../scripts/build-functions.ts'
import { createTestPublisher } from '../test/helpers/publishing/release.ts'
import { startRedisRestBridge } from '../test/helpers/redis/rest-bridge.ts'
import { startJsRedis } from '../test/helpers/redis/servers.ts'
import type { Measurement } from './measurement.ts'
import type { Held, Sent } from './memory-process.ts'

const PROJECT = fileURLToPath(new URL('..', import.meta.url))
const SECRET = Buffer.alloc(32, 7)
const HOST = 'https://kura.example'
const REQUESTS = 50_000
/** The requests between two readings of the memory; at the first reading, the code is compiled. */
const STEP = 10_000
/** How many bytes the heap in use and the whole process may grow at most from the first reading to the last. */
const GROWTH = { heap: 2_000_000, whole: 8_000_000 }
/** Let the process collect garbage on demand, and fix the size of V8's space for young objects. */
const OPTIONS = ['--expose-gc', '--min-semi-space-size=16', '--max-semi-space-size=16']

export async function measureMemory(): Promise<Measurement[]> {
  const publisher = await createTestPublisher({ now: Date.now() })
  const bridge = await startRedisRestBridge(await startJsRedis())
  try {
    const { release } = await publisher.publish({ 'a.md': '# a\n' })
    await bundleFunctions(PROJECT)
    const env = {
      PATH: process.env['PATH'],
      KURA_SECRETS: `1:${SECRET.toString('base64url')}`,
      KURA_SEAL_KEYS: `1:${SECRET.toString('base64url')}`,
      KURA_RELEASE_DIR: publisher.releaseDir,
      KURA_URL: HOST,
      VERCEL: '1',
      VERCEL_ENV: 'production',
      UPSTASH_REDIS_REST_URL: bridge.url,
      UPSTASH_REDIS_REST_TOKEN: bridge.token,
    }
    const sync = `/api/distribution?v=1&have=${release}&root=1`
    return [
      report(
        'distribution',
        await readings('distribution', env, at => (at % 2 ? stranger(sync, 401) : device(sync))),
      ),
      report('console', await readings('console', env, () => stranger('/console/sign-in', 200))),
    ]
  } finally {
    await bridge.close()
    await publisher.remove()
  }
}

/** Sends all requests to one process of a function, and returns what it held after each step. */
async function readings(
  name: string,
  env: NodeJS.ProcessEnv,
  request: (at: number) => Sent,
): Promise<Held[]> {
  const file = fileURLToPath(new URL('./memory-process.ts', import.meta.url))
  const built = join(PROJECT, 'dist/functions', name, 'function.js')
  const child = fork(file, [built], {
    env,
    execArgv: OPTIONS,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const ended = once(child, 'exit').then(() => Promise.reject(new Error(`Cannot measure: ${name} ended`)))
  const answer = () => Promise.race([once(child, 'message'), ended])
  try {
    await answer()
    const held: Held[] = []
    for (let sent = 0; sent < REQUESTS; sent += STEP) {
      child.send(Array.from({ length: STEP }, (_, at) => request(at)))
      held.push((await answer())[0])
    }
    return held
  } finally {
    ended.catch(() => undefined)
    child.kill()
  }
}

function device(path: string): Sent {
  const keyid = 'bench:device:1'
  const secret = deriveSecret(SECRET, keyid)
  const signed = { method: 'GET', url: HOST + path, keyid, secret, now: Date.now(), nonce: newNonce() }
  return { url: HOST + path, headers: signRequest(signed), status: 304 }
}

/** A request without a signature, from addresses that no other request has. */
function stranger(path: string, status: number): Sent {
  const headers = { accept: 'text/html', 'x-forwarded-for': address(), 'x-real-ip': address() }
  return { url: HOST + path, headers, status }
}

let addresses = 0
function address(): string {
  addresses += 1
  return `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`
}

function report(name: string, held: readonly Held[]): Measurement {
  const listed = (of: keyof Held) => held.map(one => megabytes(one[of])).join(', ')
  const grown = (of: keyof Held) => (held.at(-1)?.[of] ?? 0) - (held[0]?.[of] ?? 0)
  return {
    what: `${name}: the memory after each ${STEP} of ${REQUESTS} requests`,
    found: `heap ${listed('heap')} MB; the process ${listed('whole')} MB`,
    aim: {
      text: `the heap grows by at most ${megabytes(GROWTH.heap)} MB, the process by ${megabytes(GROWTH.whole)} MB`,
      held: grown('heap') <= GROWTH.heap && grown('whole') <= GROWTH.whole,
    },
  }
}

function megabytes(bytes: number): string {
  return (bytes / 1_000_000).toFixed(1)
}
