/** The e-mail addresses of registrants, which must be confirmed. */
import { catalogue, phrase } from '../../catalogue.ts'
import { type DomainFacts, domainOf } from './domains.ts'
import { kura, matter, remark } from './words.ts'

interface EmailFacts extends DomainFacts {
  readonly verifyBy: number
  /** The person who said that the address is confirmed, although the registrar says that it is not. */
  readonly contradicted?: string | undefined
}

const WORDS = catalogue('notices.emails', {
  contradicted: {
    en: '{person} said that it is confirmed, the registrar says that it is not',
    ja: '{person}さんが確認済みとしましたが、レジストラでは未確認です',
  },
})

const emailTexts = {
  line: { en: '{domain}{remark}', ja: '{domain}{remark}' },
  act: {
    en: 'look for the registrar\'s message with "ACTION REQUIRED" and "Verify" or "確認" in its subject, open its link, then say that it is done',
    ja: '件名に「ACTION REQUIRED」と「Verify」または「確認」を含むレジストラからのメールを探し、リンクを開いたあと、確認済みにしてください',
  },
  over: {
    en: "Registrants' e-mail addresses that are confirmed: {names}",
    ja: '登録者のメールアドレスを確認できたドメイン：{names}',
  },
} as const

const email = {
  urgency: 'deadline',
  values: ({ domain, contradicted }: EmailFacts) => ({
    domain,
    remark: remark(contradicted ? phrase(WORDS.contradicted, { person: contradicted }) : undefined),
  }),
  command: ({ domain }: EmailFacts) => kura('settle', domain, '--verified'),
  by: ({ verifyBy }: EmailFacts) => verifyBy,
  name: domainOf,
} as const

export const emailMatters = {
  email_unconfirmed: matter({
    ...catalogue('notices.email_unconfirmed', {
      ...emailTexts,
      title: {
        en: "{count, plural, one {A registrant's e-mail address must be confirmed} other {# registrants' e-mail addresses must be confirmed}}",
        ja: '登録者のメールアドレス確認が必要なドメインが{count, number}件あります',
      },
      meaning: {
        en: 'Without it the domain is suspended: its site and mail stop.',
        ja: '期限までに確認しないとドメインが停止され、サイトもメールも使えなくなります。',
      },
    }),
    ...email,
  }),
  email_overdue: matter({
    ...catalogue('notices.email_overdue', {
      ...emailTexts,
      title: {
        en: "{count, plural, one {A registrant's e-mail address is overdue} other {# registrants' e-mail addresses are overdue}}",
        ja: '登録者のメールアドレス確認の期限を過ぎたドメインが{count, number}件あります',
      },
      meaning: {
        en: 'The domain may be suspended: its site and mail may have stopped.',
        ja: 'ドメインが停止され、サイトやメールが使えなくなっている可能性があります。',
      },
    }),
    ...email,
  }),
}
