import { describe, expect, test } from 'vitest'
import type { ChatDeps } from '../../../../lib/services/chat/deps.ts'
import { ACTING, createChatWorld } from '../../../helpers/remotes/chat.ts'

/** The store calls that the claims of a delivery cost, with the platform's changing calls between them. */
describe('store-calls', () => {
  /** Delivers to two people; returns the store calls about claims of `kind`, and the platform's calls to `path`. */
  async function callsOf(kind: string, { path, ...order }: { path: RegExp; way?: 'private_channel' }) {
    const { deps, chat, world, guild } = await createChatWorld()
    for (const name of ['hana', 'ken']) world.person(name, { guild })
    const calls: string[] = []
    const { read, readMany, swap } = deps.store
    const heard =
      <A extends [string | readonly string[], ...unknown[]], R>(name: string, work: (...given: A) => R) =>
      (...given: A) => {
        if (String(given[0]).startsWith(`claim/${kind}/`)) calls.push(name)
        return work(...given)
      }
    const store: ChatDeps['store'] = {
      ...deps.store,
      read: heard('read', read),
      readMany: heard('readMany', readMany),
      swap: heard('swap', swap),
    }
    const platform: typeof fetch = (input, init) => {
      if (init?.method === 'POST' && path.test(String(input))) calls.push('send')
      return fetch(input, init)
    }
    const delivery = { name: 'ask', text: 'Coming?', people: ['hana', 'ken'], ...order }
    expect(await chat({ store, fetch: platform }).deliver(delivery, ACTING)).toMatchObject({ complete: true })
    return calls
  }

  /** The claim is swapped, read right before the call, and swapped with the outcome. */
  const ACT = ['swap', 'read', 'send', 'swap']

  test('a delivery that begins reads no claim of a message before it claims it', async () => {
    expect(await callsOf('message', { path: /\/messages$/ })).toEqual([...ACT, ...ACT])
  })

  test('a delivery reads the claim of its private channel once before it claims it', async () => {
    const calls = await callsOf('channel', { path: /\/guilds\/\d+\/channels$/, way: 'private_channel' })
    expect(calls).toEqual(['read', ...ACT])
  })
})

/** Which messages count as answers. */
describe('replies', () => {
  /** A delivery to hana's private channel; `answered` lists who has answered. */
  async function asked() {
    const { world, guild, bot, chat } = await createChatWorld()
    guild.roles.set(guild.id, (1n << 4n) | (1n << 10n) | (1n << 11n) | (1n << 16n))
    const hana = world.person('hana', { guild })
    const order = { name: 'friday', text: 'Coming?', people: ['hana'], way: 'private_channel' as const }
    const { reached } = await chat().deliver(order, ACTING)
    const [{ id: channel = '', message = '' } = {}] = reached
    const answered = async () => (await chat().summary('friday')).answered.map(({ label }) => label)
    return { world, hana, bot, channel, message, answered }
  }

  describe('an answer is', () => {
    test.each([
      ['a message', {}, ['hana']],
      ['a reply to the message', { type: 19, replyTo: 'own' as const }, ['hana']],
      ['no reply to another message', { type: 19, replyTo: 'other' as const }, []],
      ['no pin', { type: 6 }, []],
      ['no call', { type: 3 }, []],
    ])('%s', async (_name, { type, replyTo }: { type?: number; replyTo?: 'own' | 'other' }, expected) => {
      const { world, hana, channel, message, answered } = await asked()
      const target = { own: message, other: '1' }
      world.says(hana, channel, 'Yes', {
        ...(type !== undefined && { type }),
        ...(replyTo && { replyTo: target[replyTo] }),
      })
      expect(await answered()).toEqual(expected)
    })
  })
})
