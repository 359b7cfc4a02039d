/** Orders of domains that went wrong or take too long. */
import type { Language } from '../../language.ts'
import type { Message } from '../../message.ts'
import { japanese } from '../../reading.ts'
import { type DomainFacts, domainOf, lookAtRegistrar, orderCommand } from './domains.ts'
import { kura, matter, remark, remarkJa } from './words.ts'

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
  ja: names => `注文の問題が解消したドメイン：${names}`,
}

export const orderMatters = {
  order_ended: matter<DomainFacts & { state: 'lapsed' | 'failed' | 'refunded'; words: readonly string[] }>({
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
      en: ({ domain, state, words }) => `${domain}: ${ENDED[state].en}${remark(...words)}`,
      ja: ({ domain, state, words }) => `${domain}：${ENDED[state].ja}${remarkJa(...words)}`,
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
  order_unclear: matter<DomainFacts & { state: 'refund-failed' | 'unrecognised'; words: readonly string[] }>({
    urgency: 'money',
    title: {
      en: (count, { number, plural }) =>
        plural(count, { one: 'An order went wrong', other: `${number(count)} orders went wrong` }),
      ja: (count, { number }) => `問題のあるドメインの注文が${number(count)}件あります`,
    },
    line: {
      en: ({ domain, state, words }) =>
        `${domain}: ${state === 'unrecognised' ? 'a status that kura does not know' : 'it failed, and so did its refund'}${remark(...words)}`,
      ja: ({ domain, state, words }) =>
        `${domain}：${state === 'unrecognised' ? 'kuraの知らない状態です' : '注文も返金も失敗しました'}${remarkJa(...words)}`,
    },
    meaning: {
      en: () => 'The money may be lost until the registrar corrects it.',
      ja: () => 'レジストラが対処するまで、代金が戻らない可能性があります。',
    },
    act: {
      en: () => "look at the order on the registrar's own page, and write to the registrar",
      ja: () => 'レジストラの管理画面で注文を確認し、問い合わせてください',
    },
    command: orderCommand,
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
        `${domain}：${DELAYS[what].ja}（${day(since)}から${reason ? `、${japanese(reason)}` : ''}）`,
    },
    meaning: {
      en: () => 'An order is usually done within minutes. It was charged, and there is no domain yet.',
      ja: () => '通常は数分で完了します。課金済みですが、ドメインはまだ取得できていません。',
    },
    act: lookAtRegistrar,
    command: orderCommand,
    name: domainOf,
    over: overOrder,
  }),
}
