import { catalogue } from '../../../../core/language/catalogue.ts'

export const DEALS = catalogue('console.deals', {
  title: { en: 'Deals', ja: '取引' },
  inBooks: { en: 'In the books of {name}', ja: '{name}の帳簿' },
  noCompany: {
    en: 'There is no such company in the books. Open “Deals” from the menu.',
    ja: 'その事業所の帳簿はありません。メニューの「取引」を開いてください。',
  },
  noDeal: {
    en: 'There is no such deal: it was deleted in the accounting service, or the address has a wrong number. Open “Deals” from the menu.',
    ja: 'その取引はありません。会計サービスで削除されたか、アドレスの番号が違います。メニューの「取引」を開いてください。',
  },
  month: { en: 'Sheet of a month', ja: '月次一覧' },
  journal: { en: 'Journal', ja: '仕訳帳' },
  find: { en: 'Find deals', ja: '取引を検索' },
  search: { en: 'Find', ja: '検索' },
  from: { en: 'From', ja: '日付（から）' },
  until: { en: 'Until', ja: '日付（まで）' },
  least: { en: 'Amount, at least', ja: '金額（以上）' },
  most: { en: 'Amount, at most', ja: '金額（以下）' },
  noAmount: {
    en: 'Write the amount in yen, as 1,100',
    ja: '金額を円で入力してください（例：1,100）',
  },
  partnerHint: { en: 'The name or a part of it', ja: '名前、またはその一部' },
  noPartner: { en: 'No partner has this in the name', ja: 'この名前を含む取引先はありません' },
  manyPartners: {
    en: '{count} partners have this in the name: write more of it',
    ja: 'この名前を含む取引先が{count}件あります。もう少し詳しく入力してください',
  },
  severalPartners: { en: 'Which partner?', ja: 'どの取引先ですか？' },
  anyFile: { en: 'with or without', ja: '指定なし' },
  withFile: { en: 'with a file', ja: 'あり' },
  withoutFile: { en: 'without a file', ja: 'なし' },
  word: { en: 'Number or note of the file', ja: '証憑ファイルの番号またはメモ' },
  wordHint: { en: 'As in the file box of the books', ja: 'ファイルボックスの表示と同じもの' },
  none: { en: 'There is no deal yet.', ja: '取引はまだありません。' },
  noneFits: { en: 'No deal fits.', ja: '該当する取引はありません。' },
  page: {
    en: '{first} to {last} of {total}, those registered last; the newest day first',
    ja: '全{total}件（登録の新しい順）の{first}件目から{last}件目。日付の新しい順に表示しています',
  },
  found: {
    en: '{count, plural, =0 {None fits} one {# fits} other {# fit}} among deals {first} to {last} of {total}, as registered lately; the newest day first',
    ja: '全{total}件（登録の新しい順）の{first}件目から{last}件目を調べ、{count}件が該当。日付の新しい順に表示しています',
  },
  deal: { en: 'Deal', ja: '取引' },
  partner: { en: 'Partner', ja: '取引先' },
  file: { en: 'File', ja: '証憑' },
  hasFile: { en: 'yes', ja: 'あり' },
  down: { en: 'The books cannot be read now', ja: '今は帳簿を読み取れません' },
  downText: {
    en: 'Below are some of the deals that kura has sent. Load the page again in a while.',
    ja: 'kuraが登録した取引の一部を下に表示します。しばらくしてから再読み込みしてください。',
  },
  stored: { en: 'Sent by kura', ja: 'kuraが登録した取引' },
  noScope: { en: 'You may not read the books', ja: '帳簿を読む権限がありません' },
})

export const DEAL = catalogue('console.deals.deal', {
  back: { en: 'All deals', ja: '取引の一覧' },
  picture: { en: 'Picture of the file {name}', ja: '証憑の画像（{name}）' },
  download: { en: 'Download the file {name}', ja: '証憑をダウンロード（{name}）' },
  noFile: { en: 'The deal has no file.', ja: '証憑ファイルはありません。' },
  approval: { en: 'Approval', ja: '承認' },
  approved: { en: '{name}, {at, date, time}', ja: '{name}（{at, date, time}）' },
  proof: { en: 'Proof', ja: '承認の証明' },
  noApproval: {
    en: 'The deal was registered without a passkey.',
    ja: 'パスキーによる承認はありません。',
  },
  history: { en: 'History', ja: '履歴' },
  notOfKura: {
    en: 'kura did not register this deal: the accounting service has its history.',
    ja: 'kuraで登録した取引ではありません。履歴は会計サービスで確認してください。',
  },
  changed: { en: 'The books were changed since', ja: '登録後に変更されています' },
  changedText: {
    en: 'The day, the partner or the amount is not what kura registered, so what was approved was something else.',
    ja: '日付、取引先または金額が、登録・承認した内容と異なります。',
  },
  otherCase: {
    en: 'It has the reference number of the case {name}, but it is not the deal of that case',
    ja: '管理名「{name}」と同じ管理番号ですが、その登録による取引ではありません',
  },
  look: { en: 'Look at the case', ja: '登録の内容を見る' },
  case: { en: 'Case {name}', ja: '管理名：{name}' },
  open: { en: 'Open what is to do', ja: '対応する' },
  log: { en: 'In the activity log', ja: '操作の記録' },
  noEntry: { en: 'The log has no entry any more.', ja: '記録は残っていません。' },
})

export const MONTH = catalogue('console.deals.month', {
  title: { en: 'Sheet of {month}', ja: '{month}の月次一覧' },
  back: { en: 'All deals', ja: '取引の一覧' },
  month: { en: 'Month', ja: '月' },
  show: { en: 'Show', ja: '表示' },
  noMonth: { en: 'Write the month as 2026-04', ja: '月は「2026-04」の形で入力してください' },
  cut: {
    en: 'The month has more deals: only {count} are counted and shown here',
    ja: '取引が多いため、{count}件だけを集計・表示しています',
  },
  cutFile: {
    en: 'The month has more than {count} deals: take the journal instead',
    ja: '取引が{count}件を超えるため、一覧のファイルは作成できません。「仕訳帳」を使ってください',
  },
  incomplete: { en: 'The month is not complete yet', ja: 'この月はまだ締められません' },
  receipts: {
    en: '{count, plural, one {A receipt waits} other {# receipts wait}} to be registered',
    ja: '未登録の領収書が{count}件あります',
  },
  openReceipts: { en: 'Open “Receipts”', ja: '「領収書」を開く' },
  complete: { en: 'No deal of this month waits for a person', ja: 'この月の未処理の取引はありません' },
  waiting: {
    en: '{count, plural, one {A deal} other {# deals}} of this month {count, plural, one {waits} other {wait}} for a person',
    ja: 'この月の取引のうち{count}件が対応待ちです',
  },
  undated: {
    en: '{count, plural, one {A deal whose day cannot be read waits} other {# deals whose day cannot be read wait}}: perhaps of this month',
    ja: '日付を読み取れない取引が{count}件、対応待ちです（この月の可能性があります）',
  },
  open: { en: 'Open “To do”', ja: '「要対応」を開く' },
  count: { en: 'Deals', ja: '取引' },
  byKura: { en: 'Registered by kura', ja: 'うちkuraで登録' },
  approved: { en: 'Approved with a passkey', ja: 'うちパスキーで承認' },
  without: { en: 'Without a file', ja: '証憑なし' },
  'utf-8': { en: 'Download as CSV (UTF-8)', ja: '表計算用にダウンロード（UTF-8）' },
  shift_jis: { en: 'Download as CSV (Shift_JIS)', ja: '表計算用にダウンロード（Shift_JIS）' },
  useUtf8: { en: 'Download it in UTF-8 instead.', ja: 'UTF-8でダウンロードしてください。' },
  all: { en: 'All on one page, to print', ja: '印刷用に全件を表示' },
  totals: { en: 'Totals by tax category', ja: '税区分ごとの合計' },
  tax: { en: 'Tax category', ja: '税区分' },
  lines: { en: 'Lines', ja: '明細数' },
  vat: { en: 'Tax in it', ja: 'うち消費税' },
  deals: { en: 'Deals ({count})', ja: '取引（{count}件）' },
  approvedBy: { en: 'Approved by', ja: '承認' },
  changed: { en: 'changed since', ja: '登録後に変更' },
  changedCount: { en: 'Changed since at the accounting service', ja: '登録後に会計サービスで変更' },
  onFirstPage: {
    en: 'The totals and what is missing are on the first page',
    ja: '合計と未処理の件数は最初のページにあります',
  },
  downText: {
    en: 'Below are the deals of the month that kura has sent. The totals, and deals entered elsewhere, are missing. Load the page again in a while.',
    ja: 'この月の取引のうち、kuraが登録したものを下に表示します。合計と、ほかで入力した取引は含まれません。しばらくしてから再読み込みしてください。',
  },
  downFile: {
    en: 'The file cannot be made while the books cannot be read',
    ja: '帳簿を読み取れないため、ファイルは作成できません',
  },
  someSent: {
    en: 'Only some are shown: kura has more than {count} cases, and only {count} were read',
    ja: '登録が{count}件を超えるため、{count}件だけを調べて一部を表示しています',
  },
  noneSent: { en: 'No deal of this month is known.', ja: 'この月の取引は見つかりません。' },
  sent: { en: 'Sent by kura ({count})', ja: 'kuraが登録した取引（{count}件）' },
  registeredBy: { en: 'Registered by', ja: '登録' },
})

export const JOURNAL = catalogue('console.deals.journal', {
  title: { en: 'Journal', ja: '仕訳帳' },
  text: {
    en: 'The accounting service makes the file; this takes a minute or more.',
    ja: '会計サービスがファイルを作成します。1分以上かかることがあります。',
  },
  first: { en: 'First day', ja: '開始日' },
  last: { en: 'Last day', ja: '終了日' },
  order: { en: 'The last day is before the first', ja: '終了日が開始日より前です' },
  make: { en: 'Make the journal', ja: '仕訳帳を作成' },
  making: {
    en: 'The journal of {from} to {until} is being made',
    ja: '{from}から{until}までの仕訳帳を作成中です',
  },
  makingText: {
    en: 'You may leave this page and come back to its address.',
    ja: 'このページを離れても、同じアドレスで戻れます。',
  },
  later: {
    en: 'Press the button again in a few minutes: what you entered is still there.',
    ja: '数分後に、もう一度ボタンを押してください。入力した内容は残っています。',
  },
  again: { en: 'Is it ready?', ja: 'できたか確認' },
  ready: { en: 'The journal of {from} to {until} is ready', ja: '{from}から{until}までの仕訳帳ができました' },
  failed: { en: 'The accounting service could not make it', ja: '会計サービスで作成できませんでした' },
  failedText: {
    en: 'Make it again, or for fewer days.',
    ja: 'もう一度作成するか、期間を短くしてください。',
  },
  breaks: {
    en: 'If the download in Shift_JIS breaks off, the journal has a character that it lacks: take UTF-8.',
    ja: 'Shift_JISのダウンロードが途中で止まるときは、使えない文字があります。UTF-8を選んでください。',
  },
})
