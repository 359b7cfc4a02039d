/**
 * The reasons why the accounting token could not be refreshed. An error code of the service is quoted as a text from
 * outside.
 */
import { catalogue } from '../../../../core/language/catalogue.ts'

export const TOKEN_REASONS = catalogue('tokens', {
  status: { en: 'status_{status}', ja: 'HTTP {status}' },
  noAnswer: { en: 'no_answer', ja: '応答なし' },
  unreadable: { en: 'unreadable_answer', ja: '応答の読み取り不可' },
  incomplete: { en: 'incomplete_answer', ja: '応答の項目不足' },
  unreachable: { en: 'unreachable', ja: '接続不可' },
  unknown: { en: 'unknown', ja: '不明' },
})
