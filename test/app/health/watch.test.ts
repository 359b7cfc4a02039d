import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { routesOfChat } from '../../../lib/app/functions/chat.ts'
import { handlerDepsOfCron, routesOfCron } from '../../../lib/app/functions/cron.ts'
import { watchingDeps } from '../../../lib/app/health/watch.ts'
import { fillDemo } from '../../../sandbox/chat/demo.ts'
import { hosted, serveFunction } from '../../helpers/functions.ts'
import { createMemoryStore } from '../../helpers/memory-store.ts'
import { startChatSandbox } from '../../helpers/remotes/chat-sandbox.ts'
import { temporaryDirectory } from '../../helpers/temporary-directory.ts'

const HOUR = 3_600_000
const SECRET = 'what-the-host-sends-along'
const FINDING = {
  url: 'https://kura.example',
  at: '2026-06-15T03:00:00Z',
  conclusion: 'open',
  open: ['/lib/.env'],
}
const PRODUCTION = hosted('production')

/** Serves the chat and the cron over one store; `instance` starts another instance of the chat. */
async function createWorld(env: Record<string, string> = PRODUCTION) {
  const time = { now: Date.UTC(2026, 5, 15, 3) }
  const now = () => time.now
  const store = createMemoryStore({ now })
  const remote = await startChatSandbox()
  const demo = fillDemo(remote.sandbox)
  const settings = {
    ...env,
    ...demo.settings,
    CHAT_BASE_URL: remote.url,
    KURA_RELEASE_DIR: await temporaryDirectory(),
    KURA_LANGUAGE: 'en',
    CRON_SECRET: SECRET,
  }
  let looks = 0
  const watched = {
    ...store,
    read: (key: string) => {
      if (key === 'cron/jobs') looks += 1
      return store.read(key)
    },
  }
  const options = { env: settings, now, openStore: async () => watched }
  const instance = async () => {
    const { call, lines } = await serveFunction(routesOfChat, { ...options, handlerDeps: watchingDeps })
    const ask = async () => {
      expect((await call('/api/chat/messages', { scopes: ['chat.send'] })).status).toBe(200)
    }
    return {
      ask,
      silent: () => lines.filter(({ silent }) => silent !== undefined).map(({ silent }) => silent),
    }
  }
  const cron = await serveFunction(routesOfCron, { ...options, handlerDeps: handlerDepsOfCron })
  const start = (path: string) =>
    fetch(`${cron.url}/api/cron/${path}`, { headers: { authorization: `Bearer ${SECRET}` } })
  const texts = () =>
    remote
      .texts(demo.settings.CHAT_NOTICES_CHANNEL_ID)
      .filter(text => !text.includes('End of the activity log'))
  return { time, store, instance, start, texts, cron, remote, looks: () => looks }
}

describe("the dead man's switch", () => {
  test('says once, at the next request, that the jobs have not run for 26 hours, and that they run again', async () => {
    const { time, instance, start, texts } = await createWorld()
    for (const job of ['refresh', 'orders', 'notices']) await start(job)
    const { ask, silent } = await instance()
    time.now += 25 * HOUR
    await ask()
    expect([silent(), texts()]).toEqual([[], []])
    await start('refresh')
    time.now += 2 * HOUR
    await ask()
    expect(silent()).toEqual(['orders', 'notices'])
    expect(texts()).toEqual([
      expect.stringMatching(
        /^2 daily jobs have not run\n- the query of orders, last run 15 June 2026 at 12:00\n(.*\n)*`kura doctor`\nOn the console: \S+\/console$/,
      ),
    ])
    time.now += 2 * HOUR
    await ask()
    await (await instance()).ask()
    expect(texts()).toHaveLength(1)
    await start('orders')
    await start('notices')
    expect(texts()[1]).toBe('Over:\n- Daily jobs that run again: the query of orders, the daily notices')
  })

  test('expects jobs of a host in production that has never started one', async () => {
    const { time, instance, texts } = await createWorld()
    const { ask } = await instance()
    await ask()
    time.now += 27 * HOUR
    await ask()
    expect(texts()).toEqual([
      expect.stringMatching(/^3 daily jobs have not run\n- .*, never run, expected since/),
    ])
  })

  test('expects none on a machine of its own', async () => {
    const { time, instance, texts } = await createWorld({})
    const { ask, silent } = await instance()
    await ask()
    time.now += 100 * HOUR
    await ask()
    expect([silent(), texts()]).toEqual([[], []])
  })

  test('costs an instance one read an hour', async () => {
    const { time, instance, start, looks } = await createWorld()
    for (const job of ['refresh', 'orders', 'notices']) await start(job)
    const before = looks()
    const { ask } = await instance()
    for (const _ of [1, 2, 3]) await ask()
    expect(looks() - before).toBe(1)
    time.now += HOUR
    for (const _ of [1, 2, 3]) await ask()
    expect(looks() - before).toBe(2)
  })

  test.each([
    ['accounting', true],
    ['chat', true],
    ['distribution', false],
  ])('is of %s: %s', async (name, watches) => {
    const entry = await readFile(join(import.meta.dirname, `../../../api/${name}.ts`), 'utf8')
    expect(entry.includes('watchingDeps')).toBe(watches)
  })

  test('fails no request', async () => {
    const { store, instance } = await createWorld()
    await store.swap('cron/jobs', undefined, { value: 'no JSON', version: 'v1' })
    await (await instance()).ask()
  })
})

describe('GET /api/cron/health', () => {
  test('answers what ran when, what is open and what failed', async () => {
    const { time, start, remote, store } = await createWorld()
    const health = async () => (await start('health')).json()
    expect(await health()).toMatchObject({ healthy: false, jobs: [{ state: 'never' }, {}, {}] })
    for (const job of ['refresh', 'orders', 'notices']) await start(job)
    const began = new Date(time.now).toISOString()
    expect(await health()).toEqual({
      healthy: true,
      jobs: ['refresh', 'orders', 'notices'].map(job => ({
        job,
        state: 'done',
        began,
        ended: began,
        problems: [],
      })),
      notices: { open: 0, untold: 0, unsent: 0, urgencies: {} },
      log: { seq: 3, digest: expect.stringMatching(/^[0-9a-f]{64}$/), at: began },
    })
    remote.sandbox.state.channels.clear()
    await store.swap('exposure/kura.example', undefined, { value: JSON.stringify(FINDING), version: 'v1' })
    await start('notices')
    expect(await health()).toMatchObject({
      healthy: false,
      jobs: [
        {},
        {},
        {
          state: 'failed',
          problems: [
            {
              id: 'jobs.problems.of',
              values: { subject: { id: 'owners.chat' } },
              text: expect.stringMatching(/^chat: .*no channel/),
            },
          ],
        },
      ],
      notices: { open: 1, untold: 1, urgencies: { exposure: 1 } },
    })
    time.now += 26 * HOUR
    expect(await health()).toMatchObject({
      jobs: [{ state: 'silent' }, { state: 'silent' }, { state: 'silent' }],
    })
  })

  test('answers a signed call with the scope admin, and no other', async () => {
    const { cron } = await createWorld()
    expect((await cron.call('/api/cron/health', { scopes: ['admin'] })).status).toBe(200)
    expect((await cron.call('/api/cron/health', { scopes: ['chat.send'] })).status).toBe(403)
    expect((await fetch(`${cron.url}/api/cron/health`)).status).toBe(401)
  })
})
