import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { optionsOf, tokensOf } from '../../lib/app/accounting-access.ts'
import { createCore } from '../../lib/app/core.ts'
import { authorizeHere } from '../../lib/services/accounting/tokens/authorize/here.ts'
import { CREDENTIAL_KEY } from '../../lib/services/accounting/tokens/schema.ts'
import { listen } from '../../sandbox/listen.ts'
import { createMemoryStore, OUTAGE } from '../helpers/memory-store.ts'
import { startAccountingSandbox } from '../helpers/remotes/accounting-sandbox.ts'
import { startChatSandbox } from '../helpers/remotes/chat-sandbox.ts'
import { temporaryDirectory } from '../helpers/temporary-directory.ts'
import { shownCode } from '../services/accounting/tokens/world.ts'

const SEAL_KEYS = `1:${Buffer.alloc(32, 9).toString('base64url')}`
const UPSTASH = { UPSTASH_REDIS_REST_URL: 'https://store.invalid', UPSTASH_REDIS_REST_TOKEN: 'x' }

/** Creates tokens for a process in `env`, whose store fails when it should store the pair. */
async function authorizeIntoOutage(env: Readonly<Record<string, string>>) {
  const running = await startAccountingSandbox()
  const folder = await temporaryDirectory()
  const store = createMemoryStore()
  const lines: string[] = []
  let time = 0
  let isRefusing = true
  const breaking: typeof store.swap = (...given) => {
    if (isRefusing && given[0] === CREDENTIAL_KEY) store.failure = OUTAGE
    return store.swap(...given)
  }
  const core = createCore({
    env: {
      KURA_SEAL_KEYS: SEAL_KEYS,
      KURA_STORE_FILE: join(folder, 'store.db'),
      ...running.settings,
      ...env,
    },
    openStore: async () => ({ ...store, swap: breaking }),
    now: Date.now,
    clock: () => {
      time += store.failure ? 10_000 : 0
      return time
    },
    fetch,
    log: line => lines.push(line),
  })
  const here = authorizeHere(optionsOf(core, { name: 'test' }))
  const { url } = await here.begin()
  await expect(here.finish(await shownCode(url))).rejects.toMatchObject({ code: 'store_unavailable' })
  store.failure = undefined
  isRefusing = false
  return {
    tokens: tokensOf(core, { name: 'test' })(),
    folder,
    unstored: lines.filter(line => JSON.parse(line).event === 'token_unstored'),
    lines,
  }
}

test.each([
  { name: 'the embedded store', env: {} },
  { name: 'the store at Upstash', env: UPSTASH },
])(
  'at home an answer that $name does not take lies on the disk, and is put back from there',
  async ({ env }) => {
    const { tokens, folder, unstored } = await authorizeIntoOutage(env)
    expect(unstored).toEqual([])
    expect(await readdir(folder)).toEqual([expect.stringMatching(/^accounting-1-.*\.json$/)])
    expect((await tokens.recover()).token).toMatchObject({ state: 'current', generation: 1 })
    expect(await readdir(folder)).toEqual([])
  },
)

describe('people hear at once of an answer that the store does not take', () => {
  async function startChat() {
    const chat = await startChatSandbox()
    const { world } = chat.sandbox
    const guild = world.guild('company')
    const channel = world.channel(guild, { name: 'notices' })
    const bot = world.bot('kura', { guild })
    const env = {
      ...UPSTASH,
      VERCEL: '1',
      VERCEL_ENV: 'production',
      KURA_URL: 'https://kura.example',
      CHAT_BOT_TOKENS: bot.token,
      CHAT_BASE_URL: chat.url,
      CHAT_GUILD_ID: guild.id,
      CHAT_NOTICES_CHANNEL_ID: channel.id,
    }
    // people are also notified that the store does not answer
    const texts = () =>
      chat.texts(channel.id).filter(text => !/^(The store does not|データベースが)/.test(text))
    return { env, texts }
  }
  const UNSTORED = /^tokens\/accounting\/unstored\//
  const TEXT = /^The store did not take the accounting token 1 .*kura accounting recover --line/

  const JAPANESE = /^会計サービスのトークン（世代 1、取得元 .*kura accounting recover --line LINE/

  test.each([
    ['ja', JAPANESE],
    ['en', TEXT],
    ['fr, which is no language of kura', TEXT],
  ])('in the channel for notices, although the store is down: KURA_LANGUAGE=%s', async (language, text) => {
    const { env, texts } = await startChat()
    await authorizeIntoOutage({ ...env, KURA_LANGUAGE: language })
    expect(texts()).toEqual([expect.stringMatching(text)])
  })

  test('by the webhook, whether or not there is a chat', async () => {
    const { env } = await startChat()
    for (const chat of [env, { ...UPSTASH, VERCEL: '1', VERCEL_ENV: 'production' }]) {
      const received: { kind: string; text: string }[] = []
      const hook = await listen(async request => {
        received.push(JSON.parse(await request.text()))
        return new Response(null, { status: 204 })
      })
      onTestFinished(() => hook.close())
      const secrets = { KURA_SECRETS: SEAL_KEYS, KURA_LANGUAGE: 'en', KURA_NOTICES_WEBHOOK: hook.url }
      await authorizeIntoOutage({ ...chat, ...secrets })
      expect(received).toContainEqual(
        expect.objectContaining({ kind: 'token_unstored', text: expect.stringMatching(TEXT) }),
      )
    }
  })

  test('by the log if the chat does not take it', async () => {
    const { env, texts } = await startChat()
    const { lines } = await authorizeIntoOutage({ ...env, CHAT_NOTICES_CHANNEL_ID: '404' })
    expect(texts()).toEqual([])
    expect(lines.map(line => JSON.parse(line))).toContainEqual(
      expect.objectContaining({ event: 'alert_failed', name: expect.stringMatching(UNSTORED) }),
    )
  })

  test('in the log, whether or not there is a chat', async () => {
    const { env } = await startChat()
    for (const settings of [env, { ...env, CHAT_NOTICES_CHANNEL_ID: '' }, UPSTASH]) {
      const { lines } = await authorizeIntoOutage(settings)
      expect(lines.map(line => JSON.parse(line))).toContainEqual({
        event: 'alert',
        name: expect.stringMatching(UNSTORED),
        text: expect.stringMatching(TEXT),
      })
    }
  })
})

test('on the host it stands in the log, and is put back from its line', async () => {
  const env = { ...UPSTASH, VERCEL: '1', VERCEL_ENV: 'production' }
  const { tokens, folder, unstored } = await authorizeIntoOutage(env)
  expect(await readdir(folder)).toEqual([])
  expect(unstored).toHaveLength(1)
  const { token } = await tokens.recover({ line: unstored[0] })
  expect(token).toMatchObject({ state: 'current', generation: 1 })
})
