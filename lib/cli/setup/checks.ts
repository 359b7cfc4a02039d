/**
 * Checks typed settings at the remotes. The checks change nothing, except a test record in the database that expires
 * after a minute.
 */

import type { ChatSettings } from '../../core/config/chat.ts'
import { readConfig } from '../../core/config/config.ts'
import { AppError } from '../../core/errors.ts'
import { readJson } from '../../core/remote/fetch-json.ts'
import { fetchRemote, type RemoteRequest } from '../../core/remote/fetch-remote.ts'
import { testDurability } from '../../core/store/durability.ts'
import { readEviction } from '../../core/store/eviction.ts'
import { openStore } from '../../core/store/open.ts'

/** What a check depends on; `env` is the environment, overridden by the answers so far. */
export interface SetupDeps {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly signal: AbortSignal
  /** The project's folder. */
  readonly cwd: string
}

type Answers = Readonly<Record<string, string>>

/**
 * Opens the database, reads once, and writes a test record that a failover must not lose.
 * @throws AppError `store_unavailable`, `usage` if the database evicts records
 */
export async function checkDatabase(answers: Answers, { env }: SetupDeps): Promise<string> {
  const settings = readConfig({ ...env, ...answers }).store()
  const store = await openStore(settings)
  try {
    const began = performance.now()
    await store.read('store/durability')
    const milliseconds = Math.round(performance.now() - began)
    const eviction = await readEviction(settings)
    if (eviction !== undefined && eviction !== 'noeviction')
      throw rejected('the database', `it evicts (${eviction})`, "switch eviction off on the database's page")
    const durability = await testDurability(store)
    const replica = durability?.confirmed ? 'a replica' : 'no replica'
    return `the database answers in ${milliseconds} ms; ${replica} confirms what must happen once`
  } finally {
    await store.close()
  }
}

/** Requests a token with an invalid code: the error shows whether the service knows the application. */
export async function checkAccounting(answers: Answers, deps: SetupDeps): Promise<string> {
  const { clientId, clientSecret, tokenUrl, redirectUri } = readConfig({
    ...deps.env,
    ...answers,
  }).accounting()
  const { status, body } = await ask(deps, {
    remote: 'accounting',
    method: 'POST',
    url: new URL(tokenUrl),
    form: {
      grant_type: 'authorization_code',
      client_id: clientId,
      client_secret: clientSecret,
      code: 'kura-setup',
      redirect_uri: redirectUri,
    },
  })
  const { error } = membersOf(body)
  if (error === 'invalid_grant' || error === 'invalid_request') return 'the service knows the application'
  const why = typeof error === 'string' ? error.slice(0, 100) : `status ${status}`
  throw rejected(
    'the application',
    `the service answers ${why}`,
    'copy id and secret again from the page of the application',
  )
}

/** Queries the registrar about a domain that exists. */
export async function checkRegistrar(answers: Answers, deps: SetupDeps): Promise<string> {
  const { baseUrl, token, teamId } = readConfig({
    ...deps.env,
    ...answers,
    REGISTRAR_PURCHASES: 'off',
  }).registrar()
  const url = new URL(`${baseUrl}/v1/registrar/domains/example.com/availability`)
  url.searchParams.set('teamId', teamId)
  const headers = { authorization: `Bearer ${token}` }
  const { status } = await ask(deps, { remote: 'registrar', method: 'GET', url, headers })
  if (status === 200) return 'the registrar accepts the token for this team'
  throw rejected(
    'the token of the registrar',
    `it answers ${status}`,
    'create a token for this team, and check the id of the team',
  )
}

/**
 * Checks at the platform which bot each token belongs to, and whether the bot is in the server and sees the channel.
 */
export async function checkBots(answers: Answers, deps: SetupDeps): Promise<string> {
  const settings = readConfig({ ...deps.env, ...answers }).chat()
  const names: string[] = []
  for (const [index, token] of settings.tokens.entries())
    names.push(await checkBot({ token, which: `token ${index + 1}` }, settings, deps))
  return `the platform knows ${names.join(', ')}`
}

/** The user name of the bot. */
async function checkBot(
  { token, which }: { token: string; which: string },
  { baseUrl, guildId, noticesChannelId }: ChatSettings,
  deps: SetupDeps,
): Promise<string> {
  const headers = { authorization: `Bot ${token}`, 'user-agent': 'DiscordBot (https://kura.example, 1)' }
  const get = (path: string) =>
    ask(deps, { remote: 'chat', method: 'GET', url: new URL(`${baseUrl}/v10${path}`), headers })
  const { status, body } = await get('/users/@me')
  const { bot, username } = membersOf(body)
  if (status !== 200 || bot !== true) {
    const why = status === 200 ? "it is a person's" : `the platform answers ${status}`
    throw rejected(which, why, 'copy the token from the page of the bot')
  }
  const server = await get(`/guilds/${guildId}/channels`)
  if (server.status !== 200) {
    const why = `the bot is not in the server ${guildId} (${server.status})`
    throw rejected(which, why, 'invite the bot to the server')
  }
  const channel = noticesChannelId === undefined ? undefined : await get(`/channels/${noticesChannelId}`)
  if (channel && channel.status !== 200) {
    const why = `the bot does not see the channel ${noticesChannelId} (${channel.status})`
    throw rejected(which, why, 'give the bot access to the channel')
  }
  return String(username)
}

async function ask({ signal }: SetupDeps, request: Omit<RemoteRequest, 'signal'>) {
  const response = await fetchRemote({ ...request, signal }, { fetch, clock: () => performance.now() })
  const { remote, method, url } = request
  return { status: response.status, body: (await readJson({ remote, method, url }, response)).body }
}

function membersOf(body: unknown): Readonly<Record<string, unknown>> {
  return typeof body === 'object' && body !== null ? { ...body } : {}
}

function rejected(what: string, why: string, hint: string): AppError {
  return new AppError('usage', `Cannot use ${what}: ${why}`, { hint })
}
