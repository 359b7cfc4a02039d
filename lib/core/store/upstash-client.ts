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
  /** Milliseconds for a call with all its repetitions. */
  readonly timeout: number
}

const RETRIES = 3

/** A call gets this many milliseconds, even if the request that kura itself answers may not wait so long. */
const LEAST = 1_000

/** Milliseconds. */
const waitBefore = (repetition: number) => 50 * 2 ** repetition

export class UpstashClient extends Redis {
  readonly #timeout: number

  /** @throws UrlError of the package if the address is not valid */
  constructor({ url, token, timeout }: ClientOptions) {
    super({
      url,
      token,
      // the package (1.39.0) repeats a call only until the headers of an answer have come, and a signal does not end
      // its waiting
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

  /** Undefined if the answer is no object. @throws the package's error for a refused command; the error of fetch */
  async run(command: Command): Promise<Reply | undefined> {
    const reply = await this.#request({ body: command })
    return typeof reply === 'object' && reply !== null ? reply : undefined
  }

  /**
   * Runs the commands in order, on one connection: the package's own pipeline does not support WAIT. Undefined if the
   * answer is not a list.
   * @throws as `run` does
   */
  async sendTogether(commands: readonly Command[]): Promise<readonly Reply[] | undefined> {
    const replies = await this.#request({ path: ['pipeline'], body: commands })
    return Array.isArray(replies) ? replies : undefined
  }

  /** One time-out covers all repetitions. */
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
    // repeated if the connection breaks, the answer is cut off, or a gateway answers instead of the service
    const { signal } = request
    for (let repetition = 0; ; repetition++) {
      try {
        const reply: unknown = await this.client.request(request)
        // when the signal fires, the package returns an empty result
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

/** Whether the service itself refused: Redis begins an error with a code in capitals, a gateway does not. */
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
