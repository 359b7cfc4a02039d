/** The reasons why a message was not sent, why a channel cannot be used, or why the outcome is unknown. */
import { catalogue } from '../../core/language/catalogue.ts'

/** The meanings of the platform's refusals, by code. */
export const REFUSALS = catalogue('chat.refusals', {
  unknownChannel: { en: 'there is no such channel', ja: 'チャンネルが存在しません' },
  unknownMessage: { en: 'there is no such message', ja: 'メッセージが存在しません' },
  unknownMember: {
    en: 'nobody with this identifier is in the server',
    ja: 'このIDの人はサーバーに参加していません',
  },
  unknownUser: { en: 'there is no such person', ja: 'このIDの人は存在しません' },
  openingTooFast: {
    en: 'direct messages were opened too fast',
    ja: '短時間に多くのダイレクトメッセージを開きました',
  },
  missingAccess: { en: 'the bot has no access', ja: 'ボットにアクセス権がありません' },
  cannotMessage: {
    en: 'this person accepts no direct messages from the bot',
    ja: 'ボットからのダイレクトメッセージを受け付けない設定です',
  },
  missingPermissions: { en: 'the bot lacks a permission', ja: 'ボットの権限が不足しています' },
  noMutualGuild: {
    en: 'this person shares no server with the bot any more',
    ja: 'ボットと同じサーバーに参加していません',
  },
  otherUserAgent: {
    en: 'the platform requires another User-Agent',
    ja: 'User-Agentが受け付けられませんでした',
  },
  noMessages: {
    en: 'this kind of channel cannot hold a message',
    ja: 'メッセージを投稿できない種類のチャンネルです',
  },
  otherBody: {
    en: 'the body has another shape than the platform requires',
    ja: '送信内容の形式が受け付けられませんでした',
  },
  invalidToken: { en: 'the token is not valid', ja: 'トークンが無効です' },
  refused: { en: 'refused', ja: '拒否されました' },
})

export const REFUSED = catalogue('chat.refused', {
  withCode: { en: '{reason} (code {code})', ja: '{reason}（コード {code}）' },
  withStatus: { en: '{reason} ({status}, code {code})', ja: '{reason}（HTTP {status}、コード {code}）' },
  limited: {
    en: 'Cannot call the chat platform: its rate limit asks to wait {seconds} more seconds',
    ja: '送信回数の制限により、あと{seconds}秒の待機が必要です',
  },
})

/** Why a target of a delivery was not reached, or its answers were not read. */
export const DELIVERY_REASONS = catalogue('chat.deliveries', {
  endedFirst: {
    en: 'this run ended first; run the delivery again',
    ja: '処理時間内に送信できませんでした。もう一度実行してください',
  },
  notSentYet: {
    en: 'it has not been sent yet; run the delivery again',
    ja: 'まだ送信していません。もう一度実行してください',
  },
  notKnown: { en: 'its outcome is not known', ja: '送信できたかどうか分かりません' },
  notYet: { en: 'not done yet: {reason}', ja: '未送信：{reason}' },
  byAnother: { en: 'another run is doing it', ja: '別の処理が実行中です' },
  nameUsed: {
    en: 'the name is already used for something else',
    ja: '同じ名前がすでに別の内容で使われています',
  },
  doneTwice: {
    en: 'another run did it too: look at the platform, it may be there twice',
    ja: '別の処理も送信しました。二重になっていないか、チャットで確認してください',
  },
  historyUnread: {
    en: 'the platform cannot be read to the end: the bot needs READ_MESSAGE_HISTORY there, or a person looks',
    ja: '履歴を最後まで読み取れません。ボットに「READ_MESSAGE_HISTORY」の権限を付けるか、チャットで直接確認してください',
  },
  notThere: {
    en: 'it is not at the platform after the settling time',
    ja: '待機時間を過ぎてもチャットにありません',
  },
  seenAbsent: { en: 'a person saw that it is not there', ja: '未送信であることを担当者が確認しました' },
  settlesLater: {
    en: '{reason}; a run in ten minutes settles it',
    ja: '{reason}（10分後の実行で確定します）',
  },
  doubtful: {
    en: 'Cannot tell whether "{case}" was sent: the bot\'s message {message} is of that time, with another text',
    ja: '送信できたかどうか判断できません。同じ時刻に、本文の異なるボットのメッセージ {message}があります',
    onlyEn: ['case'],
  },
  noTime: { en: 'no time was left: run it again', ja: '時間が足りませんでした。もう一度実行してください' },
  moreToRead: { en: 'there is more to read: run it again', ja: '続きがあります。もう一度実行してください' },
  historyForbidden: { en: 'the bot may not read the history', ja: 'ボットに履歴を読む権限がありません' },
  theChannel: { en: 'the channel', ja: 'チャンネル' },
})

/** Why the requested channel is not used. */
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

export const WAYS = catalogue('chat.ways', {
  channel: { en: 'channel', ja: 'チャンネル' },
  private_channel: { en: 'private channel', ja: 'プライベートチャンネル' },
  direct_messages: { en: 'direct messages', ja: 'ダイレクトメッセージ' },
})

export const STATES = catalogue('chat.states', {
  sent: { en: 'sent', ja: '送信済み' },
  refused: { en: 'refused', ja: '送信不可' },
  limited: { en: 'limited', ja: '送信制限中' },
  unknown: { en: 'unknown', ja: '結果不明' },
  in_progress: { en: 'in progress', ja: '送信中' },
  waiting: { en: 'waiting', ja: '未送信' },
  conflict: { en: 'conflict', ja: '要確認' },
})

export const DELIVERY = catalogue('chat.summary', {
  counts: {
    en: 'by {way}: {reached, number} reached, {unreached, number} not',
    ja: '{way}：送信済み {reached, number}件、未達 {unreached, number}件',
  },
  why: {
    en: 'The channel is not used: {why}',
    ja: 'チャンネルは使いません：{why}',
  },
  reached: {
    en: '{label}: reached',
    ja: '{label}：送信済み',
  },
  answered: {
    en: '{label}: reached, answered {at, date, time}',
    ja: '{label}：送信済み、{at, date, time}に返信あり',
  },
  silent: {
    en: '{label}: reached, no answer yet',
    ja: '{label}：送信済み、返信なし',
  },
  unread: {
    en: '{label}: reached, answers not read: {reason}',
    ja: '{label}：送信済み、返信を確認できず（{reason}）',
  },
  unreached: {
    en: '{label}: {state}, {reason}',
    ja: '{label}：{state}（{reason}）',
  },
  incomplete: {
    en: 'The delivery is not complete: run it again, nobody receives it twice',
    ja: '送信が完了していません。もう一度実行してください（二重に届くことはありません）',
  },
  unsettled: {
    en: 'If a message stays unknown, look for it on the platform and settle it: npx kura settle --kind message',
    ja: '結果不明のままのメッセージは、チャットで確認して結果を登録してください：npx kura settle --kind message',
  },
})
