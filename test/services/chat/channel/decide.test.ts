import { describe, expect, test } from 'vitest'
import { phrase } from '../../../../lib/core/language/catalogue.ts'
import { english } from '../../../../lib/core/language/text.ts'
import { type Decision, decide, type Observation } from '../../../../lib/services/chat/channel/decide.ts'
import { lackingInChannel, PERMISSION } from '../../../../lib/services/chat/channel/permissions.ts'
import { CHANNEL_CAUSES, CHANNEL_REMARKS } from '../../../../lib/services/chat/channel/words.ts'

const one = { id: '1', name: 'one' }
const two = { id: '2', name: 'two' }
const hidden = { status: 403, code: 50001 }
const gone = { status: 404, code: 10003 }
const both = ['private_channel', 'direct_messages']

const whyOf = (decision: Decision) => (decision.use === 'other' ? english(decision.why) : '')

describe('decide()', () => {
  const rows: { name: string; input: Observation[]; want: Partial<Decision> }[] = [
    {
      name: '200 means use it',
      input: [{ bot: one, saw: { type: 0 } }],
      want: { use: 'channel', bot: '1', type: 0 },
    },
    {
      name: 'the second bot sees it',
      input: [
        { bot: one, saw: hidden, inServer: true },
        { bot: two, saw: { type: 5 } },
      ],
      want: { use: 'channel', bot: '2' },
    },
    {
      name: 'a recognised group is refused at once',
      input: [{ bot: one, saw: { type: 3 }, inServer: true }],
      want: { use: 'other', cause: 'group', ways: both as never },
    },
    {
      name: 'a recognised group outweighs a bot that sees a channel',
      input: [
        { bot: one, saw: { type: 3 }, inServer: true },
        { bot: two, saw: { type: 0 } },
      ],
      want: { use: 'other', cause: 'group' },
    },
    {
      name: '50001 with the bot in the server is a group or a hidden channel',
      input: [{ bot: one, saw: hidden, inServer: true }],
      want: { use: 'other', cause: 'unreachable', ways: both as never },
    },
    {
      name: '50001 with no bot in the server',
      input: [{ bot: one, saw: hidden, inServer: false }],
      want: { use: 'other', cause: 'not_in_server', ways: [] },
    },
    {
      name: 'one of two bots is in the server',
      input: [
        { bot: one, saw: hidden, inServer: false },
        { bot: two, saw: hidden, inServer: true },
      ],
      want: { cause: 'unreachable' } as never,
    },
    {
      name: 'a channel that a bot sees and may not write to',
      input: [{ bot: one, saw: { type: 0, lacks: ['SEND_MESSAGES'] } }],
      want: {
        use: 'other',
        cause: 'not_writable',
        ways: both as never,
        why: phrase(CHANNEL_CAUSES.not_writable, { bot: 'one', permissions: ['SEND_MESSAGES'] }),
      },
    },
    {
      name: 'one that only the second bot may write to',
      input: [
        { bot: one, saw: { type: 0, lacks: ['SEND_MESSAGES'] } },
        { bot: two, saw: { type: 0 } },
      ],
      want: { use: 'channel', bot: '2' },
    },
    {
      name: 'a bot without an answer does not hide what the other saw',
      input: [
        { bot: one, saw: { unanswered: 'broken' } },
        { bot: two, saw: { type: 0 } },
      ],
      want: { use: 'channel', bot: '2' },
    },
    {
      name: 'a bot without an answer is named if the others cannot',
      input: [
        { bot: one, saw: { unanswered: 'broken' } },
        { bot: two, saw: hidden, inServer: true },
      ],
      want: {
        use: 'other',
        cause: 'unreachable',
        why: phrase(CHANNEL_REMARKS.unanswered, {
          reason: phrase(CHANNEL_CAUSES.unreachable),
          bots: ['one'],
        }),
      },
    },
    {
      name: 'no such channel',
      input: [{ bot: one, saw: gone, inServer: true }],
      want: { use: 'other', cause: 'unknown_channel' },
    },
    {
      name: 'a locked thread',
      input: [{ bot: one, saw: { type: 11, closed: true } }],
      want: { use: 'other', cause: 'thread_closed', ways: ['private_channel', 'direct_messages'] },
    },
    { name: 'a category', input: [{ bot: one, saw: { type: 4 } }], want: { use: 'other', cause: 'no_text' } },
    { name: 'a forum', input: [{ bot: one, saw: { type: 15 } }], want: { use: 'other', cause: 'no_text' } },
    { name: 'a thread', input: [{ bot: one, saw: { type: 11 } }], want: { use: 'channel' } },
    {
      name: 'another refusal',
      input: [{ bot: one, saw: { status: 403, code: 40333 }, inServer: true }],
      want: { use: 'other', cause: 'refused', ways: [] },
    },
    { name: 'no bot', input: [], want: { use: 'other', cause: 'no_bot' } },
  ]
  test.each(rows)('$name', ({ input, want }) => {
    expect(decide(input)).toMatchObject(want)
  })

  test.each([{ type: 3 }, hidden])('after %o the reason says that kura sends no invitation', saw => {
    const decision = decide([{ bot: one, saw, inServer: true }])
    expect(whyOf(decision)).toMatch(/invites nobody again and changes no permission/)
  })

  test('50001 alone is not called a group', () => {
    const decision = decide([{ bot: one, saw: hidden, inServer: true }])
    expect(whyOf(decision)).toMatch(/group direct message.*or a channel that is closed.*does not tell/)
  })
})

const { ADMINISTRATOR, VIEW_CHANNEL, SEND_MESSAGES, SEND_MESSAGES_IN_THREADS } = PERMISSION
const BOTH = VIEW_CHANNEL | SEND_MESSAGES
const bits = (allow: bigint, deny: bigint) => ({ allow: String(allow), deny: String(deny) })
const everyone = { id: 'guild', ...bits(0n, SEND_MESSAGES) }

describe('what an account lacks in a channel', () => {
  test.each([
    ['nothing', BOTH, [], []],
    ['what the server does not give', VIEW_CHANNEL, [], ['SEND_MESSAGES']],
    ['what everyone is denied', BOTH, [everyone], ['SEND_MESSAGES']],
    ['nothing if a role is allowed it', BOTH, [everyone, { id: 'role', ...bits(SEND_MESSAGES, 0n) }], []],
    [
      'nothing if one role denies and another allows',
      BOTH,
      [
        { id: 'role', ...bits(0n, SEND_MESSAGES) },
        { id: 'other-role', ...bits(SEND_MESSAGES, 0n) },
      ],
      [],
    ],
    [
      'what the account itself is denied',
      BOTH,
      [
        { id: 'role', ...bits(SEND_MESSAGES, 0n) },
        { id: 'bot', ...bits(0n, SEND_MESSAGES) },
      ],
      ['SEND_MESSAGES'],
    ],
    ['nothing of another account', BOTH, [{ id: 'somebody', ...bits(0n, BOTH) }], []],
    ['nothing as an administrator', ADMINISTRATOR, [everyone], []],
  ])('%s', (_name, held, overwrites, expected) => {
    const account = { guildId: 'guild', held, roles: ['role', 'other-role'], id: 'bot' }
    expect(lackingInChannel({ type: 0, overwrites }, account)).toEqual(expected)
  })

  test.each([
    ['a channel', 0, VIEW_CHANNEL | SEND_MESSAGES_IN_THREADS, ['SEND_MESSAGES']],
    ['a thread', 11, VIEW_CHANNEL | SEND_MESSAGES, ['SEND_MESSAGES_IN_THREADS']],
    ['a thread of announcements', 10, VIEW_CHANNEL | SEND_MESSAGES_IN_THREADS, []],
  ])('has its own permission in %s', (_name, type, held, expected) => {
    const account = { guildId: 'guild', held, roles: [], id: 'bot' }
    expect(lackingInChannel({ type, overwrites: [] }, account)).toEqual(expected)
  })
})
