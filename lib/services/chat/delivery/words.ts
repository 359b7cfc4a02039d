import { catalogue } from '../../../core/language/catalogue.ts'

export const WAYS = catalogue('chat.ways', {
  channel: { en: 'channel', ja: 'チャンネル' },
  private_channel: { en: 'private channel', ja: 'プライベートチャンネル' },
  direct_messages: { en: 'direct messages', ja: 'ダイレクトメッセージ' },
})

export const STATES = catalogue('chat.states', {
  sent: { en: 'reached', ja: '送信済み' },
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
  unusedChannel: { en: 'The channel is not used: {why}', ja: 'チャンネルは使いません：{why}' },
  unusedToken: {
    en: 'Token {token} of the bots is not used: {reason}',
    ja: 'ボットのトークン{token}は使えません：{reason}',
  },
  recipient: { en: '- {label}: {state}', ja: '- {label}：{state}' },
  remarked: { en: '- {label}: {state}, {remark}', ja: '- {label}：{state}、{remark}' },
  answered: { en: 'answered {at, date, time}', ja: '{at, date, time}に返信あり' },
  silent: { en: 'no answer yet', ja: '返信なし' },
  unread: { en: 'answers not read: {reason}', ja: '返信を確認できず（{reason}）' },
  characters: { en: '{count, plural, one {# character} other {# characters}}', ja: '{count, number}文字' },
  toPrivate: { en: 'a new private channel {channel}', ja: '新しいプライベートチャンネル{channel}' },
  begun: {
    en: 'Begun on {at, date, time}: only what is not sent yet is sent',
    ja: '{at, date, time}に開始済みです。まだ送っていない分だけを送ります',
  },
  incomplete: {
    en: 'The delivery is not complete: run it again, nobody receives it twice',
    ja: '送信が完了していません。もう一度実行してください（二重に届くことはありません）',
  },
  unsettled: {
    en: 'If a message stays unknown, look for it on the platform and settle it, in the folder of kura: kura settle --kind message',
    ja: '結果不明のままのメッセージは、チャットで確認し、kuraのフォルダーで結果を登録してください：kura settle --kind message',
  },
})
