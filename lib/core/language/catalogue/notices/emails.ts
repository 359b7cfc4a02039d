/** The e-mail addresses of registrants, which must be confirmed. */
import type { Message } from '../../message.ts'
import { type DomainFacts, domainOf } from './domains.ts'
import { kura, matter, remark } from './words.ts'

interface EmailFacts extends DomainFacts {
  readonly verifyBy: number
  /** Who said that it is confirmed, although the registrar says that it is not. */
  readonly contradicted?: string | undefined
}

const emailLine: Message<EmailFacts> = {
  en: ({ domain, contradicted }) =>
    domain +
    remark(contradicted && `${contradicted} said that it is confirmed, the registrar says that it is not`),
  ja: ({ domain, contradicted }) =>
    domain + (contradicted ? `（${contradicted}さんが確認済みとしましたが、レジストラでは未確認です）` : ''),
}

const email = {
  urgency: 'deadline',
  line: emailLine,
  act: {
    en: () =>
      'look for the registrar\'s message with "ACTION REQUIRED" and "Verify" or "確認" in its subject, open its link, then say that it is done',
    ja: () =>
      '件名に「ACTION REQUIRED」と「Verify」または「確認」を含むレジストラからのメールを探し、リンクを開いたあと、確認済みにしてください',
  },
  command: ({ domain }: EmailFacts) => kura('registrar', 'verified', domain),
  by: ({ verifyBy }: EmailFacts) => verifyBy,
  name: domainOf,
  over: {
    en: (names: string) => `Registrants' e-mail addresses that are confirmed: ${names}`,
    ja: (names: string) => `登録者のメールアドレスを確認できたドメイン：${names}`,
  },
} as const

export const emailMatters = {
  email_unconfirmed: matter<EmailFacts>({
    ...email,
    title: {
      en: (count, { number, plural }) =>
        plural(count, {
          one: "A registrant's e-mail address must be confirmed",
          other: `${number(count)} registrants' e-mail addresses must be confirmed`,
        }),
      ja: (count, { number }) => `登録者のメールアドレス確認が必要なドメインが${number(count)}件あります`,
    },
    meaning: {
      en: () => 'Without it the domain is suspended: its site and mail stop.',
      ja: () => '期限までに確認しないとドメインが停止され、サイトもメールも使えなくなります。',
    },
  }),
  email_overdue: matter<EmailFacts>({
    ...email,
    title: {
      en: (count, { number, plural }) =>
        plural(count, {
          one: "A registrant's e-mail address is overdue",
          other: `${number(count)} registrants' e-mail addresses are overdue`,
        }),
      ja: (count, { number }) =>
        `登録者のメールアドレス確認の期限を過ぎたドメインが${number(count)}件あります`,
    },
    meaning: {
      en: () => 'The domain may be suspended: its site and mail may have stopped.',
      ja: () => 'ドメインが停止され、サイトやメールが使えなくなっている可能性があります。',
    },
  }),
}
