/** What a part of kura is called if it could not be read. */
import { sentence } from '../../sentence.ts'

export const OWNERS = {
  distribution: sentence('distribution', 'ファイル配布'),
  exposure: sentence('exposure', '公開範囲の検査'),
  tokens: sentence('tokens', '会計サービスとの連携'),
  accounting: sentence('accounting', '会計'),
  registrar: sentence('registrar', 'ドメイン'),
  activity: sentence('activity', '操作記録'),
  cron: sentence('cron', '日次処理'),
  chat: sentence('chat', 'チャット'),
  store: sentence('store', 'データベース'),
  notices: sentence('notices', 'お知らせ'),
}
