import { describe, expect, test } from 'vitest'
import type { Claims } from '../../../../lib/core/claims/claims.ts'
import { chatClaims } from '../../../../lib/services/chat/acts/claims.ts'
import { SETTLING } from '../../../../lib/services/chat/acts/once.ts'
import { OUTAGE } from '../../../helpers/memory-store.ts'
import { ACTING, createChatWorld, MINUTE } from '../../../helpers/remotes/chat.ts'

const LOST = { state: 'unknown', reason: 'no answer' } as const

/** A delivery to a channel, with an attempt that lost its claim before its call ended. */
async function delivered() {
  const world = await createChatWorld()
  const channel = world.world.channel(world.guild).id
  await world.chat().deliver({ name: 'friday', text: 'Friday?', channel }, ACTING)
  const { messages } = chatClaims({ store: world.store })
  const name = `delivery/friday/${channel}`
  const posted = world.remote.sandbox.state.messages
  const orphans = async () => (await messages.read(name))?.strays?.map(({ operation }) => operation)
  /** Puts a second copy of the message into the channel. */
  const twice = (changes: object = {}) => {
    const [first, ...others] = posted.get(channel) ?? []
    if (!first) throw new Error('nothing was sent')
    const message = { ...first, id: String(BigInt(first.id) + 1n), ...changes }
    posted.set(channel, [first, ...others, message])
    return message.id
  }
  return { ...world, channel, messages, name, posted, orphans, twice }
}

async function orphan<Result>(claims: Claims<Result>, name: string, result?: Result): Promise<void> {
  const outcome = result === undefined ? LOST : ({ state: 'done', result } as const)
  await claims.settle(name, { operation: 'lost', outcome, by: 'jun' })
}

describe('a message that may be on the platform twice', () => {
  test('is forgotten once the other one was deleted there', async () => {
    const { chat, channel, messages, name, posted, orphans, twice } = await delivered()
    const message = twice()
    await orphan(messages, name, { channel, message })
    await chat().forgetOrphans()
    expect(await orphans()).toEqual(['lost'])
    posted.set(
      channel,
      (posted.get(channel) ?? []).filter(({ id }) => id !== message),
    )
    await chat().forgetOrphans()
    expect(await orphans()).toBeUndefined()
  })

  test("is forgotten at once if it is the claim's own", async () => {
    const { chat, messages, name, orphans } = await delivered()
    await orphan(messages, name, (await messages.read(name))?.result)
    await chat().forgetOrphans()
    expect(await orphans()).toBeUndefined()
  })

  test('is kept in a preview, and if the platform cannot be asked', async () => {
    const { chat, channel, messages, name, orphans } = await delivered()
    await orphan(messages, name, { channel, message: '1' })
    await chat({ mayStore: false }).forgetOrphans()
    await expect(chat({ fetch: () => Promise.reject(OUTAGE.error) }).forgetOrphans()).rejects.toThrow()
    expect(await orphans()).toEqual(['lost'])
  })

  test.each([
    { name: 'is forgotten once it cannot arrive any more', wait: SETTLING, left: undefined },
    { name: 'is kept while it can still arrive', wait: SETTLING - MINUTE, left: ['lost'] },
    { name: 'is kept if it is there', wait: SETTLING, there: {}, left: ['lost'] },
    {
      name: 'is kept if it may be there with a changed text and without a nonce',
      wait: SETTLING,
      there: { nonce: undefined, content: 'Friday' },
      left: ['lost'],
    },
  ])('and whose outcome is unknown $name', async ({ wait, there, left }) => {
    const { chat, messages, name, pass, orphans, twice } = await delivered()
    await orphan(messages, name)
    if (there) twice(there)
    pass(wait)
    await chat().forgetOrphans()
    expect(await orphans()).toEqual(left)
  })
})

describe('a channel that may be on the platform twice', () => {
  async function made() {
    const world = await createChatWorld()
    const { guild } = world
    world.world.person('hana', { guild })
    const order = { name: 'party', text: 'x', people: ['hana'], way: 'private_channel' } as const
    await world.chat().deliver(order, ACTING)
    const { channels } = chatClaims({ store: world.store })
    const name = `${guild.id}/party`
    const orphans = async () => (await channels.read(name))?.strays?.map(({ operation }) => operation)
    const { state } = world.remote.sandbox
    const own = (await channels.read(name))?.result?.channel ?? ''
    const twice = () => {
      const channel = state.channels.get(own)
      if (!channel) throw new Error('there is no channel')
      const id = String(BigInt(own) + 1n)
      state.channels.set(id, { ...channel, id })
      return id
    }
    return { ...world, channels, name, orphans, state, twice }
  }

  test('is forgotten once the other one was deleted there', async () => {
    const { chat, channels, name, state, orphans, twice } = await made()
    const channel = twice()
    await orphan(channels, name, { channel })
    await chat().forgetOrphans()
    expect(await orphans()).toEqual(['lost'])
    state.channels.delete(channel)
    await chat().forgetOrphans()
    expect(await orphans()).toBeUndefined()
  })

  test.each([
    { there: false, left: undefined },
    { there: true, left: ['lost'] },
  ])('and whose outcome is unknown is looked for: $there', async ({ there, left }) => {
    const { chat, channels, name, pass, orphans, twice } = await made()
    await orphan(channels, name)
    if (there) twice()
    pass(SETTLING)
    await chat().forgetOrphans()
    expect(await orphans()).toEqual(left)
  })
})
