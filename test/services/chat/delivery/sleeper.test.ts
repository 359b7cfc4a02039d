/** A run sleeps between its claim and its call; meanwhile another run delivers the same. */
import { describe, expect, test } from 'vitest'
import { chatClaims } from '../../../../lib/services/chat/acts/claims.ts'
import { ACTING, type ChatWorld, createChatWorld, MINUTE } from '../../../helpers/remotes/chat.ts'

const ORDER = { name: 'ask', text: 'Coming?', people: ['hana'] }
const MADE = { ...ORDER, way: 'private_channel' } as const

async function createWorld() {
  const world = await createChatWorld()
  const hana = world.world.person('hana', { guild: world.guild })
  return { ...world, hana }
}

/**
 * The call with this path is under way while another run of the delivery begins and ends, and for longer than a nonce
 * works.
 */
function overtakenUnderWay(
  { chat, pass }: ChatWorld,
  { path, order }: { path: RegExp; order: typeof ORDER },
) {
  let isUnderWay = false
  const slow: typeof fetch = async (input, init) => {
    if (init?.method === 'POST' && path.test(String(input)) && !isUnderWay) {
      isUnderWay = true
      pass(21 * MINUTE)
      await chat().deliver(order, { by: 'mei' })
      pass(21 * MINUTE)
    }
    return fetch(input, init)
  }
  return { fetch: slow }
}

describe('a message whose run was overtaken', () => {
  test('while it was under way may be there twice, and the run reports it', async () => {
    const world = await createWorld()
    const overtaken = overtakenUnderWay(world, { path: /\/messages$/, order: ORDER })
    const summary = await world.chat(overtaken).deliver(ORDER, ACTING)
    expect(summary.unreached).toMatchObject([
      { state: 'conflict', reason: { text: expect.stringContaining('it may be there twice') } },
    ])
    expect(world.direct(world.hana)).toHaveLength(2)
    const { messages } = chatClaims({ store: world.store })
    expect(await messages.read(`delivery/ask/${world.hana.id}`)).toMatchObject({
      state: 'done',
      strays: [{ by: 'hana', result: { message: expect.any(String) } }],
    })
  })
})

describe('a channel whose run was overtaken', () => {
  test('while it was under way may be there twice, and the run reports it', async () => {
    const world = await createWorld()
    const overtaken = overtakenUnderWay(world, { path: /\/guilds\/\d+\/channels$/, order: MADE })
    await expect(world.chat(overtaken).deliver(MADE, ACTING)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('it may be there twice'),
      hint: expect.stringContaining('delete one of the channels'),
    })
    expect(channelsOf(world)).toHaveLength(2)
  })
})

function channelsOf({ remote }: ChatWorld) {
  return [...remote.sandbox.state.channels.values()].filter(({ type }) => type === 0)
}
