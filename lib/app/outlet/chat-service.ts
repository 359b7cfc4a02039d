import { randomUUID } from 'node:crypto'
import { ANSWERING, FUNCTION_LIFE } from '../../core/claims/lease.ts'
import type { Trace } from '../../core/http/trace.ts'
import { type ChatDeps, requestDeps } from '../../services/chat/deps.ts'
import { createPosts, type Posts } from '../../services/chat/posts.ts'
import type { Core } from '../core.ts'

/** Milliseconds after which a request neither waits nor starts new work. A function lives for sixty seconds. */
const TIME_BUDGET = 25_000

/** `trace` records the calls to the platform. */
export function postsOf(core: Core, trace: Trace | undefined): Posts {
  return createPosts(requestDeps(chatDeps(core, trace)))
}

export function chatDeps(core: Core, trace: Trace | undefined): ChatDeps {
  const { config, env, now, clock, fetch, log } = core
  const settings = config.chat()
  const note = (event: string, facts: Readonly<Record<string, unknown>>) =>
    log(JSON.stringify({ event, ...facts }))
  for (const name of config.userTokens) note('chat', { ignored: name, why: "a person's token is never used" })
  return {
    settings,
    store: core.store(),
    mayStore: config.deployment !== 'preview',
    home: env['KURA_URL'] || settings.baseUrl,
    locale: config.locale,
    now,
    clock,
    fetch,
    sleep: core.sleep,
    random: Math.random,
    newId: randomUUID,
    timeBudget: TIME_BUDGET,
    started: trace?.started,
    waitUntil: trace && trace.started + FUNCTION_LIFE - ANSWERING,
    observe: trace && (call => trace.remote(call)),
    note,
  }
}
