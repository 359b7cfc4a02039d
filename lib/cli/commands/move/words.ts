import { catalogue } from '../../../core/language/catalogue.ts'

export const MOVE_COMMANDS = catalogue('move.commands', {
  checkedAgain: { en: 'Checked again: {at, date, time}', ja: '再確認：{at, date, time}' },
  cause: { en: 'cause', ja: '原因' },
  added: { en: 'new', ja: '新規' },
  gone: { en: 'gone', ja: '解消' },
  left: { en: 'left', ja: '残り' },
  allLeft: {
    en: '{count, plural, =0 {Nothing is left} one {# finding is left} other {# findings are left}}',
    ja: '{count, plural, =0 {残っている指摘はありません} other {残りの指摘：#件}}',
  },
  again: {
    en: 'The next check begins in {minutes, plural, one {# minute} other {# minutes}}; Ctrl-C ends the watch',
    ja: '{minutes, number}分後に、もう一度確認します。終了するにはCtrl-Cを押してください',
  },
  accepted: {
    en: 'Accepted {count, plural, one {# finding} other {# findings}} of the report in "{file}". The next check counts {count, plural, one {it} other {them}} as accepted.',
    ja: 'レポートの指摘{count, number}件の承認を「{file}」に書き込みました。次の確認から、承認済みとして数えます。',
  },
  notReported: {
    en: 'Cannot accept "{name}": the report "{report}" has no such finding that is open',
    ja: '「{name}」は承認できません。レポート「{report}」に、当てはまる未承認の指摘がありません',
  },
  reported: { en: 'it has these causes: {causes}', ja: 'レポートにある原因：{causes}' },
  reportedNone: { en: 'it has no open finding', ja: '未承認の指摘はありません' },
})
