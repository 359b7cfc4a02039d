import { describe, expect, test } from 'vitest'
import { chatClaims } from '../../../../lib/services/chat/acts/claims.ts'
import { makeOnce } from '../../../../lib/services/chat/acts/private-channel.ts'
import type { Bot } from '../../../../lib/services/chat/remote/bots.ts'
import { failedAfterCommit, failedBeforeCommit } from '../../../../sandbox/chat/errors.ts'
import { CREATE_CHANNEL } from '../../../../sandbox/chat/sandbox.ts'
import { PERMISSION } from '../../../../sandbox/chat/state.ts'
import { lostAnswer } from '../../../../sandbox/faults.ts'
import { createMemoryStore } from '../../../helpers/memory-store.ts'
import { ACTING, createChatWorld, MINUTE } from '../../../helpers/remotes/chat.ts'

const writes = (requests: readonly string[]) => requests.filter(line => !line.startsWith('GET'))

describe('private channel', () => {
  const order = {
    name: 'Books 2026',
    text: 'hello',
    people: ['hana', 'ken'],
    way: 'private_channel',
  } as const

  async function worldWithPeople() {
    const world = await createChatWorld()
    const { guild } = world
    return {
      ...world,
      hana: world.world.person('hana', { guild }),
      ken: world.world.person('ken', { guild }),
    }
  }

  test('everyone is denied, each member and the bot itself are allowed', async () => {
    const { remote, chat, guild, bot, hana, ken } = await worldWithPeople()
    const summary = await chat().deliver(order, ACTING)
    const [made] = [...remote.sandbox.state.channels.values()]
    expect(made).toMatchObject({ name: 'books-2026', type: 0 })
    expect(made?.overwrites).toEqual([
      { id: guild.id, type: 0, allow: 0n, deny: PERMISSION.viewChannel },
      { id: hana.id, type: 1, allow: PERMISSION.viewChannel, deny: 0n },
      { id: ken.id, type: 1, allow: PERMISSION.viewChannel, deny: 0n },
      {
        id: bot.id,
        type: 1,
        allow: PERMISSION.viewChannel | PERMISSION.sendMessages | PERMISSION.readMessageHistory,
        deny: 0n,
      },
    ])
    expect(summary).toMatchObject({
      way: 'private_channel',
      complete: true,
      silent: [{ label: 'hana' }, { label: 'ken' }],
    })
    expect(remote.texts(made?.id ?? '')).toEqual(['hello'])
  })

  test.each([
    { name: 'a repeat', again: {} },
    {
      name: 'another delivery to the same people in another order',
      again: { name: 'books-2026', text: 'again', people: ['ken', 'hana'] },
    },
  ])('$name finds the existing one', async ({ again }) => {
    const { remote, chat } = await worldWithPeople()
    await chat().deliver(order, ACTING)
    expect(await chat().deliver({ ...order, ...again }, ACTING)).toMatchObject({ complete: true })
    expect(remote.sandbox.state.channels.size).toBe(1)
  })

  test.each([
    { name: 'its answer was lost', fault: lostAnswer },
    { name: 'the platform broke after creating it', fault: failedAfterCommit },
  ])('is found again if $name', async ({ fault }) => {
    const { remote, chat } = await worldWithPeople()
    remote.sandbox.faults.arm(CREATE_CHANNEL, fault())
    await expect(chat().deliver(order, ACTING)).rejects.toMatchObject({ code: 'remote_silent' })
    expect(await chat().deliver(order, ACTING)).toMatchObject({ complete: true })
    expect(remote.sandbox.state.channels.size).toBe(1)
  })

  test('is created ten minutes later if it was not created', async () => {
    const { remote, chat, pass } = await worldWithPeople()
    remote.sandbox.faults.arm(CREATE_CHANNEL, failedBeforeCommit())
    await expect(chat().deliver(order, ACTING)).rejects.toMatchObject({ code: 'remote_silent' })
    pass(10 * MINUTE - 1)
    await expect(chat().deliver(order, ACTING)).rejects.toMatchObject({ code: 'remote_silent' })
    expect(remote.sandbox.state.channels.size).toBe(0)
    pass(1)
    expect(await chat().deliver(order, ACTING)).toMatchObject({ complete: true })
    expect(remote.sandbox.state.channels.size).toBe(1)
  })

  test('without MANAGE_CHANNELS it names exactly that, and creates nothing', async () => {
    const { remote, chat, guild, world, deps } = await worldWithPeople()
    const weak = world.bot('weak', { guild, permissions: 0n })
    const settings = { ...deps.settings, tokens: [weak.token] }
    await expect(chat({ settings }).deliver(order, ACTING)).rejects.toMatchObject({
      code: 'permission_missing',
      message: expect.stringMatching(/lacks MANAGE_CHANNELS in the server$/),
      details: { permissions: ['MANAGE_CHANNELS'] },
    })
    expect(writes(remote.requests)).toEqual([])
  })

  test('that exists is returned to a bot that has lost the permission since', async () => {
    const { channels } = chatClaims({ store: createMemoryStore() })
    const once = { claims: channels, newId: () => 'one', clock: () => 0 }
    const channel = { guildId: '1', name: 'books', people: [] }
    const bot = (permissions: bigint): Bot => {
      const wire = async () => ({ id: '7' }) as never
      return { id: '2', name: 'kura', wire, ask: wire, permissions: async () => permissions }
    }
    const [strong, weak] = [bot(~0n), bot(0n)]
    await expect(makeOnce(channel, { by: 'hana', bot: weak, once })).rejects.toMatchObject({
      code: 'permission_missing',
    })
    const made = await makeOnce(channel, { by: 'hana', bot: strong, once })
    expect(made).toMatchObject({ state: 'done', result: { channel: '7' } })
    expect(await makeOnce(channel, { by: 'hana', bot: weak, once })).toMatchObject({
      state: 'done',
      result: { channel: '7' },
    })
  })

  test('of two bots, the one with the permission creates it', async () => {
    const { remote, chat, guild, world, deps } = await worldWithPeople()
    const weak = world.bot('weak', { guild, permissions: 0n })
    const settings = { ...deps.settings, tokens: [weak.token, ...deps.settings.tokens] }
    expect(await chat({ settings }).deliver(order, ACTING)).toMatchObject({ complete: true })
    expect(remote.sandbox.state.channels.size).toBe(1)
  })

  test('a bot whose permissions cannot be read does not stop the other', async () => {
    const { remote, chat, guild, world, deps } = await worldWithPeople()
    const second = world.bot('second', { guild })
    const settings = { ...deps.settings, tokens: [...deps.settings.tokens, second.token] }
    remote.sandbox.faults.arm('GET /api/v10/users/@me/guilds', failedBeforeCommit())
    expect(await chat({ settings }).deliver(order, ACTING)).toMatchObject({ complete: true })
    expect(remote.sandbox.state.channels.size).toBe(1)
  })

  test('ambiguous and missing names are in the details, and not in the message, which is logged', async () => {
    const { remote, chat, guild, world } = await worldWithPeople()
    world.person('yuki.a', { guild, nick: 'Yuki' })
    world.person('yuki.b', { guild, globalName: 'Yuki' })
    const asked = chat().deliver({ ...order, people: ['hana', 'yuki', 'nobody'] }, ACTING)
    await expect(asked).rejects.toMatchObject({
      code: 'bad_request',
      message: 'Cannot tell who is meant: ambiguous names: 1, unknown names: 1',
      details: { ambiguous: [expect.stringMatching(/^yuki: yuki\.a.*\/ yuki\.b/)], missing: ['nobody'] },
    })
    expect(writes(remote.requests)).toEqual([])
  })
})
