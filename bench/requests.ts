/**
 * What a request costs the server of the processor, warm: a signed no-change request, the same handler without
 * authentication, the same answer from a bare fetch handler on the same server, and from bare node:http. The processor's
 * time says the same on a busy machine, and the client's share is not in it.
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
const ROUNDS = 7
const REQUESTS = 6_000
const OPEN_AIM = 0.75
const BARE_AIM = 0.45

const MODES = ['signed', 'open', 'unsigned', 'bare'] as const
type Mode = (typeof MODES)[number]
/** The handler without authentication gets the same request. */
const SIGNED_MODES: readonly Mode[] = ['signed', 'open']

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
    const contenders = new Map<Mode, Contender>()
    for (const mode of MODES) {
      const child = startServer(mode, publisher.releaseDir)
      processes.push(child)
      contenders.set(mode, createContender(mode, { child, port: await numberFrom(child), release }))
    }
    return report(await runRounds(contenders))
  } finally {
    for (const child of processes) child.kill()
    await publisher.remove()
  }
}

function startServer(mode: Mode, releaseDir: string): ChildProcess {
  const secrets = `1:${SECRET.toString('base64url')}`
  return fork(fileURLToPath(new URL('./request-server.ts', import.meta.url)), [mode, releaseDir, secrets])
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

/** Alternates between the three, so that other load on the machine affects all of them; the first round is a warm-up. */
async function runRounds(contenders: ReadonlyMap<Mode, Contender>): Promise<Map<Mode, number[]>> {
  const costs = new Map<Mode, number[]>(MODES.map(mode => [mode, []]))
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [mode, contender] of contenders) {
      const cost = await runRound(contender)
      if (round > 0) costs.get(mode)?.push(cost)
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

function report(costs: ReadonlyMap<Mode, number[]>): Measurement[] {
  const cost = (mode: Mode) => median(costs.get(mode) ?? [])
  const found = (mode: Mode) => `${cost(mode).toFixed(1)} µs`
  const against = (what: string, mode: Mode, aim?: number): Measurement => {
    const ratio = cost(mode) / cost('signed')
    const held = aim !== undefined && { aim: { text: `at least ${aim}`, held: ratio >= aim } }
    return { what: `signed against ${what}`, found: ratioText(ratio), ...held }
  }
  return [
    { what: 'signed request, no change', found: found('signed') },
    { what: 'the same handler without authentication', found: found('open') },
    { what: 'the same answer from a bare fetch handler', found: found('unsigned') },
    { what: 'the same answer from bare node:http', found: found('bare') },
    against('the handler without authentication', 'open', OPEN_AIM),
    against('a bare fetch handler', 'unsigned', BARE_AIM),
    against('bare node:http', 'bare'),
  ]
}
