/** The names of the parts of kura. */
import { catalogue } from '../catalogue.ts'

export const OWNERS = catalogue('owners', {
  distribution: { en: 'distribution', ja: 'ファイル配布' },
  exposure: { en: 'exposure', ja: '公開範囲の検査' },
  tokens: { en: 'tokens', ja: '会計サービスとの連携' },
  accounting: { en: 'accounting', ja: '会計' },
  registrar: { en: 'registrar', ja: 'ドメイン' },
  activity: { en: 'activity', ja: '操作記録' },
  cron: { en: 'cron', ja: '日次処理' },
  chat: { en: 'chat', ja: 'チャット' },
  store: { en: 'store', ja: 'データベース' },
  notices: { en: 'notices', ja: 'お知らせ' },
})
