/** Purchases of domains, their orders, and the e-mail addresses of registrants. */
import type { Language } from '../../language.ts'
import type { Message } from '../../message.ts'
import { kura, matter, remark } from './words.ts'

interface DomainFacts {
  readonly domain: string
}
interface AttemptFacts extends DomainFacts {
  /** The key of the matter. */
  readonly key: string
  readonly orderId?: string | undefined
}

const domainOf = ({ domain }: DomainFacts) => domain
const line: Message<DomainFacts> = { en: domainOf, ja: domainOf }
const lookAtRegistrar: Message = {
  en: () => "look at the domain on the registrar's own page",
  ja: () => 'レジストラの管理画面で状況を確認してください',
}
const attemptLine: Message<AttemptFacts> = {
  en: ({ domain, orderId }) => domain + remark(orderId && `order ${orderId}`),
  ja: ({ domain, orderId }) => domain + remark(orderId && `注文ID ${orderId}`),
}
const boughtTwice: Message<number> = {
  en: (count, { number, plural }) =>
    plural(count, {
      one: 'A domain may have been charged twice',
      other: `${number(count)} domains may have been charged twice`,
    }),
  ja: (count, { number }) => `二重に請求された可能性のあるドメインが${number(count)}件あります`,
}
const order = (facts: DomainFacts) => kura('registrar', 'order', facts.domain)

const overTwice: Message<string> = {
  en: names => `Second purchases that were dealt with: ${names}`,
  ja: names => `二重購入の件が解消したドメイン:${names}`,
}

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
      ja: ({ domain, reason }) => domain + remark(reason),
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
      ja: names => `購入結果を確認できたドメイン:${names}`,
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
    line,
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
      ja: names => `支払い方法の件が解消したドメイン:${names}`,
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
    line,
    meaning: {
      en: () => 'The charge may be higher than what was agreed.',
      ja: () => '承認した金額より高く請求されている可能性があります。',
    },
    act: lookAtRegistrar,
    command: order,
    name: domainOf,
    over: {
      en: names => `Prices that were dealt with: ${names}`,
      ja: names => `価格の件が解消したドメイン:${names}`,
    },
  }),
  purchase_appeared: matter<AttemptFacts>({
    urgency: 'money',
    title: boughtTwice,
    line: attemptLine,
    meaning: {
      en: () => 'An attempt that was released has bought it after all.',
      ja: () => '解除済みの購入が、あとから成立していました。',
    },
    act: lookAtRegistrar,
    command: order,
    name: domainOf,
    over: overTwice,
  }),
  purchase_second: matter<AttemptFacts>({
    urgency: 'money',
    title: boughtTwice,
    line: attemptLine,
    meaning: {
      en: () => 'Another attempt has bought it too.',
      ja: () => '別の購入処理でも購入が成立しています。',
    },
    act: {
      en: () => "look at the domain on the registrar's own page, then say that you have",
      ja: () => 'レジストラの管理画面で請求を確認し、対応済みにしてください',
    },
    command: ({ key }) => kura('notices', '--done', key),
    name: domainOf,
    over: overTwice,
  }),
  purchase_second_unknown: matter<AttemptFacts>({
    urgency: 'money',
    title: boughtTwice,
    line: attemptLine,
    meaning: {
      en: () => 'Another attempt may have bought it too; nobody knows whether it did.',
      ja: () => '別の購入処理でも購入が成立した可能性がありますが、結果は分かっていません。',
    },
    act: {
      en: () => "look at the domain on the registrar's own page, then say that you have",
      ja: () => 'レジストラの管理画面で請求を確認し、対応済みにしてください',
    },
    command: ({ key }) => kura('notices', '--done', key),
    name: domainOf,
    over: overTwice,
  }),
}

const ENDED: Readonly<Record<'lapsed' | 'failed' | 'refunded', Readonly<Record<Language, string>>>> = {
  lapsed: { en: 'its registration is over', ja: '登録期間の終了' },
  failed: { en: 'its order failed', ja: '注文の失敗' },
  refunded: { en: 'its order failed and was refunded', ja: '注文が失敗し、返金済み' },
}

const DELAYS: Readonly<
  Record<'purchasing' | 'completed' | 'missing' | 'unread', Readonly<Record<Language, string>>>
> = {
  purchasing: { en: 'not completed since', ja: '注文未完了' },
  completed: { en: 'completed, but there is no domain since', ja: '注文完了後もドメイン未反映' },
  missing: { en: 'not known to the registrar since', ja: 'レジストラに注文の記録なし' },
  unread: { en: 'not readable since', ja: '注文の状況を取得できず' },
}

const overOrder: Message<string> = {
  en: names => `Orders that were dealt with: ${names}`,
  ja: names => `注文の問題が解消したドメイン:${names}`,
}

export const orderMatters = {
  order_ended: matter<DomainFacts & { state: 'lapsed' | 'failed' | 'refunded'; words: string }>({
    urgency: 'money',
    title: {
      en: (count, { number, plural }) =>
        plural(count, {
          one: 'The company does not have a domain that it bought',
          other: `The company does not have ${number(count)} domains that it bought`,
        }),
      ja: (count, { number }) => `購入したのに取得できていないドメインが${number(count)}件あります`,
    },
    line: {
      en: ({ domain, state, words }) => `${domain}: ${ENDED[state].en}${remark(words)}`,
      ja: ({ domain, state, words }) => `${domain}:${ENDED[state].ja}${remark(words)}`,
    },
    meaning: {
      en: () => 'Its site and mail do not work, and anybody may buy it.',
      ja: () => 'サイトやメールは使えず、他者に取得されるおそれがあります。',
    },
    act: {
      en: () => 'to buy it again, release it first',
      ja: () => '買い直す場合は、まず購入記録を解除してください',
    },
    command: ({ domain }) => kura('registrar', 'release', domain),
    name: domainOf,
    over: overOrder,
  }),
  order_unclear: matter<DomainFacts & { state: 'refund-failed' | 'unrecognised'; words: string }>({
    urgency: 'money',
    title: {
      en: (count, { number, plural }) =>
        plural(count, { one: 'An order went wrong', other: `${number(count)} orders went wrong` }),
      ja: (count, { number }) => `問題のあるドメインの注文が${number(count)}件あります`,
    },
    line: {
      en: ({ domain, state, words }) =>
        `${domain}: ${state === 'unrecognised' ? 'a status that kura does not know' : 'it failed, and so did its refund'}${remark(words)}`,
      ja: ({ domain, state, words }) =>
        `${domain}:${state === 'unrecognised' ? 'kuraの知らない状態です' : '注文も返金も失敗しました'}${remark(words)}`,
    },
    meaning: {
      en: () => 'The money may be lost until the registrar corrects it.',
      ja: () => 'レジストラが対処するまで、代金が戻らない可能性があります。',
    },
    act: {
      en: () => "look at the order on the registrar's own page, and write to the registrar",
      ja: () => 'レジストラの管理画面で注文を確認し、問い合わせてください',
    },
    command: order,
    name: domainOf,
    over: overOrder,
  }),
  order_delayed: matter<
    DomainFacts & {
      what: 'purchasing' | 'completed' | 'missing' | 'unread'
      since: number
      reason?: string | undefined
    }
  >({
    urgency: 'money',
    title: {
      en: (count, { number, plural }) =>
        plural(count, { one: 'An order takes too long', other: `${number(count)} orders take too long` }),
      ja: (count, { number }) => `手続きが滞っているドメインの注文が${number(count)}件あります`,
    },
    line: {
      en: ({ domain, what, since, reason }, { day }) =>
        `${domain}: ${DELAYS[what].en} ${day(since)}${remark(reason)}`,
      ja: ({ domain, what, since, reason }, { day }) =>
        `${domain}:${DELAYS[what].ja}(${day(since)}から${reason ? `、${reason}` : ''})`,
    },
    meaning: {
      en: () => 'An order is usually done within minutes. It was charged, and there is no domain yet.',
      ja: () => '通常は数分で完了します。課金済みですが、ドメインはまだ取得できていません。',
    },
    act: lookAtRegistrar,
    command: order,
    name: domainOf,
    over: overOrder,
  }),
}

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
    domain + remark(contradicted && `${contradicted}さんが確認済みとしましたが、レジストラでは未確認です`),
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
    ja: (names: string) => `登録者のメールアドレスを確認できたドメイン:${names}`,
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
