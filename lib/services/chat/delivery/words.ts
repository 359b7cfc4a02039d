/** The summary of a delivery. */
import { catalogue } from '../../../core/language/catalogue.ts'

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
    en: 'If a message stays unknown, look for it on the platform and settle it, in the folder of kura: kura settle --kind message',
    ja: '結果不明のままのメッセージは、チャットで確認し、kuraのフォルダーで結果を登録してください：kura settle --kind message',
  },
})
