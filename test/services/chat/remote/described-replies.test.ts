/** Whatever the platform's description allows, kura reads: the description decides which members a reply must have. */
import { describe, expect, test } from 'vitest'
import * as calls from '../../../../lib/services/chat/remote/calls.ts'
import { hasReference, type Json, readReference } from '../../../helpers/http/openapi.ts'
import { SIZES, sampleReply } from '../../../helpers/http/openapi-samples.ts'

const DESCRIPTION = 'chat.openapi.json'
const isMissing = !hasReference(DESCRIPTION)
const message = { content: 'x', nonce: '1' }

const CALLS = [
  { call: calls.ownUserCall(), at: '/users/@me' },
  { call: calls.ownGuildsCall('0'), at: '/users/@me/guilds' },
  { call: calls.openDirectCall('1'), at: '/users/@me/channels' },
  { call: calls.channelCall('1'), at: '/channels/{channel_id}' },
  { call: calls.guildChannelsCall('1'), at: '/guilds/{guild_id}/channels' },
  { call: calls.createChannelCall('1', {}), at: '/guilds/{guild_id}/channels' },
  { call: calls.searchMembersCall('1', 'a'), at: '/guilds/{guild_id}/members/search' },
  { call: calls.memberCall('1', '2'), at: '/guilds/{guild_id}/members/{user_id}' },
  { call: calls.postMessageCall('1', message), at: '/channels/{channel_id}/messages' },
  { call: calls.messageCall('1', '2'), at: '/channels/{channel_id}/messages/{message_id}' },
  { call: calls.messagesCall('1', {}), at: '/channels/{channel_id}/messages' },
]

describe.skipIf(isMissing)('the description of the chat platform', () => {
  const document = isMissing ? ({} as Json) : (JSON.parse(readReference(DESCRIPTION)) as Json)

  describe.each(CALLS)('a reply to $call.method $at', ({ call, at }) => {
    test.each(SIZES)('is read if it is %s', size => {
      const reply = sampleReply(document, { method: call.method, path: at }, size)
      expect(call.reply.safeParse(reply).error).toBeUndefined()
    })
  })
})
