/** The summary of a delivery, and why a channel cannot be used. */
import type { Language } from '../language.ts'
import type { Message } from '../message.ts'
import { japanese } from '../reading.ts'

type Words<Key extends string> = Readonly<Record<Key, Readonly<Record<Language, string>>>>

const WAYS: Words<'channel' | 'private_channel' | 'direct_messages'> = {
  channel: { en: 'channel', ja: 'チャンネル' },
  private_channel: { en: 'private channel', ja: 'プライベートチャンネル' },
  direct_messages: { en: 'direct messages', ja: 'ダイレクトメッセージ' },
}

const STATES: Words<'sent' | 'refused' | 'limited' | 'unknown' | 'in_progress' | 'waiting' | 'conflict'> = {
  sent: { en: 'sent', ja: '送信済み' },
  refused: { en: 'refused', ja: '送信不可' },
  limited: { en: 'limited', ja: '送信制限中' },
  unknown: { en: 'unknown', ja: '結果不明' },
  in_progress: { en: 'in progress', ja: '送信中' },
  waiting: { en: 'waiting', ja: '未送信' },
  conflict: { en: 'conflict', ja: '要確認' },
}

/** A target as the requester calls it; a channel has no such name. */
const calledJa = (label: string) => (label === 'the channel' ? 'チャンネル' : label)

export const DELIVERY = {
  counts: {
    en: ({ way, reached, unreached }, { number }) =>
      `by ${WAYS[way].en}: ${number(reached)} reached, ${number(unreached)} not`,
    ja: ({ way, reached, unreached }, { number }) =>
      `${WAYS[way].ja}：送信済み ${number(reached)}件、未達 ${number(unreached)}件`,
  } satisfies Message<{ way: keyof typeof WAYS; reached: number; unreached: number }>,
  why: {
    en: why => `The channel is not used: ${why}`,
    ja: why => `チャンネルは使いません：${japanese(why)}`,
  } satisfies Message<string>,
  reached: {
    en: label => `${label}: reached`,
    ja: label => `${calledJa(label)}：送信済み`,
  } satisfies Message<string>,
  answered: {
    en: ({ label, at }, { time }) => `${label}: reached, answered ${time(at)}`,
    ja: ({ label, at }, { time }) => `${calledJa(label)}：送信済み、${time(at)}に返信あり`,
  } satisfies Message<{ label: string; at: number }>,
  silent: {
    en: label => `${label}: reached, no answer yet`,
    ja: label => `${calledJa(label)}：送信済み、返信なし`,
  } satisfies Message<string>,
  unread: {
    en: ({ label, reason }) => `${label}: reached, answers not read: ${reason}`,
    ja: ({ label, reason }) => `${calledJa(label)}：送信済み、返信を確認できず（${japanese(reason)}）`,
  } satisfies Message<{ label: string; reason: string }>,
  unreached: {
    en: ({ label, state, reason }) => `${label}: ${STATES[state].en}, ${reason}`,
    ja: ({ label, state, reason }) => `${calledJa(label)}：${STATES[state].ja}（${japanese(reason)}）`,
  } satisfies Message<{ label: string; state: keyof typeof STATES; reason: string }>,
  incomplete: {
    en: () => 'The delivery is not complete: run it again, nobody receives it twice',
    ja: () => '送信が完了していません。もう一度実行してください（二重に届くことはありません）',
  } satisfies Message,
  unsettled: {
    en: () => 'If a message stays unknown, look for it on the platform and settle it: npx kura chat messages',
    ja: () =>
      '結果不明のままのメッセージは、チャットで確認して結果を登録してください：npx kura chat messages',
  } satisfies Message,
}
