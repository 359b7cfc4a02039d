/**
 * What a request costs the server of the processor, warm: a signed no-change request, the same handler without
 * authentication, the same answer from a bare fetch handler, and from bare node:http. The first three are called in two
 * ways: with a whole Request, as the host calls a function, and by the listener of the local host. The processor's time says
 * the same on a busy machine, and the client's share is not in it.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { Pool } from 'undici'
import { deriveSecret } from '../lib/signatures/keys.ts'
import { newNonce, signRequest } from '../lib/signatures/sign.ts'
import { createTestPublisher } from '../test/helpers/publishing/release.ts'
import { type Measurement, median, ratioText } from './measurement.ts'

const SECRET = Buffer.alloc(32, 7)
const KEYID = 'bench:device:1'
/** The engine still compiles during the first. */
const WARM_UP_ROUNDS = 3
const ROUNDS = 9
const REQUESTS = 6_000
const OPEN_AIM = 0.75
const BARE_AIM = 0.45

const MODES = ['signed', 'open', 'unsigned'] as const
type Mode = (typeof MODES)[number] | 'bare'
/** The handler without authentication gets the same request. */
const SIGNED_MODES: readonly Mode[] = ['signed', 'open']

const LISTENERS = ['host', 'local'] as const
type Listener = (typeof LISTENERS)[number]

/** A server that is compared; bare node:http has no listener. */
interface Entry {
  readonly mode: Mode
  readonly listener: Listener | 'none'
}

const ENTRIES: readonly Entry[] = [
  ...LISTENERS.flatMap(listener => MODES.map(mode => ({ mode, listener }))),
  { mode: 'bare', listener: 'none' },
]

interface Contender {
  readonly pool: Pool
  readonly request: () => { path: string; headers: Record<string, string> }
  /** Microseconds of the processor that its server has used. */
  readonly used: () => Promise<number>
}

export async function measureRequests(): Promise<Measurement[]> {
  const publisher = await createTestPublisher({ now: Date.now() })
  const { release } = await publisher.publish({ 'a.md': '# a\n' })
  const processes: ChildProcess[] = []
  try {
    const contenders = new Map<Entry, Contender>()
    for (const entry of ENTRIES) {
      const child = startServer(entry, publisher.releaseDir)
      processes.push(child)
      contenders.set(entry, createContender(entry.mode, { child, port: await numberFrom(child), release }))
    }
    return report(await runRounds(contenders))
  } finally {
    for (const child of processes) child.kill()
    await publisher.remove()
  }
}

function startServer({ mode, listener }: Entry, releaseDir: string): ChildProcess {
  const secrets = `1:${SECRET.toString('base64url')}`
  const file = fileURLToPath(new URL('./request-server.ts', import.meta.url))
  return fork(file, [mode, listener, releaseDir, secrets])
}

async function numberFrom(child: ChildProcess): Promise<number> {
  const [number] = await once(child, 'message')
  return number as number
}

/** A read is signed once and sent again while its signature is valid, so that signing does not slow down the client. */
function createContender(
  mode: Mode,
  { child, port, release }: { child: ChildProcess; port: number; release: string },
): Contender {
  const origin = `http://127.0.0.1:${port}`
  const path = `/api/distribution?v=1&have=${release}&root=1`
  const pool = new Pool(origin, { connections: 16, pipelining: 1 })
  let headers = {}
  let signed = 0
  const sign = () => {
    signed = Date.now()
    return signRequest({
      method: 'GET',
      url: origin + path,
      keyid: KEYID,
      secret: deriveSecret(SECRET, KEYID),
      now: signed,
      nonce: newNonce(),
      lifetime: 300,
    })
  }
  const request = () => {
    if (SIGNED_MODES.includes(mode) && Date.now() - signed > 200_000) headers = sign()
    return { path, headers }
  }
  const used = () => {
    const answer = numberFrom(child)
    child.send('used')
    return answer
  }
  return { pool, request, used }
}

/** Alternates between the servers, so that other load on the machine affects all of them. */
async function runRounds(contenders: ReadonlyMap<Entry, Contender>): Promise<Map<Entry, number[]>> {
  const costs = new Map<Entry, number[]>(ENTRIES.map(entry => [entry, []]))
  for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round++) {
    for (const [entry, contender] of contenders) {
      const cost = await runRound(contender)
      if (round >= WARM_UP_ROUNDS) costs.get(entry)?.push(cost)
    }
  }
  for (const { pool } of contenders.values()) await pool.close()
  return costs
}

/** Microseconds a request. */
async function runRound({ pool, request, used }: Contender): Promise<number> {
  let left = REQUESTS
  const before = await used()
  const worker = async () => {
    while (left-- > 0) {
      const { statusCode, body } = await pool.request({ method: 'GET', ...request() })
      await body.dump()
      if (statusCode !== 304) throw new Error(`Cannot measure: the answer was ${statusCode}, expected 304`)
    }
  }
  await Promise.all(Array.from({ length: 16 }, worker))
  return ((await used()) - before) / REQUESTS
}

const WAYS: Readonly<Record<Listener, string>> = { host: 'called as on the host', local: 'on the local host' }

function report(costs: ReadonlyMap<Entry, number[]>): Measurement[] {
  const cost = (mode: Mode, listener: Entry['listener']) => {
    const entry = ENTRIES.find(one => one.mode === mode && one.listener === listener)
    return median((entry && costs.get(entry)) ?? [])
  }
  const found = (microseconds: number) => `${microseconds.toFixed(1)} µs`
  const ratio = (mode: Mode, listener: Listener, aim: number): Pick<Measurement, 'found' | 'aim'> => {
    const value = cost(mode, listener) / cost('signed', listener)
    return { found: ratioText(value), aim: { text: `at least ${aim}`, held: value >= aim } }
  }
  const rows = (listener: Listener): Measurement[] => [
    { what: `signed request, no change, ${WAYS[listener]}`, found: found(cost('signed', listener)) },
    { what: 'the same handler without authentication', found: found(cost('open', listener)) },
    { what: 'the same answer from a bare fetch handler', found: found(cost('unsigned', listener)) },
    { what: 'signed against the handler without authentication', ...ratio('open', listener, OPEN_AIM) },
    { what: 'signed against a bare fetch handler', ...ratio('unsigned', listener, BARE_AIM) },
  ]
  return [
    ...LISTENERS.flatMap(rows),
    { what: 'the same answer from bare node:http', found: found(cost('bare', 'none')) },
  ]
}
