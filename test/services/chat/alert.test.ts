import { describe, expect, test } from 'vitest'
import { alertChannel } from '../../../lib/services/chat/alert.ts'
import { answered } from '../../../sandbox/faults.ts'
import { startChatSandbox } from '../../helpers/remotes/chat-sandbox.ts'

const POST = 'POST /api/v10/channels/{id}/messages'

/** A sandbox with two bots and a channel; `tell` posts an alert with the given tokens. */
async function start() {
  const chat = await startChatSandbox()
  const { world, faults } = chat.sandbox
  const guild = world.guild('company')
  const channel = world.channel(guild, { name: 'notices' })
  const bots = [world.bot('one', { guild }), world.bot('two', { guild })] as const
  const time = { now: 0 }
  const tell = (tokens: readonly string[], text = 'hello') =>
    alertChannel(
      { name: 'matter', channel: channel.id, text },
      {
        settings: { tokens, baseUrl: chat.url },
        home: 'https://kura.example',
        fetch,
        clock: () => time.now,
        sleep: () => Promise.reject(new Error('an alert does not wait')),
        random: () => 0,
      },
    )
  const posts = () => chat.requests.filter(request => request.startsWith('POST')).length
  const texts = () => chat.texts(channel.id)
  const messages = () => chat.sandbox.state.messages.get(channel.id)
  return { tell, texts, messages, posts, faults, time, tokens: bots.map(({ token }) => token) }
}

describe('alertChannel()', () => {
  test('posts one message, and the same name again shows no second one', async () => {
    const { tell, texts, messages, tokens } = await start()
    await tell(tokens)
    await tell(tokens)
    expect(texts()).toEqual(['hello'])
    expect(messages()).toMatchObject([{ embedsSuppressed: true }])
  })

  test('tries the next bot if one cannot post', async () => {
    const { tell, texts, faults, tokens } = await start()
    faults.arm(
      POST,
      answered(() => Response.json({ message: 'Missing Access', code: 50001 }, { status: 403 })),
    )
    await tell(tokens)
    expect(texts()).toEqual(['hello'])
  })

  test('without a token it names the setting', async () => {
    const { tell, posts } = await start()
    await expect(tell([])).rejects.toMatchObject({
      code: 'settings_missing',
      details: { missing: ['CHAT_BOT_TOKENS'] },
    })
    expect(posts()).toBe(0)
  })

  test('tries no other bot once its time is over', async () => {
    const { tell, posts, faults, time, tokens } = await start()
    faults.arm(
      POST,
      answered(() => {
        time.now += 2_000
        return Response.json({ message: 'Missing Access', code: 50001 }, { status: 403 })
      }),
    )
    await expect(tell(tokens)).rejects.toMatchObject({ code: 'remote_refused' })
    expect(posts()).toBe(1)
  })

  test('waits for no rate limit', async () => {
    const { tell, posts, faults, tokens } = await start()
    const limited = () =>
      Response.json({ message: 'limited', retry_after: 1, global: false, code: 0 }, { status: 429 })
    faults.arm(POST, answered(limited), { times: 2 })
    await expect(tell(tokens)).rejects.toMatchObject({ code: 'limited' })
    expect(posts()).toBe(2)
  })

  test("does nothing with a person's token but ask whose it is", async () => {
    const { tell, posts, faults, tokens } = await start()
    faults.arm(
      'GET /api/v10/users/@me',
      { after: async answer => Response.json({ ...((await answer.json()) as object), bot: false }) },
      { times: 2 },
    )
    await expect(tell(tokens)).rejects.toThrow("expected a bot's")
    expect(posts()).toBe(0)
  })
})
