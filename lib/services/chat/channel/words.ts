import { catalogue } from '../../../core/language/catalogue.ts'

export const CHANNEL_CAUSES = catalogue('chat.channels', {
  group: {
    en: 'This is a group direct message, which the platform opens to no bot, whatever its permissions. kura invites nobody again and changes no permission. Use a private channel in the server, or direct messages',
    ja: 'グループDMのため、権限にかかわらずボットは参加できません。再招待や権限の変更では解決しません。サーバーのプライベートチャンネルか、個別のダイレクトメッセージを使ってください',
  },
  unreachable: {
    en: 'The bot is in the server but has no access to this channel (403, code 50001). It is either a group direct message, which no bot can join, or a channel that is closed to the bot; the answer does not tell which. kura invites nobody again and changes no permission. Use a private channel in the server, or direct messages',
    ja: 'ボットはサーバーに参加していますが、このチャンネルにアクセスできません（HTTP 403、コード 50001）。ボットが参加できないグループDMか、ボットに公開されていないチャンネルのどちらかです。サーバーのプライベートチャンネルか、個別のダイレクトメッセージを使ってください',
  },
  not_in_server: {
    en: 'No bot is in the server, so none can reach the channel or its people. Somebody who manages the server must add the bot first. If the channel is a group direct message, that will not open it',
    ja: 'どのボットもサーバーに参加していません。まずサーバーの管理者がボットを追加してください。グループDMの場合は、追加しても使えません',
  },
  not_writable: {
    en: 'The bot "{bot}" sees this channel but lacks {permissions} there. Give it that permission in the channel\'s settings, or use a private channel or direct messages',
    ja: 'ボット「{bot}」はこのチャンネルを閲覧できますが、権限「{permissions}」がありません。チャンネルの設定で権限を付けるか、プライベートチャンネルかダイレクトメッセージを使ってください',
  },
  no_text: {
    en: 'A channel of this type holds no messages; use a text channel in the server',
    ja: 'メッセージを投稿できない種類のチャンネルです。サーバーのテキストチャンネルを使ってください',
  },
  thread_closed: {
    en: 'This thread is locked, so no bot can write there. Unlock it on the platform, or use its channel, a private channel or direct messages',
    ja: 'このスレッドはロックされていて、投稿できません。チャットでロックを解除するか、元のチャンネル、プライベートチャンネル、ダイレクトメッセージのいずれかを使ってください',
  },
  unknown_channel: { en: 'There is no channel with this identifier', ja: 'このIDのチャンネルは存在しません' },
  refused: { en: 'The platform refused every bot: {reason}', ja: 'すべてのボットが拒否されました：{reason}' },
  no_bot: { en: 'No usable bot token is configured', ja: '使えるボットのトークンが設定されていません' },
})

export const CHANNEL_REMARKS = catalogue('chat.channels.remarks', {
  unanswered: {
    en: '{reason}. The platform gave no answer to {bots}',
    ja: '{reason}。応答のなかったボット：{bots}',
  },
})
