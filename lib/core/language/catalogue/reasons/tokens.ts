/** Why the accounting token could not be refreshed. An error code of the service itself is quoted. */
import { sentence } from '../../sentence.ts'

export const TOKEN_REASONS = {
  status: sentence('status_{status}', 'HTTP {status}'),
  noAnswer: sentence('no_answer', '応答なし'),
  unreadable: sentence('unreadable_answer', '応答の読み取り不可'),
  incomplete: sentence('incomplete_answer', '応答の項目不足'),
  unreachable: sentence('unreachable', '接続不可'),
  unknown: sentence('unknown', '不明'),
}
