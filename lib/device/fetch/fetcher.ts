/**
 * The device's side of the wire: one signed request at a time, and no body is read beyond its limit, whoever sends
 * it. A request is repeated a few times where the network failed, never where the host refused. The clock is
 * corrected by the host at most once, and by a day at most.
 */
import { AppError, hasCode } from '../../errors.ts'
import { BODY_BUDGET, WIRE_VERSION } from '../../release/limits.ts'
import type { Credentials, Question } from '../../release/schema.ts'
import type { UnsignedRequest } from '../../signatures/sign.ts'
import { type Exchanged, exchange, type Traffic } from './exchange.ts'
import { readRefusal, refusalError } from './refusal.ts'

/** CoreDeps, passed in. */
export interface FetcherDeps {
  readonly fetch: typeof fetch
  readonly sign: (request: UnsignedRequest) => Record<string, string>
  readonly newNonce: () => string
  /** Milliseconds since the epoch, by the device's clock. */
  readonly now: () => number
  readonly sleep: (milliseconds: number) => Promise<unknown>
  /** In [0, 1). */
  readonly random: () => number
  readonly signal?: AbortSignal | undefined
  /** Milliseconds without a byte after which a request is given up; 30 s unless given. */
  readonly patience?: number | undefined
}

/** What a request asks: members of the signed query; with a body it is a POST. */
export interface Ask {
  readonly query?: Readonly<Record<string, string>>
  readonly body?: Question
  /** The largest answer in bytes. */
  readonly limit?: number
}

export interface Reply {
  readonly status: 200 | 304
  readonly body: Uint8Array<ArrayBuffer>
}

export interface Fetcher {
  /**
   * @throws AppError `remote_unreachable`, `remote_silent` (the network), `remote_answer`, `remote_refused` (not an
   * answer of kura), the codes of a refusal, `interrupted`
   */
  ask(asked: Ask): Promise<Reply>
  readonly traffic: Readonly<Traffic>
  /** How many milliseconds the host's clock is ahead of the device's; undefined while nothing had to be corrected. */
  clockOffset(): number | undefined
  /** `host[:port]` */
  readonly host: string
}

const PATIENCE = 30_000
const ATTEMPTS = 3
const FIRST_WAIT = 500
const LARGEST_CORRECTION = 24 * 3_600_000
const PASSING = [502, 503, 504]

export function createFetcher(credentials: Credentials, parts: FetcherDeps): Fetcher {
  const traffic = { bytes: 0, requests: 0 }
  const base = `${credentials.url.replace(/\/+$/, '')}/api/distribution`
  const { keyid } = credentials
  const secret = Buffer.from(credentials.secret, 'base64url')
  const parties = { host: new URL(base).host, keyid }
  let offset: number | undefined

  return { ask, traffic, clockOffset: () => offset, host: parties.host }

  async function ask(asked: Ask): Promise<Reply> {
    for (let attempt = 1; ; attempt++) {
      const exchanged = await send(asked).catch((error: unknown) => {
        if (attempt < ATTEMPTS && hasCode(error, 'remote_unreachable', 'remote_silent')) return undefined
        throw error
      })
      const reply = exchanged && judge(exchanged, attempt)
      if (reply === 'again') attempt--
      else if (reply) return reply
      else await parts.sleep(parts.random() * FIRST_WAIT * 2 ** attempt)
    }
  }

  /** The reply; undefined where the host may be well again in a moment; `again` once the clock is corrected. */
  function judge({ status, body, location }: Exchanged, attempt: number): Reply | undefined | 'again' {
    if (status === 200 || status === 304) return { status, body }
    if (status < 400) throw redirected(status, location, parties.host)
    const refusal = readRefusal(body)
    if (PASSING.includes(status) && refusal.code === undefined && attempt < ATTEMPTS) return undefined
    if (refusal.code === 'clock_skew' && correctClock(refusal.serverTime)) return 'again'
    throw refusalError(status, refusal, parties)
  }

  async function send({ query = {}, body, limit = BODY_BUDGET }: Ask): Promise<Exchanged> {
    const url = new URL(`${base}?${new URLSearchParams({ v: String(WIRE_VERSION), ...query })}`)
    const method = body ? 'POST' : 'GET'
    const text = body && JSON.stringify(body)
    const now = parts.now() + (offset ?? 0)
    const signed = parts.sign({ method, url, body: text, keyid, secret, now, nonce: parts.newNonce() })
    const headers = {
      'user-agent': 'kura/1',
      'accept-encoding': 'br, gzip',
      ...(text !== undefined && { 'content-type': 'application/json' }),
      ...signed,
    }
    const init = { method, headers, ...(text !== undefined && { body: text }) }
    const { fetch, patience = PATIENCE, signal } = parts
    return exchange(url, init, { fetch, limit, traffic, patience, signal })
  }

  /** Takes the host's time over, once, where the difference is one that a clock may have. */
  function correctClock(serverTime: number | undefined): boolean {
    if (serverTime === undefined || offset !== undefined) return false
    const difference = serverTime * 1000 - parts.now()
    if (Math.abs(difference) > LARGEST_CORRECTION) return false
    offset = difference
    return true
  }
}

function redirected(status: number, location: string | undefined, host: string): AppError {
  const target = location && URL.canParse(location) ? ` to "${new URL(location).host}"` : ''
  return new AppError('remote_answer', `Cannot sync: "${host}" answers ${status}, a redirect${target}`, {
    hint: 'a signed request is not sent on: ask the operator to enrol this device with the final address',
  })
}
