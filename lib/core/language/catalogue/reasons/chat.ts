/** Why a message was not sent, why a channel cannot be used, and what is not known of either. */
import { sentence } from '../../sentence.ts'

/** What a refusal of the platform means, by its code. */
export const REFUSALS = {
  unknownChannel: sentence('there is no such channel', 'チャンネルが存在しません'),
  unknownMessage: sentence('there is no such message', 'メッセージが存在しません'),
  unknownMember: sentence(
    'nobody with this identifier is in the server',
    'このIDの人はサーバーに参加していません',
  ),
  unknownUser: sentence('there is no such person', 'このIDの人は存在しません'),
  openingTooFast: sentence(
    'direct messages were opened too fast',
    '短時間に多くのダイレクトメッセージを開きました',
  ),
  missingAccess: sentence('the bot has no access', 'ボットにアクセス権がありません'),
  cannotMessage: sentence(
    'this person accepts no direct messages from the bot',
    'ボットからのダイレクトメッセージを受け付けない設定です',
  ),
  missingPermissions: sentence('the bot lacks a permission', 'ボットの権限が不足しています'),
  noMutualGuild: sentence(
    'this person shares no server with the bot any more',
    'ボットと同じサーバーに参加していません',
  ),
  otherUserAgent: sentence(
    'the platform requires another User-Agent',
    'User-Agentが受け付けられませんでした',
  ),
  noMessages: sentence(
    'this kind of channel cannot hold a message',
    'メッセージを投稿できない種類のチャンネルです',
  ),
  otherBody: sentence(
    'the body has another shape than the platform requires',
    '送信内容の形式が受け付けられませんでした',
  ),
  invalidToken: sentence('the token is not valid', 'トークンが無効です'),
  refused: sentence('refused', '拒否されました'),
}

export const REFUSED = {
  withCode: sentence('{reason} (code {code})', '{reason}（コード {code}）'),
  withStatus: sentence('{reason} ({status}, code {code})', '{reason}（HTTP {status}、コード {code}）'),
  limited: sentence(
    'Cannot call the chat platform: its rate limit asks to wait {seconds} more seconds',
    '送信回数の制限により、あと{seconds}秒の待機が必要です',
  ),
}

/** Why a target of a delivery was not reached, or its answers were not read. */
export const DELIVERY_REASONS = {
  endedFirst: sentence(
    'this run ended first; run the delivery again',
    '処理時間内に送信できませんでした。もう一度実行してください',
  ),
  notSentYet: sentence(
    'it has not been sent yet; run the delivery again',
    'まだ送信していません。もう一度実行してください',
  ),
  notKnown: sentence('its outcome is not known', '送信できたかどうか分かりません'),
  notYet: sentence('not done yet: {reason}', '未送信：{reason}'),
  byAnother: sentence('another run is doing it', '別の処理が実行中です'),
  nameUsed: sentence(
    'the name is already used for something else',
    '同じ名前がすでに別の内容で使われています',
  ),
  doneTwice: sentence(
    'another run did it too: look at the platform, it may be there twice',
    '別の処理も送信しました。二重になっていないか、チャットで確認してください',
  ),
  historyUnread: sentence(
    'the platform cannot be read to the end: the bot needs READ_MESSAGE_HISTORY there, or a person looks',
    '履歴を最後まで読み取れません。ボットに「READ_MESSAGE_HISTORY」の権限を付けるか、チャットで直接確認してください',
  ),
  notThere: sentence(
    'it is not at the platform after the settling time',
    '待機時間を過ぎてもチャットにありません',
  ),
  seenAbsent: sentence('a person saw that it is not there', '未送信であることを担当者が確認しました'),
  settlesLater: sentence('{reason}; a run in ten minutes settles it', '{reason}（10分後の実行で確定します）'),
  doubtful: sentence(
    'Cannot tell whether "{case}" was sent: the bot\'s message {message} is of that time, with another text',
    '送信できたかどうか判断できません。同じ時刻に、本文の異なるボットのメッセージ {message}があります',
  ),
  noTime: sentence('no time was left: run it again', '時間が足りませんでした。もう一度実行してください'),
  moreToRead: sentence('there is more to read: run it again', '続きがあります。もう一度実行してください'),
  historyForbidden: sentence('the bot may not read the history', 'ボットに履歴を読む権限がありません'),
  theChannel: sentence('the channel', 'チャンネル'),
}

/** Why the channel that was asked for is not used. */
export const CHANNEL_CAUSES = {
  group: sentence(
    'This is a group direct message, which the platform opens to no bot, whatever its permissions. kura invites nobody again and changes no permission. Use a private channel in the server, or direct messages',
    'グループDMのため、権限にかかわらずボットは参加できません。再招待や権限の変更では解決しません。サーバーのプライベートチャンネルか、個別のダイレクトメッセージを使ってください',
  ),
  unreachable: sentence(
    'The bot is in the server but has no access to this channel (403, code 50001). It is either a group direct message, which no bot can join, or a channel that is closed to the bot; the answer does not tell which. kura invites nobody again and changes no permission. Use a private channel in the server, or direct messages',
    'ボットはサーバーに参加していますが、このチャンネルにアクセスできません（HTTP 403、コード 50001）。ボットが参加できないグループDMか、ボットに公開されていないチャンネルのどちらかです。サーバーのプライベートチャンネルか、個別のダイレクトメッセージを使ってください',
  ),
  not_in_server: sentence(
    'No bot is in the server, so none can reach the channel or its people. Somebody who manages the server must add the bot first. If the channel is a group direct message, that will not open it',
    'どのボットもサーバーに参加していません。まずサーバーの管理者がボットを追加してください。グループDMの場合は、追加しても使えません',
  ),
  not_writable: sentence(
    'The bot "{bot}" sees this channel but lacks {permissions} there. Give it that permission in the channel\'s settings, or use a private channel or direct messages',
    'ボット「{bot}」はこのチャンネルを閲覧できますが、権限「{permissions}」がありません。チャンネルの設定で権限を付けるか、プライベートチャンネルかダイレクトメッセージを使ってください',
  ),
  no_text: sentence(
    'A channel of this type holds no messages; use a text channel in the server',
    'メッセージを投稿できない種類のチャンネルです。サーバーのテキストチャンネルを使ってください',
  ),
  unknown_channel: sentence('There is no channel with this identifier', 'このIDのチャンネルは存在しません'),
  refused: sentence('The platform refused every bot: {reason}', 'すべてのボットが拒否されました：{reason}'),
  no_bot: sentence('No usable bot token is configured', '使えるボットのトークンが設定されていません'),
}

export const CHANNEL_REMARKS = {
  unanswered: sentence(
    '{reason}. The platform gave no answer to {bots}',
    '{reason}。応答のなかったボット：{bots}',
  ),
}
