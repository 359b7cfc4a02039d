/** The required forms of settings, for the message about a fault. The English texts come after "expected". */
import { catalogue } from '../language/catalogue.ts'

export const FORMS = catalogue('settings.form', {
  onOff: { en: '"on" or "off"', ja: '「on」か「off」' },
  approvals: { en: '"key" or "passkey"', ja: '「key」か「passkey」' },
  language: { en: '"en" or "ja"', ja: '「en」か「ja」' },
  yen: { en: 'an amount in yen, such as 100000', ja: '円単位の金額（100000など）' },
  cents: {
    en: 'a whole number of cents, such as 2000 for 20 dollars',
    ja: 'セント単位の整数（20ドルなら2000）',
  },
  cron: {
    en: '{least} or more printable characters without spaces',
    ja: '空白を含まない{least}文字以上の英数字・記号',
  },
  secrets: {
    en: '"2:<base64url>,1:<base64url>", each at least 32 bytes',
    ja: '「2:<base64url>,1:<base64url>」、それぞれ32バイト以上',
  },
  epochs: { en: 'each epoch once', ja: '同じ世代番号は1回だけ' },
  authorities: {
    en: '"kura.example.com, …": host or host:port, no scheme',
    ja: '「kura.example.com, …」。ホスト名か「ホスト名:ポート」、https:// は付けない',
  },
  timezone: {
    en: 'the IANA name of a time zone, such as Asia/Tokyo',
    ja: 'タイムゾーン名（「Asia/Tokyo」など）',
  },
  printable: { en: 'printable ASCII without spaces', ja: '空白を含まない半角の英数字・記号' },
  registrarToken: {
    en: 'one line of printable ASCII without spaces, as the registrar shows it',
    ja: 'レジストラの画面に表示されたとおりの1行（空白を含まない半角の英数字・記号）',
  },
  identifier: { en: 'an identifier, digits only', ja: '数字だけのID' },
  withoutBot: {
    en: 'the token alone, without the word "Bot" before it',
    ja: 'トークンだけ（前の「Bot」は除く）',
  },
  withoutQuotes: { en: 'the token alone, without quotes', ja: 'トークンだけ（引用符は除く）' },
  botToken: {
    en: "a bot's token, never a person's: that puts the whole account at risk",
    ja: 'ボットのトークン。個人のトークンはアカウント全体が危険にさらされるので使えません',
  },
  noSpace: {
    en: 'no space and no line break before or after the value',
    ja: '値の前後に空白や改行がないこと',
  },
  noScheme: {
    en: 'an address with its scheme, as in https://kura.example.com; it has none',
    ja: 'https:// から始まるアドレス（https://kura.example.com など）',
  },
  address: { en: 'an address that starts with https://', ja: 'https:// から始まるアドレス' },
  privateAddress: {
    en: 'an address that starts with https://; http:// is only for this machine',
    ja: 'https:// から始まるアドレス（http:// はこの端末だけ）',
  },
})
