import { catalogue, phrase } from '../../../core/language/catalogue.ts'
import { type DoneFacts, doneCommand, kura, openItem, remark } from '../../../core/language/open-item.ts'
import type { Reason } from '../../../core/phrase.ts'

export interface DomainFacts {
  readonly domain: string
}

export const domainOf = ({ domain }: DomainFacts) => domain
const domainLine = { en: '{domain}', ja: '{domain}' } as const
export const lookAtRegistrar = {
  en: "look at the domain on the registrar's own page",
  ja: 'レジストラの管理画面で状況を確認してください',
} as const
export const orderCommand = (facts: DomainFacts) => kura('registrar', 'orders', facts.domain)

interface AttemptFacts extends DomainFacts, DoneFacts {
  readonly orderId?: string | undefined
}

const WORDS = catalogue('notices.purchases', { order: { en: 'order {id}', ja: '注文ID {id}' } })

const secondTexts = {
  title: {
    en: '{count, plural, one {A domain may have been charged twice} other {# domains may have been charged twice}}',
    ja: '二重に請求された可能性のあるドメインが{count, number}件あります',
  },
  line: { en: '{domain}{remark}', ja: '{domain}{remark}' },
  over: {
    en: 'Second purchases that were dealt with: {names}',
    ja: '二重購入の件が解消したドメイン：{names}',
  },
} as const

const second = {
  urgency: 'money',
  values: ({ domain, orderId }: AttemptFacts) => ({
    domain,
    remark: remark(orderId ? phrase(WORDS.order, { id: orderId }) : undefined),
  }),
  name: domainOf,
} as const

/** The act of an item that stays open until a person says that it is done. */
const sayDone = {
  en: "look at the domain on the registrar's own page, then say that you have",
  ja: 'レジストラの管理画面で請求を確認し、対応済みにしてください',
} as const

export const purchaseItems = {
  purchase_unknown: openItem({
    ...catalogue('notices.purchase_unknown', {
      title: {
        en: '{count, plural, one {It is not known whether a domain was bought} other {It is not known whether # domains were bought}}',
        ja: '購入できたかどうか分からないドメインが{count, number}件あります',
      },
      line: { en: '{domain}{remark}', ja: '{domain}{remark}' },
      meaning: {
        en: 'It may have been bought and charged. kura does not buy it again by itself.',
        ja: '購入・課金済みの可能性があります。二重購入を避けるため、自動では再購入しません。',
      },
      act: { en: 'ask the registrar whether it was bought', ja: 'レジストラに購入結果を照会してください' },
      over: {
        en: 'Purchases whose outcome is known now: {names}',
        ja: '購入結果を確認できたドメイン：{names}',
      },
    }),
    urgency: 'money',
    command: ({ domain }) => kura('settle', domain),
    name: domainOf,
    values: (facts: DomainFacts & { reason?: Reason | undefined }) => ({
      domain: facts.domain,
      remark: remark(facts.reason),
    }),
  }),
  purchase_unpaid: openItem({
    ...catalogue('notices.purchase_unpaid', {
      title: {
        en: '{count, plural, one {A domain was not bought: there is no payment method} other {# domains were not bought: there is no payment method}}',
        ja: '支払い方法が未登録のため購入できなかったドメインが{count, number}件あります',
      },
      line: domainLine,
      meaning: {
        en: 'Nothing was charged. Somebody else may buy it meanwhile.',
        ja: '課金はされていません。先に他者に取得されるおそれがあります。',
      },
      act: {
        en: 'register a payment method with the registrar, then buy it again',
        ja: 'レジストラで支払い方法を登録してから、もう一度購入してください',
      },
      over: {
        en: 'Purchases that no longer wait for a payment method: {names}',
        ja: '支払い方法の件が解消したドメイン：{names}',
      },
    }),
    urgency: 'money',
    command: ({ domain }) => kura('registrar', 'quote', domain),
    name: domainOf,
    values: (facts: DomainFacts) => facts,
  }),
  purchase_mispriced: openItem({
    ...catalogue('notices.purchase_mispriced', {
      title: {
        en: '{count, plural, one {A domain was sold although the price was wrong} other {# domains were sold although the price was wrong}}',
        ja: '確認した価格と異なる価格で購入されたドメインが{count, number}件あります',
      },
      line: domainLine,
      meaning: {
        en: 'The charge may be higher than what was agreed.',
        ja: '承認した金額より高く請求されている可能性があります。',
      },
      act: lookAtRegistrar,
      over: { en: 'Prices that were dealt with: {names}', ja: '価格の件が解消したドメイン：{names}' },
    }),
    urgency: 'money',
    command: orderCommand,
    name: domainOf,
    values: (facts: DomainFacts) => facts,
  }),
  purchase_appeared: openItem({
    ...catalogue('notices.purchase_appeared', {
      ...secondTexts,
      meaning: {
        en: 'An attempt that was released has bought it after all.',
        ja: '解除済みの購入が、あとから成立していました。',
      },
      act: lookAtRegistrar,
    }),
    ...second,
    command: orderCommand,
  }),
  purchase_second: openItem({
    ...catalogue('notices.purchase_second', {
      ...secondTexts,
      act: sayDone,
      meaning: { en: 'Another attempt has bought it too.', ja: '別の購入処理でも購入が成立しています。' },
    }),
    ...second,
    command: doneCommand,
  }),
  purchase_second_unknown: openItem({
    ...catalogue('notices.purchase_second_unknown', {
      ...secondTexts,
      act: sayDone,
      meaning: {
        en: 'Another attempt may have bought it too; the outcome of that attempt is unknown.',
        ja: '別の購入処理でも購入が成立した可能性がありますが、結果は分かっていません。',
      },
    }),
    ...second,
    command: doneCommand,
  }),
}
