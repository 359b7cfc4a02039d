/** Purchases of domains that need a person. */
import { type DomainFacts, domainLine, domainOf, lookAtRegistrar, orderCommand } from './domains.ts'
import { type DoneFacts, doneCommand, kura, type MatterWords, matter, remark, remarkJa } from './words.ts'

interface AttemptFacts extends DomainFacts, DoneFacts {
  readonly orderId?: string | undefined
}

/** A domain that more than one attempt has bought. */
const second = {
  urgency: 'money',
  title: {
    en: (count, { number, plural }) =>
      plural(count, {
        one: 'A domain may have been charged twice',
        other: `${number(count)} domains may have been charged twice`,
      }),
    ja: (count, { number }) => `二重に請求された可能性のあるドメインが${number(count)}件あります`,
  },
  line: {
    en: ({ domain, orderId }) => domain + remark(orderId && `order ${orderId}`),
    ja: ({ domain, orderId }) => domain + (orderId ? `（注文ID ${orderId}）` : ''),
  },
  name: domainOf,
  over: {
    en: names => `Second purchases that were dealt with: ${names}`,
    ja: names => `二重購入の件が解消したドメイン：${names}`,
  },
} satisfies Partial<MatterWords<AttemptFacts>>

/** It is open until a person says that it is done. */
const sayDone = {
  act: {
    en: () => "look at the domain on the registrar's own page, then say that you have",
    ja: () => 'レジストラの管理画面で請求を確認し、対応済みにしてください',
  },
  command: doneCommand,
} satisfies Partial<MatterWords<AttemptFacts>>

export const purchaseMatters = {
  purchase_unknown: matter<DomainFacts & { reason?: string | undefined }>({
    urgency: 'money',
    title: {
      en: (count, { number, plural }) =>
        plural(count, {
          one: 'It is not known whether a domain was bought',
          other: `It is not known whether ${number(count)} domains were bought`,
        }),
      ja: (count, { number }) => `購入できたかどうか分からないドメインが${number(count)}件あります`,
    },
    line: {
      en: ({ domain, reason }) => domain + remark(reason),
      ja: ({ domain, reason }) => domain + remarkJa(reason),
    },
    meaning: {
      en: () => 'It may have been bought and charged. kura does not buy it again by itself.',
      ja: () => '購入・課金済みの可能性があります。二重購入を避けるため、自動では再購入しません。',
    },
    act: {
      en: () => 'ask the registrar whether it was bought',
      ja: () => 'レジストラに購入結果を照会してください',
    },
    command: ({ domain }) => kura('registrar', 'resolve', domain),
    name: domainOf,
    over: {
      en: names => `Purchases whose outcome is known now: ${names}`,
      ja: names => `購入結果を確認できたドメイン：${names}`,
    },
  }),
  purchase_unpaid: matter<DomainFacts>({
    urgency: 'money',
    title: {
      en: (count, { number, plural }) =>
        plural(count, {
          one: 'A domain was not bought: there is no payment method',
          other: `${number(count)} domains were not bought: there is no payment method`,
        }),
      ja: (count, { number }) =>
        `支払い方法が未登録のため購入できなかったドメインが${number(count)}件あります`,
    },
    line: domainLine,
    meaning: {
      en: () => 'Nothing was charged. Somebody else may buy it meanwhile.',
      ja: () => '課金はされていません。先に他者に取得されるおそれがあります。',
    },
    act: {
      en: () => 'register a payment method with the registrar, then buy it again',
      ja: () => 'レジストラで支払い方法を登録してから、もう一度購入してください',
    },
    command: ({ domain }) => kura('registrar', 'quote', domain),
    name: domainOf,
    over: {
      en: names => `Purchases that no longer wait for a payment method: ${names}`,
      ja: names => `支払い方法の件が解消したドメイン：${names}`,
    },
  }),
  purchase_mispriced: matter<DomainFacts>({
    urgency: 'money',
    title: {
      en: (count, { number, plural }) =>
        plural(count, {
          one: 'A domain was sold although the price was wrong',
          other: `${number(count)} domains were sold although the price was wrong`,
        }),
      ja: (count, { number }) => `確認した価格と異なる価格で購入されたドメインが${number(count)}件あります`,
    },
    line: domainLine,
    meaning: {
      en: () => 'The charge may be higher than what was agreed.',
      ja: () => '承認した金額より高く請求されている可能性があります。',
    },
    act: lookAtRegistrar,
    command: orderCommand,
    name: domainOf,
    over: {
      en: names => `Prices that were dealt with: ${names}`,
      ja: names => `価格の件が解消したドメイン：${names}`,
    },
  }),
  purchase_appeared: matter<AttemptFacts>({
    ...second,
    meaning: {
      en: () => 'An attempt that was released has bought it after all.',
      ja: () => '解除済みの購入が、あとから成立していました。',
    },
    act: lookAtRegistrar,
    command: orderCommand,
  }),
  purchase_second: matter<AttemptFacts>({
    ...second,
    ...sayDone,
    meaning: {
      en: () => 'Another attempt has bought it too.',
      ja: () => '別の購入処理でも購入が成立しています。',
    },
  }),
  purchase_second_unknown: matter<AttemptFacts>({
    ...second,
    ...sayDone,
    meaning: {
      en: () => 'Another attempt may have bought it too; nobody knows whether it did.',
      ja: () => '別の購入処理でも購入が成立した可能性がありますが、結果は分かっていません。',
    },
  }),
}
