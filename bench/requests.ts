/** Requests per second: a signed no-change request, the same answer unsigned from a fetch handler, and from bare node:http. */
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
const AIM = 0.65

const MODES = ['signed', 'unsigned', 'bare'] as const
type Mode = (typeof MODES)[number]

interface Contender {
  readonly pool: Pool
  readonly request: () => { path: string; headers: Record<string, string> }
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
      contenders.set(mode, createContender(mode, await portOf(child), release))
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

async function portOf(child: ChildProcess): Promise<number> {
  const [port] = await once(child, 'message')
  return port as number
}

/** A read is signed once and sent again while its signature is valid, so that signing does not slow down the client. */
function createContender(mode: Mode, port: number, release: string): Contender {
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
    if (mode === 'signed' && Date.now() - signed > 200_000) headers = sign()
    return { path, headers }
  }
  return { pool, request }
}

/** Alternates between the three, so that other load on the machine affects all of them; the first round is a warm-up. */
async function runRounds(contenders: ReadonlyMap<Mode, Contender>): Promise<Map<Mode, number[]>> {
  const rates = new Map<Mode, number[]>(MODES.map(mode => [mode, []]))
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [mode, contender] of contenders) {
      const rate = await runRound(contender)
      if (round > 0) rates.get(mode)?.push(rate)
    }
  }
  for (const { pool } of contenders.values()) await pool.close()
  return rates
}

async function runRound({ pool, request }: Contender): Promise<number> {
  let left = REQUESTS
  const started = performance.now()
  const worker = async () => {
    while (left-- > 0) {
      const { statusCode, body } = await pool.request({ method: 'GET', ...request() })
      await body.dump()
      if (statusCode !== 304) throw new Error(`Cannot measure: the answer was ${statusCode}, expected 304`)
    }
  }
  await Promise.all(Array.from({ length: 16 }, worker))
  return (REQUESTS * 1000) / (performance.now() - started)
}

function report(rates: ReadonlyMap<Mode, number[]>): Measurement[] {
  const rate = (mode: Mode) => median(rates.get(mode) ?? [])
  const ratio = rate('signed') / rate('unsigned')
  const perSecond = (mode: Mode) => `${Math.round(rate(mode))} requests/s`
  return [
    { what: 'signed request, no change', found: perSecond('signed') },
    { what: 'the same answer unsigned, same server', found: perSecond('unsigned') },
    { what: 'the same answer from bare node:http', found: perSecond('bare') },
    {
      what: 'signed against unsigned',
      found: ratioText(ratio),
      aim: { text: `at least ${AIM}`, held: ratio >= AIM },
    },
    { what: 'signed against bare node:http', found: ratioText(rate('signed') / rate('bare')) },
  ]
}
