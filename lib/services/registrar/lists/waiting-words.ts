import { catalogue } from '../../../core/language/catalogue.ts'

export const STATES = catalogue('waiting.purchases.states', {
  unknown: { en: 'unknown', ja: '結果不明' },
  unconfirmed: { en: 'registered, e-mail to be confirmed', ja: '登録済み（メールの確認待ち）' },
  failed: { en: 'failed', ja: '失敗' },
  refunded: { en: 'refunded', ja: '返金済み' },
  lapsed: { en: 'lapsed', ja: '失効' },
  registered: { en: 'registered', ja: '登録済み' },
})

export const RESOLUTIONS = catalogue('waiting.purchases.found', {
  bought: {
    en: 'it was bought by the attempt whose reply was lost',
    ja: '応答が届かなかった処理で購入されていました',
  },
  'nothing-charged': { en: 'nothing was charged: it can be bought', ja: '請求されていません。購入できます' },
  'not-found': {
    en: 'nothing was found, but it may still appear: try again later',
    ja: '見つかりませんが、遅れて現れる可能性があります。時間をおいて照会してください',
  },
  'bought-before': {
    en: "the team has it, but not from this attempt: look at the registrar's own page",
    ja: 'この処理以外で購入済みです。レジストラの画面で確認してください',
  },
  'earlier-attempt': {
    en: 'the order is of an attempt that was released before: its money counts as spent, and the domain may have been charged twice',
    ja: '以前に解除した処理の注文です。代金は支払済みとして扱います。二重に請求された可能性があります',
  },
  known: { en: 'there was nothing to find out', ja: '照会することはありません' },
})

export const WAITING = catalogue('waiting.purchases', {
  found: { en: '{domain} is {state}: {found}', ja: '{domain}（{state}）：{found}' },
  later: {
    en: "after a day, a person who has looked at the registrar's own page may release it",
    ja: '1日たってから、レジストラの画面を確認した人が解除できます',
  },
  order: { en: 'It was bought: name its order', ja: '購入済み：注文番号を記録する' },
  orderEffect: { en: 'The purchase is settled by this order.', ja: 'この注文で購入済みとして記録します。' },
  orderNumber: { en: 'Order number on the registrar’s own page', ja: 'レジストラの画面に表示された注文番号' },
  orderQuestion: {
    en: "its order, as the registrar's own page shows it, or nothing: ",
    ja: 'レジストラの画面にある注文ID（なければ空欄）：',
  },
  release: { en: 'Let it be bought again', ja: 'もう一度購入できるようにする' },
  releaseEffect: {
    en: 'The purchase has ended. The domain can then be bought again.',
    ja: '終了した購入を閉じます。ドメインは再び購入できます。',
  },
  releaseQuestion: {
    en: 'may the domain be bought again?',
    ja: 'このドメインをもう一度購入できるようにしますか?',
  },
  noOrder: { en: 'There is no order', ja: '注文がないことを記録する' },
  noOrderEffect: {
    en: 'You state that the registrar’s own page, looked at now, shows no order. The domain can then be bought again.',
    ja: 'レジストラの画面に注文がないことを、今あなたが確認したものとして記録します。ドメインは再び購入できます。',
  },
  noOrderQuestion: {
    en: "does the registrar's own page, looked at now, show no order of it?",
    ja: '今レジストラの画面を見て、この注文は確かにありませんか?',
  },
  released: {
    en: 'released {domain}: it can be bought again',
    ja: '{domain}を解除しました。もう一度購入できます',
  },
  verified: { en: 'The e-mail is confirmed', ja: 'メールアドレスは確認済み' },
  verifiedEffect: {
    en: 'You state that the link in the registrar’s message was opened.',
    ja: 'レジストラからのメールのリンクを開いたことを記録します。',
  },
  verifiedQuestion: {
    en: "was the link in the registrar's message opened?",
    ja: 'レジストラのメールのリンクを開きましたか?',
  },
  stale: {
    en: '{domain} is shown as it was last known: {reason}',
    ja: '{domain}は前回の内容を表示しています：{reason}',
  },
  noted: {
    en: 'noted: the e-mail of {domain} is confirmed, says {person}',
    ja: '記録しました：{domain}のメールは確認済み（{person}）',
  },
  contradicted: {
    en: 'the registrar says that it is not: the deadline is open until it says so too',
    ja: 'レジストラでは未確認のままです。レジストラでも確認されるまで期限は残ります',
  },
  unregistered: {
    en: 'the registrar says that the domain is not registered',
    ja: 'レジストラには、このドメインの登録がありません',
  },
})

export const WHYS = catalogue('waiting.purchases.why', {
  unknown: {
    en: 'The answer of the registrar was lost, so kura cannot tell whether the domain was bought, and no setting lets kura buy again by itself.',
    ja: 'レジストラの応答が届かず、購入できたか分かりません。二重購入を防ぐため、設定に関係なく自動では購入し直しません。',
  },
  ended: {
    en: 'The order ended without the domain, and no setting lets kura buy again by itself.',
    ja: '注文はドメインを取得できずに終わりました。設定に関係なく、自動では購入し直しません。',
  },
  email: {
    en: 'The registrar suspends a domain whose e-mail address is not confirmed in time: the registrar sets this rule.',
    ja: 'メールアドレスを期限までに確認しないと、ドメインが停止されます（レジストラの規則です）。',
  },
  settled: { en: 'Nothing is left to decide about this purchase.', ja: 'この購入は対応済みです。' },
})
