/**
 * A process that delivers and kills itself with SIGKILL at a step: `node deliver-and-die.ts SETTINGS`, with the
 * settings as JSON.
 */
import { randomUUID } from 'node:crypto'
import type { ChatSettings } from '../../../../lib/core/config/chat.ts'
import { openStore } from '../../../../lib/core/store/open.ts'
import { createChat } from '../../../../lib/services/chat/service.ts'

interface Given {
  readonly settings: ChatSettings
  readonly file: string
  /** The number of calls to the platform; the process dies before or after the last one. */
  readonly calls: number
  readonly when: 'before' | 'after'
}

const given = JSON.parse(process.argv[2] ?? '') as Given
const store = await openStore({ kind: 'embedded', file: given.file })
let calls = 0
const mortalFetch: typeof fetch = async (input, init) => {
  calls += 1
  const last = calls === given.calls
  if (last && given.when === 'before') process.kill(process.pid, 'SIGKILL')
  const response = await fetch(input, init)
  if (last) process.kill(process.pid, 'SIGKILL')
  return response
}
const chat = createChat({
  settings: given.settings,
  store,
  mayStore: true,
  home: 'https://kura.example',
  locale: () => ({ language: 'en', timezone: 'UTC' }),
  now: Date.now,
  clock: () => performance.now(),
  fetch: mortalFetch,
  sleep: async () => undefined,
  random: Math.random,
  newId: randomUUID,
  timeBudget: 5_000,
  note: () => undefined,
})
const order = { name: 'd', text: 'once', people: ['hana', 'ken'] }
await chat.deliver(order, { by: 'test' })
await store.close()
