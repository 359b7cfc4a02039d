/** The text `refusal` quotes the service, and is stored with the case. */
import { catalogue } from '../../../core/language/catalogue.ts'

export const SAID = catalogue('accounting', {
  notOurs: {
    en: 'Cannot use the company "{company}": it is none of the user\'s companies',
    ja: '事業所「{company}」は使えません：このユーザーの事業所ではありません',
  },
  companies: {
    en: 'GET /api/accounting/companies lists the ids and the office numbers',
    ja: '事業所の一覧：kura accounting list companies',
  },
  paused: {
    en: 'Cannot call the accounting service: it takes no more calls until {until}',
    ja: '会計サービスの呼び出しの上限に達しました（{until}まで）',
  },
  afterPause: {
    en: 'run it again after that; what is done is not done twice',
    ja: 'その後もう一度実行してください（済んだものは二重になりません）',
  },
  afterPauseSays: {
    en: 'run it again after that; what is done is not done twice; the service says: {words}',
    ja: 'その後もう一度実行してください（済んだものは二重になりません）。会計サービスの説明：{words}',
  },
  dealsMoved: {
    en: 'Cannot list the deals: some were deleted during each of {attempts} attempts',
    ja: '取引を一覧できません：読み取り中に削除されました（{attempts}回）',
  },
  inAMoment: { en: 'try again in a moment', ja: '少し待ってからもう一度実行してください' },
  noTable: {
    en: 'Cannot read the tax codes of company {company}: the listing is forbidden and no table was learned',
    ja: '事業所{company}の税区分を読み取れません：一覧の権限がなく、まだ調べてもいません',
  },
  learn: {
    en: 'learn it: kura accounting learn-tax-codes --company {company}',
    ja: '調べる：kura accounting learn-tax-codes --company {company}',
  },
  refusal: { en: '{reason}; the service says: {words}', ja: '{reason}。会計サービスの説明：{words}' },
})
