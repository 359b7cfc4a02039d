/** The client of Upstash, @upstash/redis, set up for the store; `upstash-fault.ts` reads its errors. */
import { Redis } from '@upstash/redis'
import { AppError } from '../errors.ts'

/** A command: its name and its arguments. */
export type Command = readonly (string | number)[]

/** The answer to one command of a pipeline: its result, or the service's error. */
export interface Reply {
  readonly result?: unknown
  readonly error?: string
}

export interface ClientOptions {
  readonly url: string
  readonly token: string
  /** The maximum time of a call in milliseconds, with all its repetitions. */
  readonly timeout: number
}

/** How many times a call is repeated if its connection breaks. */
const RETRIES = 3

/** Returns how many milliseconds the client waits before a repetition; the first one is number 0. */
const waitBefore = (repetition: number) => 50 * 2 ** repetition

export class UpstashClient extends Redis {
  /**
   * Creates the client.
   * @throws UrlError of the package if the address is not valid
   */
  constructor({ url, token, timeout }: ClientOptions) {
    super({
      url,
      token,
      retry: { retries: RETRIES, backoff: waitBefore },
      // each call gets a new signal: if all calls shared one signal that has fired, the client would return an empty
      // result
      signal: () => AbortSignal.timeout(timeout),
      // values stay texts, even if they look like numbers or JSON
      automaticDeserialization: false,
      responseEncoding: false,
      // each call of kura is one HTTP request with its own time-out
      enableAutoPipelining: false,
      enableTelemetry: false,
    })
  }

  /**
   * Returns the answers to these commands, which one connection runs in order; undefined if the answer is not a list.
   * The pipeline of the package does not support WAIT.
   * @throws the error of the package if the service refuses all commands, or the error of fetch
   */
  async sendTogether(commands: readonly Command[]): Promise<readonly Reply[] | undefined> {
    const replies: unknown = await this.client.request({ path: ['pipeline'], body: commands })
    return Array.isArray(replies) ? replies : undefined
  }
}

/**
 * Creates the client for an address.
 * @throws AppError `settings_invalid` if the client refuses the address
 */
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
