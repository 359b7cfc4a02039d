/** Why an act that happens once was not sent, or why nobody knows how it ended. */
import { sentence } from '../../sentence.ts'

export const CLAIM_REASONS = {
  processEnded: sentence('the process that sent it ended', '送信した処理が途中で終了しました'),
  unexpectedFault: sentence(
    'an unexpected fault, see the log',
    '予期しないエラーが発生しました（詳細はログ）',
  ),
  severalAtRemote: sentence('the remote has several', '連携先に該当するものが複数あります'),
  severalDeals: sentence(
    'several deals carry its reference: {ids}',
    '同じ管理番号の取引が複数あります（{ids}）',
  ),
  severalFiles: sentence(
    'several files carry its digest: {ids}',
    '同じ内容のファイルが複数あります（{ids}）',
  ),
  notSent: sentence('Cannot send {subject}: {reason}', '送信していません：{reason}'),
  claimUnreadable: sentence('its claim cannot be read', '処理の記録を読み取れませんでした'),
  claimLost: sentence('its claim is no longer held', '別の処理に引き継がれました'),
  tooLittleTime: sentence('too little time is left for a whole call', '処理時間が足りませんでした'),
  remoteUnread: sentence(
    'Cannot tell whether the remote has {subject} already: not all of it can be read',
    '連携先の登録状況をすべては読み取れませんでした',
  ),
}
