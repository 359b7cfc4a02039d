import { expect, test } from 'vitest'
import { phrase } from '../../../../lib/core/language/catalogue.ts'
import type { Language } from '../../../../lib/core/language/language.ts'
import { saidReason, textOf } from '../../../../lib/core/language/text.ts'
import { DELIVERY_REASONS } from '../../../../lib/services/chat/acts/words.ts'
import { CHANNEL_CAUSES } from '../../../../lib/services/chat/channel/words.ts'
import { summaryLines } from '../../../../lib/services/chat/delivery/rows.ts'
import { LOCALES } from '../../../helpers/notice-words.ts'

const person = (label: string) => ({ label, id: label })
const SUMMARY = {
  name: 'friday',
  way: 'direct_messages',
  why: saidReason(phrase(CHANNEL_CAUSES.unknown_channel)),
  by: 'mei',
  at: '2026-06-15T03:00:00Z',
  reached: ['hana', 'ken', 'mei', 'jun'].map(label => ({ ...person(label), message: '1' })),
  unreached: [{ ...person('rei'), state: 'unknown', reason: saidReason(phrase(DELIVERY_REASONS.byAnother)) }],
  answered: [{ ...person('ken'), at: '2026-06-15T04:05:00Z' }],
  silent: [person('hana')],
  unread: [{ ...person('mei'), reason: { text: 'answered 500' } }],
  complete: false,
} as const

test.each<[Language, string[]]>([
  [
    'en',
    [
      'The channel is not used: There is no channel with this identifier',
      'by direct messages: 4 reached, 1 not',
      '- jun: reached',
      '- ken: reached, answered 15 June 2026 at 13:05',
      '- hana: reached, no answer yet',
      '- mei: reached, answers not read: answered 500',
      '- rei: unknown, another run is doing it',
      'The delivery is not complete: run it again, nobody receives it twice',
      'If a message stays unknown, look for it on the platform and settle it, in the folder of kura: kura settle --kind message',
    ],
  ],
  [
    'ja',
    [
      'チャンネルは使いません：このIDのチャンネルは存在しません',
      'ダイレクトメッセージ：送信済み 4件、未達 1件',
      '- jun：送信済み',
      '- ken：送信済み、2026年6月15日 13:05に返信あり',
      '- hana：送信済み、返信なし',
      '- mei：送信済み、返信を確認できず（「answered 500」）',
      '- rei：結果不明、別の処理が実行中です',
      '送信が完了していません。もう一度実行してください（二重に届くことはありません）',
      '結果不明のままのメッセージは、チャットで確認し、kuraのフォルダーで結果を登録してください：kura settle --kind message',
    ],
  ],
])('the summary of a delivery in %s', (language, lines) => {
  const summary = structuredClone(SUMMARY) as unknown as Parameters<typeof summaryLines>[0]
  expect(summaryLines(summary).map(line => textOf(line, LOCALES[language]))).toEqual(lines)
})

test('what is complete asks for nothing', () => {
  const summary = { ...structuredClone(SUMMARY), complete: true, unreached: [] }
  const lines = summaryLines(summary as never).map(line => textOf(line, LOCALES.en))
  expect(lines.join('\n')).not.toMatch(/npx|again/)
})
