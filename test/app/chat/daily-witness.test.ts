/**
 * Once a day, the end of the activity log is posted outside the store, in the status message, and read back from there.
 */
import { expect, test } from 'vitest'
import { handlerDepsOfCron, routesOfCron } from '../../../lib/app/functions/cron.ts'
import { confirmRestored, readStopped } from '../../../lib/core/store/stopped.ts'
import { storeFinding } from '../../../lib/exposure/stored-finding.ts'
import { createActivityLog } from '../../../lib/services/activity/log.ts'
import { identifierAt } from '../../../lib/services/chat/remote/history.ts'
import { shown } from '../../helpers/remotes/chat-markup.ts'
import { FINDING, serve } from './world.ts'

const DAY = 86_400_000
const HOOK = 'https://hooks.example/kura'

async function createWorld() {
  const time = { now: Date.parse('2026-06-15T03:00:00Z') }
  const now = () => time.now
  const hooked: { kind?: string; text: string }[] = []
  const { remote, channel, store, url, lines } = await serve(routesOfCron, {
    now,
    handlerDeps: handlerDepsOfCron,
    env: { KURA_NOTICES_WEBHOOK: HOOK, KURA_SECRETS: `1:${Buffer.alloc(32, 7).toString('base64url')}` },
    fetch: async (input, init) => {
      if (String(input) !== HOOK) return fetch(input, init)
      hooked.push(JSON.parse(String(init?.body)))
      return new Response('')
    },
  })
  const log = createActivityLog({ store: () => store, now })
  const append = async (count: number) => {
    for (let at = 0; at < count; at++)
      await log.append({ by: 'x', act: 'x', endpoint: 'x', what: {}, status: 200, request: `${at}` })
  }
  const headers = { authorization: 'Bearer what-the-host-sends-along' }
  const job = async () => {
    expect((await fetch(`${url}/api/cron/notices`, { headers })).status).toBe(200)
    time.now += DAY
  }
  const health = async () => (await (await fetch(`${url}/api/cron/health`, { headers })).json()) as object
  const lose = async (...seqs: readonly number[]) => {
    for (const seq of seqs) {
      const key = `activity/entry/${String(seq).padStart(10, '0')}`
      await store.remove(key, (await store.read(key)).record?.version ?? '')
    }
  }
  const texts = () => remote.texts(channel.id)
  const statuses = () => texts().filter(text => text.includes('End of the activity log'))
  const messages = remote.sandbox.state.messages
  return { time, store, append, job, lose, texts, statuses, hooked, messages, channel, lines, health }
}

const endOf = (text = '') => Number(/`(\d+):/.exec(text)?.[1])

test('one status message stays, is edited in place each day, and posted anew if it was deleted', async () => {
  const { append, job, statuses, hooked, messages, channel } = await createWorld()
  await append(3)
  await job()
  expect(statuses().map(endOf)).toEqual([3])
  await append(2)
  await job()
  // the previous run has an entry too
  expect(statuses().map(endOf)).toEqual([6])
  expect(hooked.filter(({ kind }) => kind === 'log_end').map(({ text }) => text)).toEqual([
    expect.stringMatching(/^3:[0-9a-f]{64}$/),
    expect.stringMatching(/^6:[0-9a-f]{64}$/),
  ])
  messages.set(channel.id, [])
  await job()
  await job()
  expect(statuses()).toHaveLength(1)
})

test('words from outside are no markup in the status message, posted and edited, and show no embeds', async () => {
  const { store, append, job, messages, channel } = await createWorld()
  await append(1)
  for (const path of ['[log in](https://evil.example)', '**now** @everyone']) {
    await storeFinding({ ...FINDING, open: [path] }, store)
    await job()
    const posted = messages.get(channel.id) ?? []
    const [status] = posted.filter(({ content }) => content.includes('End of the activity log'))
    expect(shown(status?.content ?? '')).toEqual({
      text: expect.stringContaining(path),
      markup: ['address', 'code'],
    })
    expect(status).toMatchObject({ embedsSuppressed: true })
  }
})

test('a store that lacks the end of the status message stops all acts, until a person confirms', async () => {
  const { store, append, job, lose, texts, statuses, hooked, health } = await createWorld()
  const ends = () => hooked.filter(({ kind }) => kind === 'log_end')
  await append(5)
  await job()
  await lose(4, 5, 6)
  await job()
  const stopped = await readStopped(store)
  expect(stopped).toMatchObject({ by: 'status', seq: 5 })
  const [kept] = statuses()
  expect(endOf(kept), 'the message stays as it is').toBe(5)
  expect(ends(), 'the webhook gets no older end').toHaveLength(1)
  expect(await health()).not.toHaveProperty('log')
  expect(texts().join('\n')).toContain('The store is older than what was seen of it: acts are stopped')
  await confirmRestored({ by: 'hana', since: stopped?.since }, store)
  await job()
  await job()
  expect(await readStopped(store)).toBeUndefined()
  expect(statuses()).toEqual([expect.not.stringContaining(kept ?? '')])
  expect(ends()).toHaveLength(3)
  expect(await health()).toHaveProperty('log')
})

test('a store from before the first status message finds it behind a thousand older messages', async () => {
  const { store, append, job, lose, messages, channel, time } = await createWorld()
  await append(5)
  await job()
  const [status] = (messages.get(channel.id) ?? []).slice(-1)
  if (!status) throw new Error('no status message')
  const first = BigInt(identifierAt(time.now - 2 * DAY))
  const older = Array.from({ length: 1_000 }, (_, at) => ({
    ...status,
    id: String(first + BigInt(at)),
    content: '',
  }))
  messages.set(channel.id, [...older, status])
  for (const key of (await store.keys('claim/message/status')).keys)
    await store.remove(key, (await store.read(key)).record?.version ?? '')
  await lose(4, 5, 6)
  await job()
  expect(await readStopped(store)).toMatchObject({ by: 'status', seq: 5 })
})
