import { describe, expect, test } from 'vitest'
import { lackingInChannel, PERMISSION } from '../../../../lib/services/chat/channel/permissions.ts'

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
