import { setTimeout as delay } from 'node:timers/promises'
import { Redis } from '@upstash/redis'
import { AppError } from '../errors.ts'
import { TimeLimit } from '../remote/time-limit.ts'
import { timeLeft } from '../work/time-left.ts'

export type Command = readonly (string | number)[]

export interface Reply {
  readonly result?: unknown
  readonly error?: string
}

export interface ClientOptions {
  readonly url: string
  readonly token: string
  /** The time limit, in milliseconds, of a call with all its repetitions. */
  readonly timeout: number
}

const RETRIES = 3

/** The milliseconds that a call gets at least, even if the request that kura answers has less time left. */
const LEAST = 1_000

/** Returns the wait before a repetition, in milliseconds. */
const waitBefore = (repetition: number) => 50 * 2 ** repetition

export class UpstashClient extends Redis {
  readonly #timeout: number

  /** @throws UrlError of the package if the address is not valid */
  constructor({ url, token, timeout }: ClientOptions) {
    super({
      url,
      token,
      // kura repeats calls itself, because the package (1.39.0) repeats a call only until the headers of an answer have
      // come, and a signal does not end the package's waiting
      retry: { retries: 0 },
      // values stay texts, even if they look like numbers or JSON
      automaticDeserialization: false,
      responseEncoding: false,
      // each call of kura is one HTTP request with its own time-out
      enableAutoPipelining: false,
      enableTelemetry: false,
    })
    this.#timeout = timeout
  }

  /** Returns undefined if the answer is no object. @throws the package's error for a refused command; fetch's error */
  async run(command: Command): Promise<Reply | undefined> {
    const reply = await this.#request({ body: command })
    return typeof reply === 'object' && reply !== null ? reply : undefined
  }

  /**
   * Runs the commands in order, on one connection, because the package's own pipeline does not support WAIT. Returns
   * undefined if the answer is not a list.
   * @throws as `run` does
   */
  async sendTogether(commands: readonly Command[]): Promise<readonly Reply[] | undefined> {
    const replies = await this.#request({ path: ['pipeline'], body: commands })
    return Array.isArray(replies) ? replies : undefined
  }

  /** Sends a request. One time-out covers all its repetitions. */
  async #request(request: { path?: string[]; body: unknown }): Promise<unknown> {
    const limit = new TimeLimit()
    try {
      const signal = limit.start(Math.min(this.#timeout, Math.max(LEAST, Math.floor(timeLeft()))))
      return await this.#repeat({ ...request, signal })
    } finally {
      limit.end()
    }
  }

  async #repeat(request: { path?: string[]; body: unknown; signal: AbortSignal }): Promise<unknown> {
    // a call is repeated if the connection breaks, the answer is cut off, or a gateway answers instead of the service
    const { signal } = request
    for (let repetition = 0; ; repetition++) {
      try {
        const reply: unknown = await this.client.request(request)
        // this check is needed, because the package returns an empty result when the signal fires
        signal.throwIfAborted()
        return reply
      } catch (error) {
        signal.throwIfAborted()
        if (repetition === RETRIES || isRefusal(error)) throw error
      }
      await delay(waitBefore(repetition), undefined, { signal }).catch(() => signal.throwIfAborted())
    }
  }
}

/** Whether the service itself refused. Redis begins an error with a code in capitals, but a gateway does not. */
function isRefusal(error: unknown): boolean {
  return (
    error instanceof Error && error.name === 'UpstashError' && /^(?:[A-Z]+ |Unauthorized)/.test(error.message)
  )
}

/** @throws AppError `settings_invalid` if the client refuses the address */
export function openUpstashClient(options: ClientOptions): UpstashClient {
  try {
    return new UpstashClient(options)
  } catch {
    throw new AppError(
      'settings_invalid',
      'Cannot use the setting UPSTASH_REDIS_REST_URL: it is not an address',
      { hint: '.env.example shows its form' },
    )
  }
}
