import * as calls from '../../../../lib/services/chat/remote/calls.ts'
import { describeReplies } from '../../../helpers/remotes/described-replies.ts'

const message = { content: 'x', nonce: '1' }

describeReplies('chat.openapi.json', [
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
])
