/** Why a call to a remote failed. A code of the remote is quoted. */
import { sentence } from '../../sentence.ts'

export const REMOTE_REASONS = {
  accounting: sentence('the accounting service', '会計サービス'),
  registrar: sentence('the registrar', 'レジストラ'),
  chat: sentence('the chat platform', 'チャット'),
  answered: sentence('Cannot {call}: {remote} answered {reason}', '{remote}がエラーを返しました（{reason}）'),
  answeredWhy: sentence(
    'Cannot {call}: {remote} answered {answer}: {reason}',
    '{remote}がエラー「{answer}」を返しました：{reason}',
  ),
  otherShape: sentence(
    'Cannot read the reply to {call}: {remote} sent another shape',
    '{remote}の応答を読み取れませんでした',
  ),
  unreachable: sentence(
    'Cannot reach {host} for {call}: nothing was sent',
    '{host}に接続できず、何も送信していません',
  ),
  silent: sentence(
    'Cannot tell the outcome of {call}: its reply did not arrive',
    '送信しましたが、応答がありませんでした',
  ),
  tooLarge: sentence(
    'Cannot read {call}: its reply is over {limit} bytes',
    '応答が大きすぎて読み取れませんでした（上限{limit}バイト）',
  ),
}
