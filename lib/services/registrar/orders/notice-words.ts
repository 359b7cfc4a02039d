import { catalogue, phrase } from '../../../core/language/catalogue.ts'
import { kura, openItem, remark } from '../../../core/language/open-item.ts'
import { quotedReason } from '../../../core/language/outside.ts'
import type { Reason } from '../../../core/phrase.ts'
import { type DomainFacts, domainOf, lookAtRegistrar, orderCommand } from '../purchase/notice-words.ts'

const ENDED = catalogue('notices.orders.ended', {
  lapsed: { en: 'its registration is over', ja: '登録期間の終了' },
  failed: { en: 'its order failed', ja: '注文の失敗' },
  refunded: { en: 'its order failed and was refunded', ja: '注文が失敗し、返金済み' },
})

const UNCLEAR = catalogue('notices.orders.unclear', {
  unrecognised: { en: 'a status that kura does not know', ja: 'kuraの知らない状態です' },
  'refund-failed': { en: 'it failed, and so did its refund', ja: '注文も返金も失敗しました' },
})

const DELAYS = catalogue('notices.orders.delays', {
  purchasing: { en: 'not completed since', ja: '注文未完了' },
  completed: { en: 'completed, but there is no domain since', ja: '注文完了後もドメイン未反映' },
  missing: { en: 'not known to the registrar since', ja: 'レジストラに注文の記録なし' },
  unread: { en: 'not readable since', ja: '注文の状況を取得できず' },
})

const WORDS = catalogue('notices.orders', { reason: { en: ' ({reason})', ja: '、{reason}' } })

const overOrder = {
  en: 'Orders that were dealt with: {names}',
  ja: '注文の問題が解消したドメイン：{names}',
} as const

export const orderItems = {
  order_ended: openItem({
    ...catalogue('notices.order_ended', {
      title: {
        en: '{count, plural, one {The company does not have a domain that it bought} other {The company does not have # domains that it bought}}',
        ja: '購入したのに取得できていないドメインが{count, number}件あります',
      },
      line: { en: '{domain}: {ended}{remark}', ja: '{domain}：{ended}{remark}' },
      meaning: {
        en: 'Its site and mail do not work, and anybody may buy it.',
        ja: 'サイトやメールは使えず、他者に取得されるおそれがあります。',
      },
      act: { en: 'to buy it again, release it first', ja: '買い直す場合は、まず購入記録を解除してください' },
      over: overOrder,
    }),
    urgency: 'money',
    command: ({ domain }) => kura('settle', domain),
    name: domainOf,
    values: (facts: DomainFacts & { state: 'lapsed' | 'failed' | 'refunded'; words: readonly Reason[] }) => ({
      domain: facts.domain,
      ended: phrase(ENDED[facts.state]),
      remark: remark(...facts.words),
    }),
  }),
  order_unclear: openItem({
    ...catalogue('notices.order_unclear', {
      title: {
        en: '{count, plural, one {An order went wrong} other {# orders went wrong}}',
        ja: '問題のあるドメインの注文が{count, number}件あります',
      },
      line: { en: '{domain}: {unclear}{remark}', ja: '{domain}：{unclear}{remark}' },
      meaning: {
        en: 'The money may be lost until the registrar corrects it.',
        ja: 'レジストラが対処するまで、代金が戻らない可能性があります。',
      },
      act: {
        en: "look at the order on the registrar's own page, and write to the registrar",
        ja: 'レジストラの管理画面で注文を確認し、問い合わせてください',
      },
      over: overOrder,
    }),
    urgency: 'money',
    command: orderCommand,
    name: domainOf,
    values: (facts: DomainFacts & { state: 'refund-failed' | 'unrecognised'; words: readonly Reason[] }) => ({
      domain: facts.domain,
      unclear: phrase(UNCLEAR[facts.state]),
      remark: remark(...facts.words),
    }),
  }),
  order_delayed: openItem({
    ...catalogue('notices.order_delayed', {
      title: {
        en: '{count, plural, one {An order takes too long} other {# orders take too long}}',
        ja: '手続きが滞っているドメインの注文が{count, number}件あります',
      },
      line: {
        en: '{domain}: {delay} {since, date, day}{reason}',
        ja: '{domain}：{delay}（{since, date, day}から{reason}）',
      },
      meaning: {
        en: 'An order is usually done within minutes. It was charged, and there is no domain yet.',
        ja: '通常は数分で完了します。課金済みですが、ドメインはまだ取得できていません。',
      },
      act: lookAtRegistrar,
      over: overOrder,
    }),
    urgency: 'money',
    command: orderCommand,
    name: domainOf,
    values: (
      facts: DomainFacts & {
        what: 'purchasing' | 'completed' | 'missing' | 'unread'
        since: number
        reason?: Reason | undefined
      },
    ) => ({
      domain: facts.domain,
      delay: phrase(DELAYS[facts.what]),
      since: facts.since,
      reason: facts.reason ? phrase(WORDS.reason, { reason: quotedReason(facts.reason) }) : '',
    }),
  }),
}

interface EmailFacts extends DomainFacts {
  readonly verifyBy: number
  /** The person who called the address confirmed, if the registrar says that it is not. */
  readonly contradicted?: string | undefined
}

const EMAIL = catalogue('notices.emails', {
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
    remark: remark(contradicted ? phrase(EMAIL.contradicted, { person: contradicted }) : undefined),
  }),
  command: ({ domain }: EmailFacts) => kura('settle', domain, '--verified'),
  by: ({ verifyBy }: EmailFacts) => verifyBy,
  name: domainOf,
} as const

export const emailItems = {
  email_unconfirmed: openItem({
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
  email_overdue: openItem({
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
