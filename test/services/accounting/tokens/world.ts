/** A credential, the accounting service's sandbox on loopback, and a time that only the test moves. */
import { setImmediate as turn } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import type { EpochSecret } from '../../../../lib/core/config/config.ts'
import {
  authorizeHere,
  type HereAuthorization,
} from '../../../../lib/services/accounting/tokens/authorize/here.ts'
import type { TokenSettings } from '../../../../lib/services/accounting/tokens/exchange/refresh.ts'
import {
  CREDENTIAL_KEY,
  type Credential,
  credentialFormat,
  type Issued,
} from '../../../../lib/services/accounting/tokens/schema.ts'
import type { AnswerJournal } from '../../../../lib/services/accounting/tokens/storing/journal.ts'
import {
  type AccountingTokens,
  createTokens,
  type TokensOptions,
} from '../../../../lib/services/accounting/tokens/tokens.ts'
import {
  AUTHORIZE_PATH,
  createAccountingSandbox,
  TOKEN_PATH,
} from '../../../../sandbox/accounting/sandbox.ts'
import { heldAnswer } from '../../../../sandbox/faults.ts'
import { listen } from '../../../../sandbox/listen.ts'
import { createMemoryStore } from '../../../helpers/memory-store.ts'

export const HOUR = 3_600_000
export const DAY = 24 * HOUR

/** An access token's life at the service. */
export const LIFETIME = 6 * HOUR

/** How long before its expiry a token is refreshed, in milliseconds. */
export const MARGIN = 120_000

/** How long one refresh may take, in milliseconds. */
export const LEASE = 65_000

/** The error code of the 401 to a token that has expired. */
export const EXPIRED = ['expired_access_token']

export const TOKEN_CALL = `POST ${TOKEN_PATH}`

export const SEAL_KEYS: readonly EpochSecret[] = [{ epoch: '1', secret: Buffer.alloc(32, 7) }]

/** A journal in memory, and a list of the answers that were put into it. */
export function createMemoryJournal(): AnswerJournal & { readonly heard: string[] } {
  const answers = new Map<string, Issued>()
  const heard: string[] = []
  const hear = (event: string) => async (answer: Issued) => {
    heard.push(event)
    if (event === 'settled') answers.delete(answer.operation)
    else answers.set(answer.operation, answer)
  }
  return {
    heard,
    received: hear('received'),
    unstored: hear('unstored'),
    settled: hear('settled'),
    kept: async () => ({ answers: [...answers.values()], unreadable: [] }),
  }
}

export type World = Awaited<ReturnType<typeof createWorld>>

/** `authorized: false`: no person has granted access yet. */
export async function createWorld({ authorized = true }: { authorized?: boolean } = {}) {
  const time = { now: Date.UTC(2026, 3, 1) }
  const now = () => time.now
  const sandbox = createAccountingSandbox({ now })
  const requests: Request[] = []
  const served = await listen((request, connection) => {
    requests.push(request.clone())
    return sandbox.fetch(request, connection)
  })
  onTestFinished(() => served.close())
  const store = createMemoryStore({ now })
  const journal = createMemoryJournal()
  const notes: { event: string; facts: Readonly<Record<string, unknown>> }[] = []
  const settings: TokenSettings = {
    clientId: sandbox.state.application.client_id,
    clientSecret: sandbox.state.application.client_secret,
    tokenUrl: served.url + TOKEN_PATH,
    authorizeUrl: served.url + AUTHORIZE_PATH,
    redirectUri: 'urn:ietf:wg:oauth:2.0:oob',
  }
  const world = {
    time,
    sandbox,
    store,
    journal,
    notes,
    settings,
    /** Every request that the service got. */
    requests,
    url: served.url,
    counts: sandbox.oauth.counts,
    advance(milliseconds: number) {
      time.now += milliseconds
    },
    /** Another instance over the same store; its sleep moves the time. */
    tokens(options: Partial<TokensOptions> = {}): AccountingTokens & HereAuthorization {
      const all: TokensOptions = {
        store,
        sealKeys: SEAL_KEYS,
        settings,
        fetch,
        clock: now,
        async sleep(milliseconds) {
          time.now += milliseconds
          await turn()
        },
        deployment: 'production',
        journal,
        instance: 'test',
        note: (event, facts) => notes.push({ event, facts }),
        ...options,
      }
      return { ...createTokens(all), ...authorizeHere(all) }
    },
    async credential(): Promise<Credential> {
      const { record } = await store.read(CREDENTIAL_KEY)
      return credentialFormat.parse(record?.value ?? '')
    },
    /** Stores the credential with `change` in place of the stored one. */
    async change(change: Partial<Credential>): Promise<void> {
      const { record } = await store.read(CREDENTIAL_KEY)
      const value = credentialFormat.format({ ...(await world.credential()), ...change })
      await store.swap(CREDENTIAL_KEY, record?.version, { value, version: crypto.randomUUID() })
    },
    /** Calls the service with `token`, and returns the status. */
    async call(token: string): Promise<number> {
      const response = await fetch(`${served.url}/api/1/companies`, {
        headers: { authorization: `Bearer ${token}` },
      })
      await response.arrayBuffer()
      return response.status
    },
  }
  if (authorized) await authorize(world.tokens())
  return world
}

/** A sleep that does not move the time, for tests that wait for real events. */
export async function still(): Promise<void> {
  await turn()
}

/** An answer that waits for the test: `reached` resolves when the service would send it, and `answer` sends it. */
export function holdAnswer() {
  const reached = Promise.withResolvers<void>()
  const answer = Promise.withResolvers<void>()
  const fault = heldAnswer(() => {
    reached.resolve()
    return answer.promise
  })
  return { fault, reached: reached.promise, answer: answer.resolve }
}

/** Authorizes as a person does: opens the page, and types the code that it shows. */
export async function authorize(tokens: HereAuthorization): Promise<void> {
  const { url } = await tokens.begin()
  await tokens.finish(await shownCode(url))
}

/** The code that the authorization page at `url` shows. */
export async function shownCode(url: string): Promise<string> {
  const page = await (await fetch(url)).text()
  return /<code>([^<]+)<\/code>/.exec(page)?.[1] ?? ''
}
