import { catalogue } from '../../core/language/catalogue.ts'
import { kura } from '../../core/language/open-item.ts'

export const DUE_KINDS = ['release', 'root', 'authorization', 'email', 'order', 'registration'] as const

export type DueKind = (typeof DUE_KINDS)[number]

export const DUE = catalogue('due', {
  release: { en: 'release {name} expires', ja: 'リリース {name}の有効期限' },
  root: { en: 'root {name} expires', ja: 'ルート {name}の有効期限' },
  authorization: {
    en: 'the authorization at the accounting service expires',
    ja: '会計サービスとの連携の有効期限',
  },
  email: {
    en: "{name}: the registrant's e-mail address must be confirmed",
    ja: '{name}：登録者のメールアドレス確認の期限',
  },
  order: { en: '{name}: its order must be completed', ja: '{name}：注文が完了する見込み' },
  registration: {
    en: '{name}: its registration ends, renew it at the registrar',
    ja: '{name}：登録期間の終了（レジストラで更新してください）',
  },
  renewal: { en: '{name}: its registration is renewed by the registrar', ja: '{name}：登録の自動更新日' },
})

/** For each kind of date, the command that deals with what is due or shows more about it. */
export const DUE_COMMANDS: Readonly<Record<DueKind, (name: string) => string>> = {
  release: () => kura('publish'),
  root: () => kura('root', 'rotate'),
  authorization: () => kura('accounting', 'authorize'),
  email: name => kura('settle', name, '--verified'),
  order: name => kura('registrar', 'orders', name),
  registration: name => kura('registrar', 'orders', name),
}
