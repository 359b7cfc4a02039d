/** What must be done, or ends, by a date. */
import type { Message } from '../message.ts'
import { kura } from './notices/words.ts'

export const DUE_KINDS = ['release', 'root', 'authorization', 'email', 'order', 'registration'] as const

export type DueKind = (typeof DUE_KINDS)[number]

interface DueFacts {
  /** The version of a release or a root, or a domain. */
  readonly name: string
  /** Only of a registration: the registrar renews it by itself. */
  readonly renews?: boolean | undefined
}

interface DueWords {
  readonly line: Message<DueFacts>
  /** For a shell: does it, or shows more. */
  readonly command: (name: string) => string
}

export const DUE: Readonly<Record<DueKind, DueWords>> = {
  release: {
    line: {
      en: ({ name }) => `release ${name} expires`,
      ja: ({ name }) => `リリース ${name}の有効期限`,
    },
    command: () => kura('publish'),
  },
  root: {
    line: {
      en: ({ name }) => `root ${name} expires`,
      ja: ({ name }) => `ルート ${name}の有効期限`,
    },
    command: () => kura('root', 'rotate'),
  },
  authorization: {
    line: {
      en: () => 'the authorization at the accounting service expires',
      ja: () => '会計サービスとの連携の有効期限',
    },
    command: () => kura('accounting', 'authorize'),
  },
  email: {
    line: {
      en: ({ name }) => `${name}: the registrant's e-mail address must be confirmed`,
      ja: ({ name }) => `${name}：登録者のメールアドレス確認の期限`,
    },
    command: name => kura('registrar', 'verified', name),
  },
  order: {
    line: {
      en: ({ name }) => `${name}: its order must be completed`,
      ja: ({ name }) => `${name}：注文が完了する見込み`,
    },
    command: name => kura('registrar', 'order', name),
  },
  registration: {
    line: {
      en: ({ name, renews }) =>
        renews
          ? `${name}: its registration is renewed by the registrar`
          : `${name}: its registration ends, renew it at the registrar`,
      ja: ({ name, renews }) =>
        renews ? `${name}：登録の自動更新日` : `${name}：登録期間の終了（レジストラで更新してください）`,
    },
    command: name => kura('registrar', 'order', name),
  },
}
