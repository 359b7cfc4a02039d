import { describe, expect, test } from 'vitest'
import { failedAfterCommit, failedBeforeCommit } from '../../../lib/sandbox/chat/errors.ts'
import { POST_MESSAGE } from '../../../lib/sandbox/chat/sandbox.ts'
import { PERMISSION } from '../../../lib/sandbox/chat/state.ts'
import { ACTING, createChatWorld, MINUTE } from '../../helpers/remotes/chat.ts'

const PAGE = { after: undefined, limit: 500 }

describe('a message of unknown outcome, settled by a person', () => {
  /** A message to a channel whose history the bot may not read. */
  async function unreadable() {
    const world = await createChatWorld()
    world.guild.roles.set(world.guild.id, PERMISSION.viewChannel | PERMISSION.sendMessages)
    const channel = world.world.channel(world.guild).id
    const order = { name: 'once', text: 'once', channel }
    return { ...world, channel, order, caseName: `delivery/once/${channel}` }
  }

  test('a person who sees it gives its identifier, and the delivery is complete', async () => {
    const { remote, chat, channel, order, caseName } = await unreadable()
    remote.sandbox.faults.arm(POST_MESSAGE, failedAfterCommit())
    await chat().deliver(order, ACTING)
    expect(await chat().messages('unknown', PAGE)).toMatchObject({
      messages: [{ case: caseName, state: 'unknown', channel }],
    })
    const message = remote.sandbox.state.messages.get(channel)?.at(-1)?.id ?? ''
    const decided = await chat().decideMessage({ caseName, message, by: 'Mei (key hana)' })
    expect(decided).toMatchObject({ state: 'done', message })
    expect(await chat().deliver(order, ACTING)).toMatchObject({ reached: [{ message }], complete: true })
    expect(await chat().messages('unknown', PAGE)).toEqual({ messages: [], next: undefined })
    expect(remote.texts(channel)).toEqual(['once'])
  })

  test('a person who sees that it is missing frees it after the settling time, and it is sent', async () => {
    const { remote, chat, channel, order, caseName, pass } = await unreadable()
    remote.sandbox.faults.arm(POST_MESSAGE, failedBeforeCommit())
    await chat().deliver(order, ACTING)
    const free = () => chat().decideMessage({ caseName, by: 'Mei (key hana)' })
    await expect(free()).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('minutes'),
    })
    pass(20 * MINUTE)
    expect(await free()).toMatchObject({ state: 'refused', reason: expect.stringContaining('a person saw') })
    expect(await chat().deliver(order, ACTING)).toMatchObject({ complete: true })
    expect(remote.texts(channel)).toEqual(['once'])
    await expect(free()).rejects.toMatchObject({ code: 'conflict' })
  })

  test('the claim records who decided', async () => {
    const { remote, chat, order, caseName, store } = await unreadable()
    remote.sandbox.faults.arm(POST_MESSAGE, failedAfterCommit())
    await chat().deliver(order, ACTING)
    await chat().decideMessage({ caseName, message: '1', by: 'Mei (key hana)' })
    const { record } = await store.read(`claim/message/${encodeURIComponent(caseName)}`)
    expect(JSON.parse(record?.value ?? '').steps.at(-1)).toMatchObject({
      state: 'done',
      by: 'Mei (key hana)',
    })
  })

  test('an unknown case is reported as such', async () => {
    const { chat } = await unreadable()
    await expect(chat().decideMessage({ caseName: 'none', by: 'Mei' })).rejects.toMatchObject({
      code: 'not_found',
    })
  })
})
