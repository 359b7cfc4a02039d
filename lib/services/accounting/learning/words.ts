import { catalogue } from '../../../core/language/catalogue.ts'

export const LEARNING = catalogue('learning', {
  date: {
    en: 'Cannot use the date of the test deals: {reason}',
    ja: 'テスト用の取引の日付が使えません：{reason}',
  },
  again: {
    en: 'run it again, it continues there: kura accounting learn-tax-codes --company {company} --write',
    ja: 'もう一度実行すると続きから始めます：kura accounting learn-tax-codes --company {company} --write',
  },
  nothingOpen: {
    en: 'Cannot continue learning the tax codes of company {company}: no run is open',
    ja: '事業所{company}に、続ける実行はありません',
  },
  begin: {
    en: 'begin one: kura accounting learn-tax-codes --company {company} --write',
    ja: '始める：kura accounting learn-tax-codes --company {company} --write',
  },
  otherRun: {
    en: 'Cannot end the run of learning the tax codes of company {company}: another one is open',
    ja: '事業所{company}では、別の実行が続いています',
  },
  look: {
    en: 'look at it: kura accounting learn-tax-codes --company {company} --abandon',
    ja: '確認する：kura accounting learn-tax-codes --company {company} --abandon',
  },
  takenOver: {
    en: 'Cannot continue learning the tax codes: another call has taken over',
    ja: '別の処理が引き継ぎました',
  },
  afterThat: {
    en: 'run it again once that one has ended: it continues there',
    ja: 'その処理が終わってから、もう一度実行してください',
  },
  leased: {
    en: 'Cannot learn the tax codes of company {company}: another call is doing so, until {until} at the latest',
    ja: '事業所{company}の税区分コードは、別の処理が調べています（最長で{until}まで）',
  },
  later: { en: 'run it again after that', ja: 'その後、もう一度実行してください' },
  noItem: {
    en: 'Cannot choose an account item for the test deals: no earlier expense suggests one',
    ja: 'テスト用の取引の科目を決められません：これまでの支出がありません',
  },
  noSuchItem: {
    en: 'Cannot choose an account item for the test deals: the company has no "{name}"',
    ja: 'テスト用の取引の科目を決められません：「{name}」はありません',
  },
  nameOne: { en: 'name one with --account-item: {names}', ja: '--account-item で指定してください：{names}' },
})
