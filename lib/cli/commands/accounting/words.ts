import { catalogue, phrase } from '../../../core/language/catalogue.ts'
import { reasonIn, type SaidReason } from '../../../core/language/text.ts'
import type { Output } from '../../terminal/output.ts'
// loads the messages of the host's errors
import '../../../services/accounting/deals/permission-words.ts'
import '../../../services/accounting/learning/words.ts'
import '../../../services/accounting/partners/words.ts'
import '../../../services/accounting/receipts/case-words.ts'
import '../../../services/accounting/remote/words.ts'
import '../../../services/accounting/tokens/exchange/words.ts'

export const DEAL = catalogue('deal', {
  dryRun: { en: 'dry run: nothing was written', ja: '予定の表示です。登録していません' },
  caseState: { en: 'case "{name}": {state}', ja: '「{name}」：{state}' },
  caseNew: { en: 'new', ja: '未登録' },
  asDeal: { en: '{state}, as deal {deal}', ja: '{state}（取引{deal}）' },
  obstacle: { en: 'a write would be refused: {reason}', ja: '今は登録できません：{reason}' },
  body: { en: 'the exact body of POST /deals:', ja: '会計サービスに送る内容：' },
  noBody: { en: 'there is no body: correct what is flagged', ja: '「要確認」の点を直してください' },
  registered: {
    en: 'registered the case "{name}" as deal {deal}',
    ja: '「{name}」を取引{deal}として登録しました',
  },
  waits: {
    en: 'the case "{name}" waits for a person, nothing was sent:',
    ja: '「{name}」は確認待ちです。まだ登録していません：',
  },
  release: { en: 'release it: kura settle {name}', ja: '確認して登録する：kura settle {name}' },
  correct: { en: 'correct it and register it again', ja: '直してから、もう一度登録してください' },
})

export const FIRST = catalogue('deal.first', {
  shown: { en: 'the deal:', ja: '取引：' },
  create: { en: 'create this deal in {company}?', ja: 'この取引を{company}に登録しますか?' },
  ownCase: {
    en: 'the case of this test deal is "{name}": the case "{given}" stays free',
    ja: 'この確認用の取引のケース名は「{name}」です。「{given}」は使いません',
  },
  nothing: { en: 'nothing was written', ja: '登録していません' },
  asStored: {
    en: 'the first deal of {company}, as the service has it now:',
    ja: '{company}の最初の取引（会計サービスの今の内容）：',
  },
  isRight: { en: 'is it as it should be?', ja: 'この内容で正しいですか?' },
  confirmed: {
    en: 'confirmed by {person}: deals of {company} may be written from now on',
    ja: '{person}が確認しました。これから{company}に取引を登録できます',
  },
  delete: { en: 'delete deal {deal} again?', ja: '取引{deal}を削除しますか?' },
  deleted: { en: 'deleted deal {deal}', ja: '取引{deal}を削除しました' },
  stays: {
    en: 'deal {deal} stays, unconfirmed: run the command again to decide',
    ja: '取引{deal}は未確認のまま残ります。もう一度実行すると決められます',
  },
  known: {
    en: 'deal {deal} was confirmed by {person} on {day}: there is nothing to do',
    ja: '取引{deal}は{person}が{day}に確認済みです。することはありません',
  },
})

export const TYPED = catalogue('deal.typed', {
  theDeal: { en: 'the deal', ja: '取引のファイル' },
  notObject: {
    en: 'Cannot read the deal "{file}": expected a JSON object',
    ja: '取引のファイル「{file}」を読み取れません。JSON の形が違います',
  },
  noDeal: {
    en: 'Cannot make a deal: expected a file, or --date, --account-item, --amount and a tax',
    ja: '取引の内容が足りません。ファイルか、--date、--account-item、--amount と税が必要です',
  },
  aTax: {
    en: 'a tax is --tax-code, --tax-category, or --rate with --qualified',
    ja: '税は --tax-code、--tax-category、または --rate と --qualified で指定します',
  },
  besideFile: {
    en: 'Cannot use {option} with a file: the file has the lines of the deal',
    ja: 'ファイルで取引を指定したときは、{option}を使えません。内訳はファイルに書いてください',
  },
  correctFile: {
    en: 'leave {option} out, and correct the file',
    ja: '{option}を外し、ファイルを直してください',
  },
  notWhole: {
    en: 'Cannot use {option} "{text}": expected a whole number',
    ja: '{option}「{text}」は使えません。整数で書いてください',
  },
  notRate: {
    en: 'Cannot use --rate "{text}": expected 10, or 8 for the reduced rate',
    ja: '--rate「{text}」は使えません。10、または軽減税率の8です',
  },
  notAmount: {
    en: 'Cannot use --amount "{text}": expected whole yen, not 0',
    ja: '--amount「{text}」は使えません。0以外の円単位の整数です',
  },
  likeAmount: { en: 'write it like 2200, 2,200 or ¥2,200', ja: '記入例：2200、2,200、¥2,200' },
  notYesNo: {
    en: 'Cannot use --qualified "{text}": expected yes or no',
    ja: '--qualified「{text}」は使えません。はい、または、いいえで書いてください',
  },
  notDay: { en: 'Cannot use {option}: {reason}', ja: '{option}を使えません：{reason}' },
  likeDay: {
    en: 'write it like 2026-04-30, 2026/4/30 or 令和8年4月30日',
    ja: '記入例：2026-04-30、2026/4/30、令和8年4月30日',
  },
  wrongOrder: {
    en: 'Cannot use --from "{from}" with --until "{until}": the first day is after the last',
    ja: '--from「{from}」が --until「{until}」より後の日です',
  },
  swapped: { en: '--from {until} --until {from}', ja: '--from {until} --until {from}' },
  manyCompanies: {
    en: 'Cannot choose the company: the user is admin of several companies or of none',
    ja: '事業所を決められません。管理者である事業所が、複数あるか、1つもありません',
  },
  noCompany: {
    en: 'Cannot choose the company: "{company}" is none of the user\'s companies',
    ja: '事業所を決められません。「{company}」は、このユーザーの事業所ではありません',
  },
  listCompanies: {
    en: 'kura accounting list companies lists them; name one with --company',
    ja: '--company で指定してください（事業所の一覧：kura accounting list companies）',
  },
})

export const PARTNER = catalogue('partner', {
  created: { en: 'created the partner "{name}" ({id})', ja: '取引先「{name}」を作成しました（{id}）' },
  known: {
    en: 'the company has the partner "{name}" ({id})',
    ja: '取引先「{name}」はすでにあります（{id}）',
  },
  dryRun: {
    en: 'dry run: nothing was written; --write creates the partner:',
    ja: '予定の表示です。作成していません（--write を付けると作成します）：',
  },
  likeNumber: { en: 'expected T and 13 digits', ja: 'Tと13桁の数字です' },
  wrongDigit: { en: 'its check digit is wrong', ja: 'チェックデジットが合いません' },
  compare: { en: 'compare it with the number on the invoice', ja: '請求書の番号と見比べてください' },
})

export const LEARN = catalogue('learn', {
  run: { en: 'the run in the books of {company}:', ja: '{company}で止まっている実行：' },
  abandon: {
    en: 'delete its test deals, and learn nothing?',
    ja: 'テスト用の取引を削除し、何も調べずに終わりますか?',
  },
  unchanged: { en: 'nothing was changed', ja: '何も変更していません' },
  runId: { en: 'run', ja: '実行' },
  date: { en: 'date', ja: '日付' },
  codes: { en: 'tax codes', ja: '税区分コード' },
  deals: { en: 'test deals', ja: 'テスト用の取引' },
  noRun: {
    en: 'Cannot end learning the tax codes of {company}: no run is open',
    ja: '{company}に、止まっている実行はありません',
  },
  nothingToDelete: { en: 'there is nothing to delete', ja: '削除するものはありません' },
  notNumber: { en: '"{word}" is not a number', ja: '「{word}」は数字ではありません' },
  notReady: {
    en: 'Cannot finish learning the tax codes of {company}: the journal is not ready',
    ja: '{company}の税区分コードを調べ終わりません。仕訳帳の準備ができていません',
  },
  later: {
    en: 'run it again later with --write, or delete the test deals with --abandon',
    ja: '後でもう一度 --write を付けて実行するか、--abandon でテスト用の取引を削除してください',
  },
  progress: {
    en: '{status}: {created} of {count} test deals created, {deleted} deleted',
    ja: '{status}：テスト用の取引{count}件のうち、登録{created}件、削除{deleted}件',
  },
  confirm: { en: 'confirm', ja: '確認待ち' },
  working: { en: 'working', ja: '処理中' },
  ended: { en: 'ended', ja: '終了' },
  dryRun: {
    en: 'dry run: nothing was written; {count} test deals of {day}, {accountItem}:',
    ja: '予定の表示です。登録していません。テスト用の取引{count}件（{day}、{accountItem}）：',
  },
  code: { en: 'tax code', ja: '税区分コード' },
  category: { en: 'category', ja: '税区分' },
  outcome: { en: 'outcome', ja: '結果' },
  why: { en: 'why', ja: '理由' },
  planned: { en: 'planned', ja: '予定' },
  sending: { en: 'sending', ja: '送信中' },
  created: { en: 'created', ja: '登録済み' },
  refused: { en: 'refused', ja: '会計サービスが拒否' },
  unknown: { en: 'unknown', ja: '不明' },
  notFound: { en: 'not in the journal', ja: '仕訳帳にありません' },
  learned: { en: 'learned', ja: '判明' },
})

export function showObstacles(obstacles: readonly SaidReason[], output: Output): void {
  for (const obstacle of obstacles) output.line(phrase(DEAL.obstacle, { reason: reasonIn(obstacle) }))
}
