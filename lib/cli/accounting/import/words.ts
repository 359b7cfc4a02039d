/** The texts of the import for the person who keeps the books, in the company's language. */
import { catalogue } from '../../../core/language/catalogue.ts'

export const IMPORT = catalogue('import', {
  askedAgain: {
    en: 'the accounting service is asked again in {seconds, number} s; Ctrl-C stops, and the next run goes on',
    ja: '{seconds, number}秒後に会計サービスへ再度問い合わせます（Ctrl-Cで停止、次回の実行で続行）',
  },
  held: {
    en: 'another run is sending this; kura looks every two seconds whether it has ended',
    ja: '別の処理が送信中です。2秒ごとに終了を確認します',
  },
  outage: {
    en: 'the accounting service does not answer as it should; the import goes on at {at, date, time}; Ctrl-C stops, and the next run goes on',
    ja: '会計サービスが正常に応答しません。取り込みの再開：{at, date, time}（Ctrl-Cで停止、次回の実行で続行）',
  },
  stopped: {
    en: 'stopped, because the accounting service does not answer as it should: {count, plural, one {# receipt is} other {# receipts are}} not sent; run the same command again at {at, date, time}, or now with --wait, which goes on by itself',
    ja: '会計サービスが正常に応答しないため停止しました（未送信{count, number}件）。再開：{at, date, time}に同じコマンドを実行、または今 --wait を付けて実行（自動で再開）',
  },
  lost: {
    en: '{count, plural, one {The outcome of # receipt is} other {The outcome of # receipts is}} unknown, and the service has nothing of them: {rows}',
    ja: '結果が不明で、会計サービスにも見つからない領収書が{count, number}件あります：{rows}',
  },
  lostEarly: {
    en: 'they may still arrive until {at, date, time}: run the same command again after that, and kura asks once for all of them',
    ja: '{at, date, time}までは届く可能性があります。その後に同じコマンドを実行すると、まとめて1回だけ確認します',
  },
  sendAgain: { en: 'send them again?', ja: '再送しますか?' },
  yesNo: { en: '{question} (yes/no) ', ja: '{question}（はい/いいえ） ' },
})
