/** kura's chat service with its sandbox on loopback, a store in memory, and a clock that only the test moves. */
import { randomUUID } from 'node:crypto'
import { onTestFinished } from 'vitest'
import type { ChatSettings } from '../../../lib/core/config/chat.ts'
import type { ChatDeps } from '../../../lib/services/chat/deps.ts'
import { type Chat, createChat } from '../../../lib/services/chat/service.ts'
import type { SandboxGuild, SandboxUser } from '../../../sandbox/chat/state.ts'
import type { World } from '../../../sandbox/chat/world.ts'
import { listen } from '../../../sandbox/listen.ts'
import { createMemoryStore, type MemoryStore } from '../memory-store.ts'
import { ENGLISH } from '../notice-words.ts'
import { type RunningChat, startChatSandbox } from './chat-sandbox.ts'

export const ACTING = { by: 'hana' }
export const MINUTE = 60_000

export interface ChatWorld {
  readonly remote: RunningChat
  readonly world: World
  readonly guild: SandboxGuild
  readonly bot: SandboxUser
  readonly store: MemoryStore
  readonly deps: ChatDeps
  /** The events that the service has logged. */
  readonly notes: Record<string, unknown>[]
  /** Returns the service for a new request; `changes` apply to that request only. */
  chat(changes?: Partial<ChatDeps>): Chat
  /** Moves every clock. */
  pass(milliseconds: number): void
  /** Returns the texts that a person got in direct messages. */
  direct(person: SandboxUser): string[]
}

/** Creates the service for one test. The test fails if an exchange does not match the platform's description. */
export async function createChatWorld(
  changes: Partial<ChatDeps> & { settings?: Partial<ChatSettings> } = {},
): Promise<ChatWorld> {
  const remote = await startChatSandbox()
  const { world, state } = remote.sandbox
  const now = () => remote.clock.now
  const pass = (milliseconds: number) => {
    remote.clock.now += milliseconds
  }
  const guild = world.guild('company')
  const { user: bot, token } = world.bot('kura', { guild })
  const store = createMemoryStore({ now })
  const notes: Record<string, unknown>[] = []
  const { settings, ...others } = changes
  const deps: ChatDeps = {
    settings: {
      tokens: [token],
      baseUrl: remote.url,
      guildId: guild.id,
      noticesChannelId: undefined,
      ...settings,
    },
    store,
    mayStore: true,
    home: 'https://kura.example',
    locale: () => ENGLISH,
    now,
    clock: now,
    fetch,
    sleep: async milliseconds => pass(milliseconds),
    random: () => 0.5,
    newId: randomUUID,
    timeBudget: 45_000,
    note: (event, facts) => void notes.push({ event, ...facts }),
    ...others,
  }
  return {
    remote,
    world,
    guild,
    bot,
    store,
    deps,
    notes,
    chat: changes => createChat({ ...deps, ...changes }),
    pass,
    direct(person) {
      const channels = [...state.channels.values()].filter(
        ({ type, recipients }) => type === 1 && recipients.includes(person.id),
      )
      return channels.flatMap(({ id }) => remote.texts(id))
    },
  }
}

/** The token of a bot for which the platform fails. */
export const SICK = 'MTU3Mzg1OTA5NzA1NTMzMDMwNQ.sick.xxxxxxxxxxxxxxxxxxxxxxxxxxx'

/** Returns settings in which this bot comes before the others. For it, the platform answers as `answer` says. */
export async function withSickBot(
  { remote, deps }: Pick<ChatWorld, 'remote' | 'deps'>,
  answer: (request: Request) => Response | Promise<Response>,
): Promise<ChatSettings> {
  const server = await listen((request, connection) =>
    request.headers.get('authorization') === `Bot ${SICK}`
      ? answer(request)
      : remote.sandbox.fetch(request, connection),
  )
  onTestFinished(() => server.close())
  return { ...deps.settings, baseUrl: `${server.url}/api`, tokens: [SICK, ...deps.settings.tokens] }
}

/** Returns the answer of the platform when it fails. */
export const brokenAnswer = () => Response.json({ message: 'broken', code: 0 }, { status: 500 })
