import { type ChatSettings, chat } from '../../../../core/config/chat.ts'
import { readConfig } from '../../../../core/config/config.ts'
import { words } from '../../../../core/config/environment.ts'
import { membersOf } from '../../../../core/json/json.ts'
import { catalogue, phrase } from '../../../../core/language/catalogue.ts'
import { askRemote } from '../checks.ts'
import { type Answers, refusal, type ServiceSetup, type SetupDeps, settingForm } from '../step.ts'

const WORDS = catalogue('setup.chat', {
  server: { en: 'id of the server on the chat platform', ja: 'チャットのサーバーID' },
  create: {
    en: '1. create an application at https://discord.com/developers/applications, and its bot',
    ja: '1. https://discord.com/developers/applications でアプリとそのボットを作る',
  },
  invite: {
    en: '2. invite the bot to the server, with the permissions to view channels and to send messages',
    ja: '2. ボットをサーバーに招待する（権限：チャンネルを見る、メッセージを送る）',
  },
  ids: {
    en: '3. switch on the developer mode in the settings of the chat app; a right click on the server copies its id',
    ja: '3. チャットの設定で開発者モードをオンにし、サーバーを右クリックしてIDを写す',
  },
  idForm: { en: 'an id, digits only', ja: '数字だけのID' },
  channel: { en: 'id of the channel for notices', ja: 'お知らせを送るチャンネルのID' },
  tokens: {
    en: 'tokens of the bots, separated by commas; never a token of a person',
    ja: 'ボットのトークン（カンマ区切り）。個人のトークンは使えません',
  },
  tokenForm: {
    en: 'a bot\'s token alone, without quotes or the word "Bot"; never a person\'s',
    ja: 'ボットのトークンだけ（引用符や「Bot」を付けない。個人のトークンは不可）',
  },
  knows: { en: 'the platform knows {names}', ja: 'チャットで確認できたボット：{names}' },
  answers: {
    en: 'Cannot use token {index}: the platform answers {status}',
    ja: '{index}番目のトークンは使えません：チャットの応答 {status}',
  },
  person: {
    en: "Cannot use token {index}: it is a person's",
    ja: '{index}番目のトークンは使えません：個人のものです',
  },
  copy: { en: 'copy the token from the page of the bot', ja: 'ボットのページからトークンを写してください' },
  outside: {
    en: 'Cannot use token {index}: the bot is not in the server {server} ({status})',
    ja: '{index}番目のトークンは使えません：ボットがサーバー {server}にいません（{status}）',
  },
  inviteHint: { en: 'invite the bot to the server', ja: 'ボットをサーバーに招待してください' },
  blind: {
    en: 'Cannot use token {index}: the bot does not see the channel {channel} ({status})',
    ja: '{index}番目のトークンは使えません：ボットからチャンネル {channel}が見えません（{status}）',
  },
  access: { en: 'give the bot access to the channel', ja: 'チャンネルの権限にボットを加えてください' },
})

const readId = (name: string) => {
  const read = settingForm(chat, name)
  return (answer: string) => read(answer.normalize('NFKC'))
}
const readTokens = settingForm(chat, 'CHAT_BOT_TOKENS')

export const chatSetup: ServiceSetup = {
  scopes: () => ['chat.send'],
  steps: [
    {
      name: 'CHAT_GUILD_ID',
      question: phrase(WORDS.server),
      how: () => [phrase(WORDS.create), phrase(WORDS.invite), phrase(WORDS.ids)],
      expected: phrase(WORDS.idForm),
      read: readId('CHAT_GUILD_ID'),
    },
    {
      name: 'CHAT_NOTICES_CHANNEL_ID',
      question: phrase(WORDS.channel),
      expected: phrase(WORDS.idForm),
      read: readId('CHAT_NOTICES_CHANNEL_ID'),
    },
    {
      name: 'CHAT_BOT_TOKENS',
      question: phrase(WORDS.tokens),
      secret: true,
      expected: phrase(WORDS.tokenForm),
      read: answer => readTokens(words(answer).join(',')),
      together: ['CHAT_GUILD_ID', 'CHAT_NOTICES_CHANNEL_ID'],
      check: checkBots,
    },
  ],
}

async function checkBots(answers: Answers, deps: SetupDeps) {
  const settings = readConfig({ ...deps.env, ...answers }).chat()
  const names: string[] = []
  for (const [index, token] of settings.tokens.entries())
    names.push(await checkBot({ token, index: index + 1 }, settings, deps))
  return phrase(WORDS.knows, { names })
}

async function checkBot(
  { token, index }: { token: string; index: number },
  { baseUrl, guildId, noticesChannelId }: ChatSettings,
  deps: SetupDeps,
): Promise<string> {
  const headers = { authorization: `Bot ${token}`, 'user-agent': 'DiscordBot (https://kura.example, 1)' }
  const get = (path: string) =>
    askRemote(deps, { remote: 'chat', method: 'GET', url: new URL(`${baseUrl}/v10${path}`), headers })
  const { status, body } = await get('/users/@me')
  const { bot, username } = membersOf(body)
  if (status !== 200) throw refusal(deps, phrase(WORDS.answers, { index, status }), phrase(WORDS.copy))
  if (bot !== true) throw refusal(deps, phrase(WORDS.person, { index }), phrase(WORDS.copy))
  const server = await get(`/guilds/${guildId}/channels`)
  if (server.status !== 200) {
    const outside = phrase(WORDS.outside, { index, server: guildId, status: server.status })
    throw refusal(deps, outside, phrase(WORDS.inviteHint))
  }
  const channel = noticesChannelId === undefined ? undefined : await get(`/channels/${noticesChannelId}`)
  if (channel && channel.status !== 200) {
    const blind = phrase(WORDS.blind, { index, channel: noticesChannelId ?? '', status: channel.status })
    throw refusal(deps, blind, phrase(WORDS.access))
  }
  return String(username)
}
