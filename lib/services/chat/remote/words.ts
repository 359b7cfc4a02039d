import { catalogue } from '../../../core/language/catalogue.ts'

export const REFUSALS = catalogue('chat.refusals', {
  unknownChannel: { en: 'there is no such channel', ja: 'チャンネルが存在しません' },
  unknownGuild: { en: 'there is no such server', ja: 'サーバーが存在しません' },
  threadClosed: {
    en: 'the thread is archived or locked',
    ja: 'スレッドがアーカイブされているか、ロックされています',
  },
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

export const FIELD_ADVICE = catalogue('chat.fields', {
  name: {
    en: 'give the delivery another name: the channel is named after it, and the platform does not allow this name',
    ja: '配信名を変えてください（チャンネル名として使えません）',
  },
  content: {
    en: 'change the text, or shorten it: the platform does not allow it as it is',
    ja: '本文を変えるか、短くしてください（この内容では投稿できません）',
  },
  people: {
    en: 'name other people: the platform does not accept one of these identifiers',
    ja: '宛先を見直してください（使えないIDがあります）',
  },
  other: { en: 'change what these members hold', ja: 'この項目の内容を変えてください' },
})

export const UNUSED_TOKENS = catalogue('chat.unusedTokens', {
  personal: {
    en: "it is a person's token: it is not used, because the platform forbids that",
    ja: '個人のトークンです（プラットフォームの規則により使用しません）',
  },
  unknown: {
    en: 'the platform does not know it as the token of a bot (401)',
    ja: 'ボットのトークンとして認識されませんでした（401）',
  },
  lockedOut: { en: 'the platform locks this bot out (403)', ja: 'このボットは停止されています（403）' },
  unanswered: {
    en: 'the platform gave no answer about it: {reason}',
    ja: 'プラットフォームからの応答がありません：{reason}',
  },
})

export const REFUSED = catalogue('chat.refused', {
  fields: {
    en: 'the platform refuses {fields}; {advice}',
    ja: '受け付けられない項目があります（{fields}）。{advice}',
  },
  withCode: { en: '{reason} (code {code})', ja: '{reason}（コード {code}）' },
  withStatus: { en: '{reason} ({status}, code {code})', ja: '{reason}（HTTP {status}、コード {code}）' },
  limited: {
    en: 'Cannot call the chat platform: its rate limit asks to wait {seconds} more seconds',
    ja: '送信回数の制限により、あと{seconds}秒の待機が必要です',
  },
})
