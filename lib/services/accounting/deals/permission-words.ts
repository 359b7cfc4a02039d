import { catalogue } from '../../../core/language/catalogue.ts'

export const WRITES = catalogue('accounting.writes', {
  off: {
    en: 'Cannot write to the books: ACCOUNTING_WRITES is not "on"',
    ja: '会計サービスに登録できません。設定 `ACCOUNTING_WRITES` が「on」ではありません',
  },
  turnOn: {
    en: 'set ACCOUNTING_WRITES=on in the environment of the deployment',
    ja: 'ホストの設定に `ACCOUNTING_WRITES=on` を入れてください',
  },
  notAdmin: {
    en: 'Cannot write to the books of company {company}: the user who authorized is not an admin of it',
    ja: '事業所{company}に登録できません。認可したユーザーが管理者ではありません',
  },
  letAdmin: {
    en: 'let an admin of the company press "Authorize the books" on the page Connections, or run kura accounting authorize',
    ja: '事業所の管理者が「接続」の「会計サービスと連携する」を押すか、kura accounting authorize を実行してください',
  },
  noFirstDeal: {
    en: 'Cannot write to the books of company {company}: no first test deal is confirmed',
    ja: '事業所{company}に登録できません。最初のテスト取引がまだ確認されていません',
  },
  confirmFirst: {
    en: 'a person confirms one on screen: kura accounting first-deal --company {company}',
    ja: '画面で確認してください：kura accounting first-deal --company {company}',
  },
  notFirst: {
    en: 'Cannot confirm deal {deal}: it is not a first test deal of company {company}',
    ja: '取引{deal}を確認できません：事業所{company}の最初のテスト取引ではありません',
  },
  createFirst: {
    en: 'create one: kura accounting first-deal --company {company}',
    ja: '作成する：kura accounting first-deal --company {company}',
  },
  confirmedBefore: {
    en: 'Cannot confirm deal {deal}: deal {other} was confirmed on {at}',
    ja: '取引{deal}を確認できません：取引{other}が確認済みです（{at}）',
  },
  oneIsEnough: {
    en: 'one first deal of a company is enough: no other needs a confirmation',
    ja: '最初の取引は事業所に1件だけです。ほかの確認は不要です',
  },
  obstacle: { en: '{problem}; {hint}', ja: '{problem}（{hint}）' },
})
