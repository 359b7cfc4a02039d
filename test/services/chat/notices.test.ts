import { describe, expect, test } from 'vitest'
import type { Claims } from '../../../lib/core/claims/claims.ts'
import type { Claim } from '../../../lib/core/claims/stored-records.ts'
import type { Outcome } from '../../../lib/core/claims/transitions/settle.ts'
import { chatClaims } from '../../../lib/services/chat/acts/claims.ts'
import { SETTLING } from '../../../lib/services/chat/acts/once.ts'
import { chatNotices, readChatState } from '../../../lib/services/chat/notices.ts'
import { createMemoryStore } from '../../helpers/memory-store.ts'
import { worded } from '../../helpers/notice-words.ts'

const SENT = { channel: '1', message: '11' }
const LATER = { channel: '1', message: '12' }
const DONE = <Result>(result: Result) => ({ state: 'done', result }) as const
const LOST = { state: 'unknown', reason: 'no answer' } as const

function createWorld() {
  const time = { now: 1_000_000 }
  const stored = { store: createMemoryStore({ now: () => time.now }), mayStore: true }
  const claims = chatClaims(stored)
  const ask = { digest: '0', by: 'hana', lease: 1_000, flags: [] }
  return {
    ...claims,
    time,
    notices: async () => worded(chatNotices(await readChatState({ ...stored, ...claims }))),
    /** An attempt sleeps; kura frees the case; and another attempt ends before the first wakes up. */
    async oversleep<Result>(
      name: string,
      { of, first, second }: { of: Claims<Result>; first: Outcome<Result>; second: Outcome<Result> },
    ): Promise<Claim<Result> | undefined> {
      await of.request(name, { ...ask, operation: 'first' })
      time.now += 1_001
      const claim = await of.read(name)
      if (!claim) throw new Error('there is no claim')
      await of.free({ name, claim }, { person: 'kura', reason: 'not there', settling: 0, from: ['unknown'] })
      await of.request(name, { ...ask, operation: 'second' })
      await of.settle(name, { operation: 'second', outcome: second, by: 'hana' })
      return (await of.settle(name, { operation: 'first', outcome: first, by: 'hana' })).claim
    },
  }
}

describe('chatNotices()', () => {
  const rows = [
    {
      name: 'a message that was sent twice',
      first: DONE(SENT),
      made: 'message 12 in the channel 1 and message 11 in the channel 1',
    },
    {
      name: 'one that perhaps was',
      first: LOST,
      made: 'message 12 in the channel 1 and perhaps another one',
    },
  ]
  test.each(rows)('tells of $name, and what to do', async ({ first, made }) => {
    const { messages, oversleep, notices } = createWorld()
    await oversleep('delivery/friday/1', { of: messages, first, second: DONE(LATER) })
    const key = 'chat/message-twice/delivery/friday/1'
    const step = 'strays 1970-01-01T00:16:41.001Z'
    expect(await notices()).toEqual([
      {
        key,
        step,
        text: expect.stringMatching(
          new RegExp(
            `sent twice: "delivery/friday/1": ${made}\\. .*: kura notices --done ${key} --step "${step}"$`,
          ),
        ),
      },
    ])
  })

  test('tells of a channel that was created twice', async () => {
    const { channels, oversleep, notices } = createWorld()
    const made = { first: DONE({ channel: '5' }), second: DONE({ channel: '6' }) }
    await oversleep('1/friday', { of: channels, ...made })
    expect(await notices()).toMatchObject([
      { key: 'chat/channel-twice/1/friday', text: expect.stringContaining('channel 6 and channel 5.') },
    ])
  })

  test('is silent if the platform answered both attempts with one message', async () => {
    const { messages, oversleep, notices } = createWorld()
    const claim = await oversleep('x', { of: messages, first: DONE(SENT), second: DONE(SENT) })
    expect(claim?.strays).toHaveLength(1)
    expect(await notices()).toEqual([])
  })

  const unknown = [
    { name: 'delivery/friday/1', after: SETTLING, due: true },
    { name: 'delivery/friday/1', after: SETTLING - 1, due: false },
    { name: 'notice/1/abc/5', after: SETTLING, due: false },
    { name: 'status/29', after: SETTLING, due: false },
  ]
  test.each(unknown)('a message "$name" of unknown outcome, $after ms later: $due', async row => {
    const { messages, notices, time } = createWorld()
    const body = JSON.stringify({ channel: '5', text: 'secret' })
    const act = { digest: '0', body, by: 'hana', lease: 1_000, flags: [], operation: 'first' }
    await messages.request(row.name, act)
    time.now += 1_000 + row.after
    const sent = await notices()
    expect(sent).toHaveLength(row.due ? 1 : 0)
    if (row.due)
      expect(sent[0]?.text).toMatch(
        /^It is not known .*: "delivery\/friday\/1" to the channel 5.*: kura settle --kind message$/,
      )
    expect(JSON.stringify(sent)).not.toContain('secret')
  })

  test('is silent about messages that were sent once, or are under way', async () => {
    const { messages, notices } = createWorld()
    await messages.request('x', { digest: '0', by: 'hana', lease: 1_000, flags: [], operation: 'first' })
    expect(await notices()).toEqual([])
  })
})
