import { describe, expect, test } from 'vitest'
import { answered } from '../../../../sandbox/faults.ts'
import { ACTING, createChatWorld } from '../../../helpers/remotes/chat.ts'

const writes = (requests: readonly string[]) => requests.filter(line => !line.startsWith('GET'))

describe('bot tokens', () => {
  test("a person's token is found out and nothing else is done with it", async () => {
    const { world, remote, chat, guild } = await createChatWorld()
    const hana = world.person('hana', { guild })
    const channel = world.channel(guild)
    const token = `${Buffer.from(hana.id).toString('base64url')}.sandbo.${'p'.repeat(38)}`
    remote.sandbox.state.tokens.set(token, hana.id)
    const check = await chat({ settings: { ...(await settingsOf(token)) } }).checkChannel(channel.id)
    expect(check.decision).toMatchObject({ use: 'other', cause: 'no_bot' })
    expect(check.refused).toEqual([
      {
        token: 1,
        reason: { id: 'chat.unusedTokens.unknown', values: {}, text: expect.stringContaining('401') },
      },
    ])
    expect(remote.requests).toEqual(['GET /api/v10/users/@me'])

    async function settingsOf(token: string) {
      return { tokens: [token], baseUrl: remote.url, guildId: guild.id, noticesChannelId: undefined }
    }
  })

  test.each([
    { name: 'that is no bot', bot: false },
    { name: 'that does not say that it is a bot', bot: undefined },
  ])('an account $name is refused by name of the reason', async ({ bot }) => {
    const { world, remote, chat, guild } = await createChatWorld()
    remote.sandbox.faults.arm('GET /api/v10/users/@me', {
      after: async answer => {
        const account = (await answer.json()) as object
        return Response.json({ ...account, bot })
      },
    })
    const { refused } = await chat().checkChannel(world.channel(guild).id)
    expect(refused).toEqual([
      {
        token: 1,
        reason: {
          id: 'chat.unusedTokens.personal',
          values: {},
          text: expect.stringContaining("a person's token: it is not used"),
        },
      },
    ])
    expect(remote.requests).toHaveLength(1)
  })

  test('every token is tried, and the one that sees the channel is used', async () => {
    const { world, remote, chat, guild, deps } = await createChatWorld()
    const other = world.guild('other')
    const second = world.bot('second', { guild: other })
    const settings = { ...deps.settings, tokens: [...deps.settings.tokens, second.token] }
    const channel = world.channel(other)
    const check = await chat({ settings }).checkChannel(channel.id)
    expect(check.decision).toMatchObject({ use: 'channel', bot: second.user.id })
    expect(check.observations).toMatchObject([{ saw: { code: 50001 }, inServer: true }, { saw: { type: 0 } }])
    expect(guild.members.size).toBe(1)
    expect(writes(remote.requests)).toEqual([])
  })
})

describe('bots that cannot be used', () => {
  const locked = answered(() => Response.json({ code: 40002, message: 'no' }, { status: 403 }))

  test('a bot that the platform locks out does not stop the others', async () => {
    const { world, remote, chat, guild, deps } = await createChatWorld()
    const second = world.bot('second', { guild })
    const settings = { ...deps.settings, tokens: [second.token, ...deps.settings.tokens] }
    remote.sandbox.faults.arm('GET /api/v10/users/@me', locked)
    const { decision, refused } = await chat({ settings }).checkChannel(world.channel(guild).id)
    expect(decision.use).toBe('channel')
    expect(refused).toMatchObject([{ reason: { text: expect.stringContaining('403') } }])
  })

  test.each(['deliver', 'post'] as const)('%s() says of each token why it is not used', async way => {
    const { world, remote, chat, guild } = await createChatWorld()
    const channel = world.channel(guild).id
    remote.sandbox.faults.arm('GET /api/v10/users/@me', locked)
    const sent =
      way === 'post'
        ? chat().post({ caseName: 'x', channel, text: 'x', by: 'hana' })
        : chat().deliver({ name: 'x', channel, text: 'x' }, ACTING)
    await expect(sent).rejects.toMatchObject({
      code: 'remote_refused',
      message: expect.stringContaining('token 1: the platform locks this bot out (403)'),
    })
  })

  test('a group that one bot sees is refused at once: no other bot asks', async () => {
    const { world, remote, chat, guild, deps } = await createChatWorld()
    const second = world.bot('second', { guild })
    const settings = { ...deps.settings, tokens: [...deps.settings.tokens, second.token] }
    let asked = 0
    const member: typeof fetch = async (input, init) => {
      if (!String(input).endsWith('/channels/9')) return fetch(input, init)
      asked += 1
      return Response.json({ id: '9', type: 3 })
    }
    const { decision } = await chat({ settings, fetch: member }).checkChannel('9')
    expect(decision).toMatchObject({ use: 'other', cause: 'group' })
    expect([asked, writes(remote.requests)]).toEqual([1, []])
  })
})
