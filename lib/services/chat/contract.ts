/** chat.send includes chat.read. To create or send is a dry run unless the signed query says `mode=write`. */
import { defineContract, type ReplyOf } from '../../core/http/contract.ts'

const reading = { method: 'GET', scope: 'chat.read', changes: 'never' } as const
const sending = { method: 'POST', scope: 'chat.send', changes: 'by mode' } as const

export const chatContract = defineContract({
  endpoints: {
    checkChannel: {
      ...reading,
      path: '/api/chat/channels/{channel}',
      summary: 'Asks the bots about a channel and decides how a message can be delivered',
    },
    deliver: {
      ...sending,
      path: '/api/chat/deliveries',
      body: true,
      logged: ['name', 'channel'],
      sends: true,
      approval: true,
      summary: 'Sends one text to a channel or to people, once for each name of a delivery',
    },
    deliveries: {
      ...reading,
      path: '/api/chat/deliveries',
      query: 'optional',
      summary: 'Lists the deliveries, the newest first, and how many of their messages are sent',
    },
    summary: {
      ...reading,
      path: '/api/chat/deliveries/{name}',
      summary: 'Shows who received a delivery and who has answered',
    },
    messages: {
      ...reading,
      path: '/api/chat/messages',
      query: 'optional',
      summary: 'Lists the messages in a state, those of unknown outcome by default',
    },
    resolve: {
      ...sending,
      path: '/api/chat/messages/resolve',
      scope: 'approve',
      changes: 'always',
      body: true,
      logged: ['case', 'operation', 'message', 'not_sent', 'seenAt'],
      approval: true,
      summary: 'Records what a person saw of a message of unknown outcome',
    },
    status: { ...reading, path: '/api/chat/status', summary: 'Shows the status message' },
    standing: {
      ...reading,
      path: '/api/chat/status/standing',
      summary: 'Shows the status message as the channel for notices has it, and when it was edited',
    },
    postStatus: {
      ...sending,
      path: '/api/chat/status',
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

/** A message without its text. */
export type MessageReport = ReplyOf<ChatContract, 'messages'>['messages'][number]
