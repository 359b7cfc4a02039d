/** What the service's error codes mean. */
import { catalogue } from '../../../core/language/catalogue.ts'

export const CODE_REASONS = catalogue('accounting.codes', {
  expired: {
    en: 'it calls a token expired that it has just issued, so it refuses this endpoint',
    ja: '発行直後のトークンが「期限切れ」とされました。この機能の利用が拒否されています',
  },
  reauthorize: { en: 'the authorization has ended', ja: '認可のやり直しが必要です' },
  userPermission: { en: 'the user may not do this', ja: 'ユーザーに権限がありません' },
  applicationPermission: {
    en: 'the application may not use this endpoint',
    ja: 'アプリに権限がありません',
  },
  companyNotFound: {
    en: 'the company does not exist, or the user does not belong to it any more',
    ja: '事業所が存在しないか、ユーザーが所属していません',
  },
  planLimit: {
    en: "the allowance of the company's plan is used up",
    ja: '事業所のプランの上限に達しています',
  },
  addressLimit: {
    en: 'the company accepts calls only from certain IP addresses',
    ja: '事業所が接続元のアドレスを制限しています',
  },
})
