/** chat.send includes chat.read. To create or send is a dry run unless the signed query says `mode=write`. */
import { defineContract, type ReplyOf } from '../../core/http/contract.ts'

const scope = 'chat.send'

export const chatContract = defineContract({
  endpoints: {
    checkChannel: {
      method: 'GET',
      path: '/api/chat/channels/{channel}',
      scope: 'chat.read',
      changes: 'never',
      summary: 'Asks the bots about a channel and decides how a message can be delivered',
    },
    deliver: {
      method: 'POST',
      path: '/api/chat/deliveries',
      scope,
      changes: 'by mode',
      body: true,
      logged: ['name', 'channel'],
      sends: true,
      approval: true,
      summary: 'Sends one text to a channel or to people, once for each name of a delivery',
    },
    deliveries: {
      method: 'GET',
      path: '/api/chat/deliveries',
      scope: 'chat.read',
      changes: 'never',
      query: 'optional',
      summary: 'Lists the deliveries, the newest first, and how many of their messages are sent',
    },
    summary: {
      method: 'GET',
      path: '/api/chat/deliveries/{name}',
      scope: 'chat.read',
      changes: 'never',
      summary: 'Shows who received a delivery and who has answered',
    },
    messages: {
      method: 'GET',
      path: '/api/chat/messages',
      scope: 'chat.read',
      changes: 'never',
      query: 'optional',
      summary: 'Lists the messages in a state, those of unknown outcome by default',
    },
    resolve: {
      method: 'POST',
      path: '/api/chat/messages/resolve',
      scope: 'approve',
      changes: 'always',
      body: true,
      logged: ['case', 'operation', 'message', 'not_sent', 'seenAt'],
      approval: true,
      summary: 'Records what a person saw of a message of unknown outcome',
    },
    status: {
      method: 'GET',
      path: '/api/chat/status',
      scope: 'chat.read',
      changes: 'never',
      summary: 'Shows the status message',
    },
    standing: {
      method: 'GET',
      path: '/api/chat/status/standing',
      scope: 'chat.read',
      changes: 'never',
      summary: 'Shows the status message as the channel for notices has it, and when it was edited',
    },
    postStatus: {
      method: 'POST',
      path: '/api/chat/status',
      scope,
      changes: 'by mode',
      summary: 'Posts the status message to the channel for notices, at most once a minute',
    },
  },
  schemas: async () => (await import('./contract-schemas.ts')).chatSchemas,
})

export type ChatContract = typeof chatContract

export type ChannelCheck = ReplyOf<ChatContract, 'checkChannel'>

export type DeliveryDryRun = Extract<ReplyOf<ChatContract, 'deliver'>, { mode: 'dry-run' }>

export type DeliverySummary = ReplyOf<ChatContract, 'summary'>

export type DeliveryRow = ReplyOf<ChatContract, 'deliveries'>['deliveries'][number]

/** Without the text of the message. */
export type MessageReport = ReplyOf<ChatContract, 'messages'>['messages'][number]
