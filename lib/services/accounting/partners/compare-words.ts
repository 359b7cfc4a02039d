import { catalogue } from '../../../core/language/catalogue.ts'

export const PARTNER_DIFFERS = catalogue('partners.differs', {
  otherwise: {
    en: 'the service stored the partner otherwise: {facts}',
    ja: '会計サービスに登録された取引先が、送った内容と違います（{facts}）',
  },
  name: { en: 'the name "{stored}" instead of "{sent}"', ja: '名前「{stored}」（送信「{sent}」）' },
  stopped: { en: 'not in use', ja: '使用停止' },
  issuer: { en: 'whether it issues qualified invoices', ja: '適格請求書発行事業者かどうか' },
  number: { en: 'the registration number', ja: '登録番号' },
})
