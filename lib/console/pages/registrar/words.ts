import { catalogue } from '../../../core/language/catalogue.ts'

export const DOMAINS = catalogue('console.domains', {
  title: { en: 'Domains', ja: 'ドメイン' },
  noScope: { en: 'You may not see the domains', ja: 'ドメインを見る権限がありません' },
  none: { en: 'No domain was bought yet.', ja: '購入したドメインはまだありません。' },
  orders: { en: 'Bought domains', ja: '購入したドメイン' },
  domain: { en: 'Domain', ja: 'ドメイン' },
  deadlines: { en: 'E-mail addresses to confirm', ja: 'メールアドレスの確認' },
  deadlinesText: {
    en: 'The registrar has written to the registrant. Without a click on the link in that message, it suspends the domain.',
    ja: 'レジストラから登録者にメールが届いています。期限までにメール内のリンクを開かないと、ドメインが停止されます。',
  },
  confirmBy: {
    en: 'by {at, date, day}: {days, plural, =0 {today} one {one more day} other {# more days}} of {all}',
    ja: '{at, date, day}まで（{all}日のうち、あと{days}日）',
  },
  overdue: {
    en: 'over since {at, date, day}: the domain may be suspended',
    ja: '{at, date, day}に期限切れ（停止のおそれがあります）',
  },
  verified: { en: 'The link was opened', ja: 'リンクを開いた' },
  verifiedOf: { en: 'The link was opened: {domain}', ja: 'リンクを開いた：{domain}' },
  spending: { en: 'Spending and caps', ja: '支出と上限' },
  spent: { en: '{used} of {cap}', ja: '{cap}のうち{used}' },
  mostOrder: { en: 'at most {cap}', ja: '{cap}まで' },
  noCaps: { en: 'The caps are not set.', ja: '上限額が設定されていません。' },
  off: {
    en: 'Buying is off: the person who runs kura can allow it.',
    ja: '購入は許可されていません。kuraの担当者が設定で許可できます。',
  },
  // the form of the terms
  quote: { en: 'Ask for a price', ja: '価格を調べる' },
  quoteText: { en: 'A quote costs nothing.', ja: '見積もりに料金はかかりません。' },
  domainHint: { en: 'such as example.com', ja: '例：example.com' },
  years: { en: 'Years', ja: '年数' },
  shortest: { en: 'the shortest term', ja: '最短の期間' },
  autoRenew: { en: 'Renew automatically', ja: '自動更新' },
  choose: { en: 'choose', ja: '選んでください' },
  languageCode: { en: 'Language of the name', ja: '名前の言語' },
  languageHint: {
    en: 'only for a name with letters beyond a to z: {example}',
    ja: '日本語などの名前のときだけ。例：{example}',
  },
  domainFault: {
    en: 'Enter a domain such as example.com, without https://',
    ja: 'ドメインだけを入力してください。例：example.com',
  },
  autoRenewFault: {
    en: 'Choose whether it renews automatically',
    ja: '自動更新するかどうかを選んでください',
  },
  languageFault: {
    en: 'Enter the language of the name, such as {example}',
    ja: '名前の言語コードを入力してください。例：{example}',
  },
  noQuote: { en: 'There is no price', ja: '価格を調べられませんでした' },
  noQuoteText: {
    en: 'Such a domain is not sold for this term, or the registrar does not answer. Nothing was bought.',
    ja: 'この期間では販売されていないか、レジストラが応答しません。購入はしていません。',
  },
  offer: { en: 'Price of {domain}', ja: '{domain}の価格' },
  contact: { en: 'Registrant', ja: '登録者' },
  contactText: {
    en: 'The registrar needs this, in Latin letters. kura passes it on, and keeps it encrypted for the next domain.',
    ja: 'レジストラに必要な情報です。ローマ字で入力してください。登録先に渡し、次の購入のために暗号化して保存します。',
  },
  kept: {
    en: 'The contact data is that of the last purchase. Check it.',
    ja: '連絡先は前回の購入と同じ内容です。確認してください。',
  },
  forget: { en: 'Forget the contact data', ja: '保存した連絡先を削除する' },
  check: { en: 'Check the purchase', ja: '購入内容を確認する' },
  // the page of the purchase
  buyTitle: { en: 'Buy {domain}', ja: '{domain}を購入' },
  final: {
    en: 'It is charged at once, and cannot be undone',
    ja: 'すぐに請求され、取り消せません',
  },
  sent: { en: 'This is sent to the registrar', ja: 'レジストラに送る内容' },
  after: { en: 'Spending with this purchase', ja: 'この購入を含む支出' },
  refused: { en: 'It would be refused now', ja: '今は購入できません' },
  buy: { en: 'Buy {domain} for {price}', ja: '{domain}を{price}で購入する' },
  valid: { en: 'The price holds until {at, date, time}.', ja: 'この価格は{at, date, time}まで有効です。' },
  left: { en: 'Time left', ja: '残り時間' },
  expired: { en: 'The quote has expired', ja: '見積もりの期限が切れました' },
  expiredText: {
    en: 'Nothing was bought. Ask for a new one.',
    ja: '購入はしていません。見積もりを取り直してください。',
  },
  newQuote: { en: 'Get a new quote', ja: '見積もりを取り直す' },
  changed: { en: 'What has changed since the last quote', ja: '前の見積もりから変わった点' },
  same: { en: 'Nothing has changed since the last quote', ja: '前の見積もりから変わっていません' },
  fromTo: { en: '{name}: {before}, now {now}', ja: '{name}：{before}から{now}に変更' },
  mayNot: { en: 'You may not buy domains', ja: 'ドメインを購入する権限がありません' },
  mayNotText: {
    en: 'A colleague who may buy can ask for the same price.',
    ja: '購入の権限がある担当者に頼んでください。',
  },
  back: { en: 'Back to the domains', ja: 'ドメインの一覧に戻る' },
})

/** The fields of the registrant's contact data, by the registrar's names. */
export const CONTACT_FIELDS = catalogue('console.domains.contact', {
  firstName: { en: 'First name', ja: '名' },
  lastName: { en: 'Last name', ja: '姓' },
  companyName: { en: 'Company', ja: '会社名' },
  email: { en: 'E-mail', ja: 'メールアドレス' },
  phone: { en: 'Phone', ja: '電話番号' },
  address1: { en: 'Street and number', ja: '町名・番地' },
  address2: { en: 'Building', ja: '建物名' },
  city: { en: 'City', ja: '市区町村' },
  state: { en: 'Prefecture or state', ja: '都道府県' },
  zip: { en: 'Postal code', ja: '郵便番号' },
  country: { en: 'Country', ja: '国' },
})

/** The form that a field's value must have, for the field's hint and for its fault. */
export const CONTACT_HINTS = catalogue('console.domains.hints', {
  email: { en: 'the confirmation arrives here', ja: '確認のメールが届くアドレス' },
  phone: {
    en: 'country code, a dot, the number: +81.312345678',
    ja: '国番号、点、番号の順。例：+81.312345678',
  },
  country: { en: 'two capital letters: {example}', ja: '大文字2字。例：{example}' },
  missing: { en: 'Enter this: {name}', ja: '入力してください：{name}' },
  wrong: { en: 'Check this: {name}', ja: '形式を確認してください：{name}' },
})
