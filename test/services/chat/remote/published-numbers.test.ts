/** The permission bits and error codes of kura and its sandbox are those that the platform publishes. */
import {
  ChannelType as Channel,
  RESTJSONErrorCodes as Code,
  PermissionFlagsBits as Permission,
} from 'discord-api-types/v10'
import { expect, test } from 'vitest'
import { isThread, PERMISSION } from '../../../../lib/services/chat/channel/permissions.ts'
import { CODE, EXPLAINED } from '../../../../lib/services/chat/remote/errors.ts'
import { REFUSALS } from '../../../../sandbox/chat/errors.ts'
import { PERMISSION as SANDBOX_PERMISSION } from '../../../../sandbox/chat/state.ts'

test('permission bits', () => {
  expect(PERMISSION).toEqual({
    ADMINISTRATOR: Permission.Administrator,
    MANAGE_CHANNELS: Permission.ManageChannels,
    VIEW_CHANNEL: Permission.ViewChannel,
    SEND_MESSAGES: Permission.SendMessages,
    READ_MESSAGE_HISTORY: Permission.ReadMessageHistory,
    SEND_MESSAGES_IN_THREADS: Permission.SendMessagesInThreads,
  })
  expect(SANDBOX_PERMISSION).toEqual({
    administrator: Permission.Administrator,
    manageChannels: Permission.ManageChannels,
    viewChannel: Permission.ViewChannel,
    sendMessages: Permission.SendMessages,
    readMessageHistory: Permission.ReadMessageHistory,
    sendMessagesInThreads: Permission.SendMessagesInThreads,
  })
})

test('types of channels', () => {
  const types = [...new Set(Object.values(Channel).filter(type => typeof type === 'number'))]
  const threads = [Channel.AnnouncementThread, Channel.PublicThread, Channel.PrivateThread]
  expect(types.filter(isThread).sort()).toEqual(threads.sort())
})

const BOTH = {
  unknownChannel: Code.UnknownChannel,
  unknownMember: Code.UnknownMember,
  unknownMessage: Code.UnknownMessage,
  unknownUser: Code.UnknownUser,
  openingTooFast: Code.OpeningDirectMessagesTooFast,
  missingAccess: Code.MissingAccess,
  otherAuthor: Code.CannotEditMessageAuthoredByAnotherUser,
  cannotMessage: Code.CannotSendMessagesToThisUser,
  missingPermissions: Code.MissingPermissions,
  invalidBody: Code.InvalidFormBodyOrContentType,
  noMutualGuild: Code.CannotSendMessagesToThisUserDueToHavingNoMutualGuilds,
}

test('error codes that kura tells apart', () => {
  expect(CODE).toEqual({
    ...BOTH,
    nonTextChannel: Code.CannotSendMessagesInNonTextChannel,
    otherUserAgent: Code.CloudflareIsBlockingYourRequest,
  })
})

test('further error codes that have words', () => {
  expect(EXPLAINED).toEqual({
    unknownGuild: Code.UnknownGuild,
    threadArchived: Code.InvalidActionOnArchivedThread,
    threadLocked: Code.ThreadLocked,
  })
})

test("error codes of the sandbox's refusals", () => {
  const coded = Object.entries(REFUSALS).flatMap(([name, { code }]) => (code === 0 ? [] : [[name, code]]))
  expect(Object.fromEntries(coded)).toEqual({
    ...BOTH,
    unknownGuild: Code.UnknownGuild,
    tooManyChannels: Code.MaximumNumberOfGuildChannelsReached,
    userAgent: Code.CloudflareIsBlockingYourRequest,
    emptyMessage: Code.CannotSendAnEmptyMessage,
    nonText: Code.CannotSendMessagesInNonTextChannel,
  })
})
