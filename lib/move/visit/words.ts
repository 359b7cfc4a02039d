/** The texts about visits. Each is the end of a sentence that begins with the address. */
import { catalogue } from '../../core/language/catalogue.ts'

export const MOVE_VISIT = catalogue('move.visit', {
  answers: { en: 'answers {status}, expected 200', ja: '{status}を返しています（正しくは200）' },
  answersThisCheck: {
    en: 'answers {status} to this check',
    ja: 'このチェックに対して{status}を返したため、確認できません',
  },
  timedOut: { en: 'did not answer in time', ja: '制限時間内に応答がありませんでした' },
  unresolved: { en: 'does not resolve', ja: 'DNSで名前を解決できません' },
  refused: { en: 'refuses connections', ja: '接続を拒否しています' },
  cut: { en: 'cut the connection', ja: '接続が途中で切断されました' },
  brokenBody: { en: 'sent a broken compressed body', ja: '壊れた圧縮データを返しています' },
  notHttp: { en: 'does not answer in HTTP', ja: 'HTTPとして読めない応答を返しています' },
  privateAddress: {
    en: 'was not requested: {what}, which is no public address',
    ja: '公開アドレスではないためアクセスしていません（{what}）',
  },
  badCertificate: { en: 'has no valid certificate ({code})', ja: '有効な証明書がありません（{code}）' },
  unrequestable: { en: 'could not be requested ({code})', ja: 'アクセスできませんでした（{code}）' },
  unknownCause: { en: 'unknown cause', ja: '原因不明' },
  robotsUnreadable: {
    en: 'was not requested: its host has no readable robots.txt at the moment',
    ja: 'robots.txtを読み取れないため、アクセスしていません',
  },
  robotsForbid: {
    en: 'was not requested: robots.txt forbids it',
    ja: 'robots.txtで禁止されているため、アクセスしていません',
  },
  hostKeepsWaiting: {
    en: 'was not requested: its host keeps asking to wait',
    ja: 'サーバーが待機を求め続けているため、アクセスしていません',
  },
  hostWaits: {
    en: 'was not requested: its host asks to wait until {until}',
    ja: 'サーバーが{at, date, time}まで待つよう求めているため、アクセスしていません',
    onlyEn: ['until'],
    onlyJa: ['at'],
  },
  notSaved: { en: 'was not saved next to its index', ja: 'インデックスと同じフォルダーに保存されていません' },
})
