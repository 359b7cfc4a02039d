/** The names of the places of the old domain in a document, and of its forms. */
import { catalogue } from '../../core/language/catalogue.ts'

export const MOVE_PLACES = catalogue('move.places', {
  canonical: { en: 'canonical', ja: 'canonical' },
  sitemap: { en: 'sitemap', ja: 'サイトマップ' },
  robots: { en: 'robots', ja: 'robots.txt' },
  'social-preview': { en: 'social-preview', ja: 'SNS用のメタ情報' },
  'structured-data': { en: 'structured-data', ja: '構造化データ' },
  hreflang: { en: 'hreflang', ja: 'hreflang' },
  links: { en: 'links', ja: 'リンク' },
  resources: { en: 'resources', ja: '読み込むファイル' },
  meta: { en: 'meta', ja: 'メタ情報' },
  script: { en: 'script', ja: 'スクリプト' },
  data: { en: 'data', ja: 'JSONデータ' },
  style: { en: 'style', ja: 'スタイルシート' },
  text: { en: 'text', ja: '本文' },
  document: { en: 'PDF', ja: 'PDF' },
  comment: { en: 'comment', ja: 'コメント' },
  other: { en: 'other', ja: 'その他' },
  headers: { en: 'headers', ja: 'HTTPヘッダー' },
  raw: { en: 'raw', ja: 'そのまま' },
  escaped: { en: 'escaped', ja: 'エスケープ' },
  'percent-encoded': { en: 'percent-encoded', ja: 'パーセントエンコード' },
  'full-width': { en: 'full-width', ja: '全角文字' },
  namesBelow: {
    en: '; names below it: {names}',
    ja: '。サブドメイン：{names}',
  },
  punycode: { en: 'punycode', ja: 'Punycode' },
})
