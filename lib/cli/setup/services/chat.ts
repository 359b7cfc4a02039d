/** The questions for the chat platform. */
import { type ChatSettings, chat } from '../../../core/config/chat.ts'
import { readConfig } from '../../../core/config/config.ts'
import { askRemote, membersOf, rejected } from '../checks.ts'
import { type Answers, type ServiceSetup, type SetupDeps, settingForm } from '../step.ts'

export const chatSetup: ServiceSetup = {
  scopes: () => ['chat.send'],
  steps: [
    {
      name: 'CHAT_GUILD_ID',
      question: 'id of the server on the chat platform',
      how: [
        '1. create an application at https://discord.com/developers/applications, and its bot',
        '2. invite the bot to the server, with the permissions to view channels and to send messages',
        '3. switch on the developer mode in the settings of the chat app; a right click on the server copies its id',
      ],
      form: settingForm(chat, 'CHAT_GUILD_ID'),
    },
    {
      name: 'CHAT_NOTICES_CHANNEL_ID',
      question: 'id of the channel for notices',
      form: settingForm(chat, 'CHAT_NOTICES_CHANNEL_ID'),
    },
    {
      name: 'CHAT_BOT_TOKENS',
      question: 'tokens of the bots, separated by commas; never a token of a person',
      secret: true,
      form: settingForm(chat, 'CHAT_BOT_TOKENS'),
      together: ['CHAT_GUILD_ID', 'CHAT_NOTICES_CHANNEL_ID'],
      check: checkBots,
    },
  ],
}

/**
 * Checks at the platform which bot each token belongs to, and whether the bot is in the server and sees the channel.
 */
async function checkBots(answers: Answers, deps: SetupDeps): Promise<string> {
  const settings = readConfig({ ...deps.env, ...answers }).chat()
  const names: string[] = []
  for (const [index, token] of settings.tokens.entries())
    names.push(await checkBot({ token, which: `token ${index + 1}` }, settings, deps))
  return `the platform knows ${names.join(', ')}`
}

/** Checks a bot's token at the platform, and returns the user name of the bot. */
async function checkBot(
  { token, which }: { token: string; which: string },
  { baseUrl, guildId, noticesChannelId }: ChatSettings,
  deps: SetupDeps,
): Promise<string> {
  const headers = { authorization: `Bot ${token}`, 'user-agent': 'DiscordBot (https://kura.example, 1)' }
  const get = (path: string) =>
    askRemote(deps, { remote: 'chat', method: 'GET', url: new URL(`${baseUrl}/v10${path}`), headers })
  const { status, body } = await get('/users/@me')
  const { bot, username } = membersOf(body)
  if (status !== 200 || bot !== true) {
    const why = status === 200 ? "it is a person's" : `the platform answers ${status}`
    throw rejected(which, why, 'copy the token from the page of the bot')
  }
  const server = await get(`/guilds/${guildId}/channels`)
  if (server.status !== 200) {
    const why = `the bot is not in the server ${guildId} (${server.status})`
    throw rejected(which, why, 'invite the bot to the server')
  }
  const channel = noticesChannelId === undefined ? undefined : await get(`/channels/${noticesChannelId}`)
  if (channel && channel.status !== 200) {
    const why = `the bot does not see the channel ${noticesChannelId} (${channel.status})`
    throw rejected(which, why, 'give the bot access to the channel')
  }
  return String(username)
}
