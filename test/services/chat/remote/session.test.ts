import { describe, expect, test } from 'vitest'
import { openBots } from '../../../../lib/services/chat/remote/bots.ts'
import { channelCall, postMessageCall } from '../../../../lib/services/chat/remote/calls.ts'
import { createSession } from '../../../../lib/services/chat/remote/session.ts'
import { createChatWorld, MINUTE } from '../../../helpers/remotes/chat.ts'

describe('session', () => {
  const call = channelCall('9')
  const ROUTE = 'GET /channels/9'

  /** A session whose rate limits note each question. */
  function recorded() {
    const asked: string[] = []
    const session = createSession(
      { baseUrl: 'https://chat.test/api', token: 'bot-token', home: 'https://kura.example' },
      {
        wait: async route => void asked.push(`wait ${route}`),
        learn: async (route, { status }) => void asked.push(`learn ${route} ${status}`),
      },
    )
    return { asked, session }
  }

  test('the access waits for the limits of the route, and names kura as the platform requires', async () => {
    const { asked, session } = recorded()
    expect(await session.access(call)).toEqual({
      baseUrl: 'https://chat.test/api/v10',
      token: 'bot-token',
      headers: { 'user-agent': 'DiscordBot (https://kura.example, 1)' },
    })
    expect(asked).toEqual([`wait ${ROUTE}`])
  })

  test.each([
    { status: 200, count: 1, again: false },
    { status: 404, count: 1, again: false },
    { status: 500, count: 1, again: false },
    { status: 429, count: 1, again: true },
    { status: 429, count: 3, again: true },
    { status: 429, count: 4, again: false },
  ])('after $status on attempt $count: again is $again', async ({ status, count, again }) => {
    const { asked, session } = recorded()
    const access = await session.access(call)
    const reply = { status, headers: new Headers(), body: undefined }
    const next = await session.retry?.({ call, reply, access, count })
    expect(next).toEqual(again ? access : undefined)
    const wait = `wait ${ROUTE}`
    expect(asked).toEqual([wait, `learn ${ROUTE} ${status}`, ...(again ? [wait] : [])])
  })
})

describe('calls', () => {
  test('a message that is sent again with its nonce is posted once', async () => {
    const { world, remote, guild, deps } = await createChatWorld()
    const channel = world.channel(guild).id
    const { bots } = await openBots(deps.clock() + MINUTE, deps)
    const send = (nonce: string) => bots[0]?.wire(postMessageCall(channel, { content: 'hello', nonce }))
    const sent = await send('1')
    expect(await send('1')).toEqual(sent)
    expect(remote.texts(channel)).toEqual(['hello'])
    await send('2')
    expect(remote.texts(channel)).toEqual(['hello', 'hello'])
  })
})
