/** A client of a running accounting sandbox, and a token source that a test arranges. */
import {
  type AccountingClient,
  type ClientDeps,
  createAccountingClient,
} from '../../../lib/services/accounting/remote/client.ts'
import type { TokenSource } from '../../../lib/services/accounting/remote/session.ts'
import type { RunningSandbox } from './accounting-sandbox.ts'

export interface TestTokens extends TokenSource {
  /** The tokens that are handed out, the first as long as it is not rejected. */
  readonly tokens: string[]
  /** The codes of each rejection. */
  readonly rejections: (readonly string[])[]
}

/** Hands out `tokens` in their order: the next one after each rejection, the last one for ever. */
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

/** What a client of `running` is made of, with a fresh token unless others are given. */
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
