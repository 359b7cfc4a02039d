/**
 * Measures the cost of a warm request: a signed no-change request, the same handler without authentication, the same
 * answer from a bare fetch handler, and from bare node:http. The first three are called in two ways: with a whole
 * Request, as the host calls a function, and by the listener of the local host. Two things are measured: how long an
 * answer takes if requests come one after the other, and what a request costs the processor of the server if sixteen
 * come at a time. Every request is signed anew, as callers do, and for every server, so that each waits for an equally
 * busy client.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { Pool } from 'undici'
import { deriveSecret } from '../lib/core/signatures/keys.ts'
import { newNonce, signRequest } from '../lib/core/signatures/sign.ts'
import { createTestPublisher } from '../test/helpers/publishing/release.ts'
import { type Measurement, median, ratioText } from './measurement.ts'

const SECRET = Buffer.alloc(32, 7)
const KEYID = 'bench:device:1'
/** The JavaScript engine still compiles code during the first rounds. */
const WARM_UP_ROUNDS = 3
const ROUNDS = 9
/** How often every server is started; a process may be a tenth slower than another with the same code. */
const LIVES = 5
/** How many requests a round has, and how many of them are under way at a time. */
const LOADS = {
  latency: { width: 1, requests: 2_000 },
  processor: { width: 16, requests: 6_000 },
} as const
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
  /** The processor time that the server has used, in microseconds. */
  readonly used: () => Promise<number>
}

/** Microseconds a request. */
type Cost = Readonly<Record<keyof typeof LOADS, number>>

export async function measureRequests(): Promise<Measurement[]> {
  const publisher = await createTestPublisher({ now: Date.now() })
  const { release } = await publisher.publish({ 'a.md': '# a\n' })
  const costs = new Map<Entry, Cost[]>(ENTRIES.map(entry => [entry, []]))
  try {
    for (let life = 0; life < LIVES; life++)
      await runLife({ releaseDir: publisher.releaseDir, release }, costs)
    return report(costs)
  } finally {
    await publisher.remove()
  }
}

async function runLife(
  { releaseDir, release }: { releaseDir: string; release: string },
  costs: ReadonlyMap<Entry, Cost[]>,
): Promise<void> {
  const processes: ChildProcess[] = []
  try {
    const contenders = new Map<Entry, Contender>()
    for (const entry of ENTRIES) {
      const child = startServer(entry, releaseDir)
      processes.push(child)
      contenders.set(entry, createContender(entry.mode, { child, port: await numberFrom(child), release }))
    }
    await runRounds(contenders, costs)
  } finally {
    for (const child of processes) child.kill()
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

/** A request without a signature is signed too, and then sent without it, so that the client's work is the same. */
function createContender(
  mode: Mode,
  { child, port, release }: { child: ChildProcess; port: number; release: string },
): Contender {
  const origin = `http://127.0.0.1:${port}`
  const path = `/api/distribution?v=1&have=${release}&root=1`
  const secret = deriveSecret(SECRET, KEYID)
  const pool = new Pool(origin, { connections: LOADS.processor.width, pipelining: 1 })
  const request = () => {
    const nonce = newNonce()
    const signed = signRequest({
      method: 'GET',
      url: origin + path,
      keyid: KEYID,
      secret,
      now: Date.now(),
      nonce,
    })
    return { path, headers: SIGNED_MODES.includes(mode) ? signed : {} }
  }
  const used = () => {
    const answer = numberFrom(child)
    child.send('used')
    return answer
  }
  return { pool, request, used }
}

/** Alternates between the servers, so that other load on the machine affects all of them. */
async function runRounds(
  contenders: ReadonlyMap<Entry, Contender>,
  costs: ReadonlyMap<Entry, Cost[]>,
): Promise<void> {
  for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round++) {
    for (const [entry, contender] of contenders) {
      const cost = await runRound(contender)
      if (round >= WARM_UP_ROUNDS) costs.get(entry)?.push(cost)
    }
  }
  for (const { pool } of contenders.values()) await pool.close()
}

async function runRound(contender: Contender): Promise<Cost> {
  const latency = await send(contender, LOADS.latency)
  const before = await contender.used()
  await send(contender, LOADS.processor)
  const used = (await contender.used()) - before
  return {
    latency: (latency * 1000) / LOADS.latency.requests,
    processor: used / LOADS.processor.requests,
  }
}

/** Sends `requests` requests, `width` at a time, and returns the sum of their response times in milliseconds. */
async function send(
  { pool, request }: Contender,
  { width, requests }: { width: number; requests: number },
): Promise<number> {
  let left = requests
  let waited = 0
  const worker = async () => {
    while (left-- > 0) {
      const next = request()
      const started = performance.now()
      const { statusCode, body } = await pool.request({ method: 'GET', ...next })
      await body.dump()
      waited += performance.now() - started
      if (statusCode !== 304) throw new Error(`Cannot measure: the answer was ${statusCode}, expected 304`)
    }
  }
  await Promise.all(Array.from({ length: width }, worker))
  return waited
}

const WAYS: Readonly<Record<Listener, string>> = { host: 'called as on the host', local: 'on the local host' }

function report(costs: ReadonlyMap<Entry, Cost[]>): Measurement[] {
  const rounds = (mode: Mode, listener: Entry['listener']): readonly Cost[] => {
    const entry = ENTRIES.find(one => one.mode === mode && one.listener === listener)
    return (entry && costs.get(entry)) ?? []
  }
  const cost = (mode: Mode, listener: Entry['listener']): Cost => {
    const all = rounds(mode, listener)
    return {
      latency: median(all.map(({ latency }) => latency)),
      processor: median(all.map(({ processor }) => processor)),
    }
  }
  const found = ({ latency, processor }: Cost) =>
    `an answer in ${latency.toFixed(1)} µs, ${processor.toFixed(1)} µs of the processor`
  /** The ratio is taken in each round, so that a slower moment of the machine affects both servers. */
  const ratio = (load: keyof Cost, mode: Mode, listener: Listener): number => {
    const [others, signed] = [rounds(mode, listener), rounds('signed', listener)]
    return median(others.map((other, round) => other[load] / (signed[round]?.[load] ?? Number.NaN)))
  }
  const ratios = (mode: Mode, listener: Listener, aim: number): Pick<Measurement, 'found' | 'aim'> => {
    const [latency, processor] = [ratio('latency', mode, listener), ratio('processor', mode, listener)]
    return {
      found: `${ratioText(latency)} in the time of an answer, ${ratioText(processor)} of the processor`,
      aim: { text: `at least ${aim}`, held: Math.min(latency, processor) >= aim },
    }
  }
  const rows = (listener: Listener): Measurement[] => [
    { what: `signed request, no change, ${WAYS[listener]}`, found: found(cost('signed', listener)) },
    { what: 'the same handler without authentication', found: found(cost('open', listener)) },
    { what: 'the same answer from a bare fetch handler', found: found(cost('unsigned', listener)) },
    { what: 'signed against the handler without authentication', ...ratios('open', listener, OPEN_AIM) },
    { what: 'signed against a bare fetch handler', ...ratios('unsigned', listener, BARE_AIM) },
  ]
  return [
    ...LISTENERS.flatMap(rows),
    { what: 'the same answer from bare node:http', found: found(cost('bare', 'none')) },
  ]
}
