/** A client of a running accounting sandbox, and a token source that a test controls. */
import {
  type AccountingClient,
  type ClientDeps,
  createAccountingClient,
} from '../../../lib/services/accounting/remote/client.ts'
import type { TokenSource } from '../../../lib/services/accounting/tokens/source.ts'
import type { RunningSandbox } from './accounting-sandbox.ts'

export interface TestTokens extends TokenSource {
  /** The tokens to hand out; the first one is used until it is rejected. */
  readonly tokens: string[]
  /** The codes of each rejection, in order. */
  readonly rejections: (readonly string[])[]
}

/**
 * Creates a source that hands out `tokens` in order: after each rejection the next token, and at the end the last one
 * again and again.
 */
export function createTestTokens(...tokens: string[]): TestTokens {
  const rejections: (readonly string[])[] = []
  let current = 0
  return {
    tokens,
    rejections,
    async accessToken({ rejected } = {}) {
      if (rejected) {
        rejections.push(rejected.codes)
        if (rejected.token === tokens[current] && current < tokens.length - 1) current += 1
      }
      return tokens[current] ?? ''
    },
  }
}

/** Returns the dependencies of a client of `running`, with a new token unless the test gives others. */
export function clientDeps(
  running: RunningSandbox,
  { tokens = createTestTokens(running.sandbox.oauth.grant().access_token) }: { tokens?: TokenSource } = {},
): ClientDeps {
  return {
    baseUrl: running.url,
    tokens,
    fetch,
    clock: () => performance.now(),
    sleep: async () => undefined,
    random: () => 0,
  }
}

export function testClient(
  running: RunningSandbox,
  { tokens, observe }: Partial<Pick<ClientDeps, 'tokens' | 'observe'>> = {},
): AccountingClient {
  return createAccountingClient({ ...clientDeps(running, tokens ? { tokens } : {}), observe })
}
