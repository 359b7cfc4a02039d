import { describe, expect, test } from 'vitest'
import { chatClaims } from '../../../../lib/services/chat/acts/claims.ts'
import type { MessageDecision } from '../../../../lib/services/chat/acts/decide-message.ts'
import { messagesPage } from '../../../../lib/services/chat/acts/message-list.ts'
import { doOnce } from '../../../../lib/services/chat/acts/once.ts'
import { failedAfterCommit, failedBeforeCommit } from '../../../../sandbox/chat/errors.ts'
import { POST_MESSAGE } from '../../../../sandbox/chat/sandbox.ts'
import { PERMISSION } from '../../../../sandbox/chat/state.ts'
import { type Behaviour, createClaimsWorld, NAME } from '../../../core/claims/world.ts'
import { OUTAGE } from '../../../helpers/memory-store.ts'
import { ACTING, createChatWorld, MINUTE } from '../../../helpers/remotes/chat.ts'

const PAGE = { after: undefined, limit: 500 }

describe('a message of unknown outcome, settled by a person', () => {
  /** A message in a channel whose history the bot may not read. */
  async function unreadable() {
    const world = await createChatWorld()
    world.guild.roles.set(world.guild.id, PERMISSION.viewChannel | PERMISSION.sendMessages)
    const channel = world.world.channel(world.guild).id
    const order = { name: 'once', text: 'once', channel }
    const caseName = `delivery/once/${channel}`
    const unknown = () => messagesPage('unknown', PAGE, chatClaims(world.deps).messages)
    /** Returns the message as kura shows it. */
    const look = async () => {
      const [shown] = (await unknown()).messages
      return { operation: shown?.operation ?? 'none', seenAt: Date.parse(shown?.seenAt ?? '') }
    }
    const settle = (operation: string, saw: MessageDecision['saw']) =>
      world.chat().decideMessage({ caseName, operation, saw, by: 'Mei (key hana)' })
    /** Frees the case of the message, as a person who has just looked and did not find the message. */
    const free = async () => {
      const { operation, seenAt } = await look()
      return settle(operation, { seenAt })
    }
    /** Settles the message as a person who has just seen it. */
    const see = async (message: string) => settle((await look()).operation, { message })
    return { ...world, channel, order, caseName, unknown, look, settle, free, see }
  }

  test('a person who sees it gives its identifier, and the delivery is complete', async () => {
    const { remote, chat, channel, order, caseName, unknown, see } = await unreadable()
    remote.sandbox.faults.arm(POST_MESSAGE, failedAfterCommit())
    await chat().deliver(order, ACTING)
    expect(await unknown()).toMatchObject({ messages: [{ case: caseName, state: 'unknown', channel }] })
    const message = remote.sandbox.state.messages.get(channel)?.at(-1)?.id ?? ''
    expect(await see(message)).toMatchObject({ state: 'done', message })
    expect(await chat().deliver(order, ACTING)).toMatchObject({ reached: [{ message }], complete: true })
    expect(await unknown()).toEqual({ messages: [], next: undefined })
    expect(remote.texts(channel)).toEqual(['once'])
  })

  test('a person who sees that it is missing frees it after the settling time, and it is sent', async () => {
    const { remote, chat, channel, order, free, pass } = await unreadable()
    remote.sandbox.faults.arm(POST_MESSAGE, failedBeforeCommit())
    await chat().deliver(order, ACTING)
    await expect(free()).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('minutes'),
    })
    pass(20 * MINUTE)
    expect(await free()).toMatchObject({
      state: 'refused',
      reason: { text: expect.stringContaining('a person saw') },
    })
    expect(await chat().deliver(order, ACTING)).toMatchObject({ complete: true })
    expect(remote.texts(channel)).toEqual(['once'])
    await expect(free()).rejects.toMatchObject({ code: 'conflict' })
  })

  test('that it is missing counts from when it was shown: it may have arrived since', async () => {
    const { remote, chat, order, look, settle, unknown, pass } = await unreadable()
    remote.sandbox.faults.arm(POST_MESSAGE, failedBeforeCommit())
    await chat().deliver(order, ACTING)
    const { operation, seenAt } = await look()
    await expect(settle(operation, { seenAt: seenAt + 20 * MINUTE })).rejects.toThrow(/may still arrive/)
    pass(20 * MINUTE)
    await expect(settle(operation, { seenAt })).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(/: its call could still arrive when it was looked at$/),
      hint: 'look again: a late commit may have followed',
    })
    expect(await unknown()).toMatchObject({ messages: [{ operation }] })
    expect(await settle(operation, { seenAt: seenAt + 20 * MINUTE })).toMatchObject({ state: 'refused' })
  })

  test.each(['a message', 'none'])('what a person saw, %s, counts for no other attempt', async seen => {
    const { remote, chat, order, free, look, settle, unknown, pass } = await unreadable()
    remote.sandbox.faults.arm(POST_MESSAGE, failedBeforeCommit(), { times: 2 })
    await chat().deliver(order, ACTING)
    const { operation: first } = await look()
    pass(20 * MINUTE)
    await free()
    await chat().deliver(order, ACTING)
    pass(20 * MINUTE)
    const { operation: second, seenAt } = await look()
    expect(second).not.toBe(first)
    const said = settle(first, seen === 'none' ? { seenAt } : { message: '1' })
    await expect(said).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(/another operation has claimed it since it was looked at$/),
      hint: 'look at it again',
    })
    expect(await unknown()).toMatchObject({ messages: [{ operation: second }] })
  })

  test.each(['done', 'refused'])('the claim records who decided that it is %s', async state => {
    const { remote, chat, order, caseName, see, free, store, pass } = await unreadable()
    remote.sandbox.faults.arm(POST_MESSAGE, failedAfterCommit())
    await chat().deliver(order, ACTING)
    pass(20 * MINUTE)
    await (state === 'done' ? see('1') : free())
    const { record } = await store.read(`claim/message/${encodeURIComponent(caseName)}`)
    expect(JSON.parse(record?.value ?? '').steps.at(-1)).toMatchObject({ state, by: 'Mei (key hana)' })
  })

  test('an unknown case is reported as such', async () => {
    const { chat } = await unreadable()
    const unknown = { caseName: 'none', operation: 'x', saw: { message: '1' }, by: 'Mei' }
    await expect(chat().decideMessage(unknown)).rejects.toMatchObject({ code: 'not_found' })
  })
})

const rows: { behaviour: Behaviour; want: object }[] = [
  {
    behaviour: 'made',
    want: {
      code: 'store_unavailable',
      message: 'Cannot store that the deal "receipt 1" is done: it was done at the remote',
      hint: expect.stringContaining('not created again'),
      cause: OUTAGE.error,
    },
  },
  { behaviour: 'never sent', want: OUTAGE.error as object },
  { behaviour: 'request lost', want: OUTAGE.error as object },
]

test.each(rows)(
  'doOnce() whose outcome, $behaviour, cannot be stored says so',
  async ({ behaviour, want }) => {
    const world = createClaimsWorld()
    world.remote.behaviour = behaviour
    const claims = { ...world.claims, settle: () => Promise.reject(OUTAGE.error) }
    const { make: send, query } = world.remote
    const act = { name: NAME, digest: 'body-1', body: 'body 1', by: 'hana', send, query }
    await expect(doOnce(act, { ...world.deps, claims })).rejects.toMatchObject(want)
  },
)
