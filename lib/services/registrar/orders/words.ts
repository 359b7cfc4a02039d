import { catalogue } from '../../../core/language/catalogue.ts'

export const PURCHASE_STATES = catalogue('registrar.states', {
  review: { en: 'waits', ja: '保留中' },
  buying: { en: 'being bought', ja: '購入処理中' },
  refused: { en: 'not bought', ja: '購入していません' },
  unknown: { en: 'outcome unknown', ja: '結果不明' },
  removing: { en: 'being released', ja: '解除中' },
  gone: { en: 'released', ja: '解除済み' },
  purchasing: { en: 'ordered', ja: '注文済み' },
  completed: { en: 'order completed', ja: '注文完了' },
  registered: { en: 'registered', ja: '登録済み' },
  lapsed: { en: 'registration over', ja: '登録期間の終了' },
  failed: { en: 'order failed', ja: '注文の失敗' },
  refunded: { en: 'order failed, refunded', ja: '注文の失敗（返金済み）' },
  'refund-failed': { en: 'order and refund failed', ja: '注文と返金の失敗' },
  unrecognised: { en: 'unknown state', ja: '不明な状態' },
})
