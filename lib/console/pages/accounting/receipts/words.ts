import { catalogue } from '../../../../core/language/catalogue.ts'

export const LIST = catalogue('console.receipts', {
  title: { en: 'Receipts', ja: '領収書' },
  send: { en: 'Send receipts', ja: '領収書を送る' },
  files: { en: 'Photographs, PDFs, or a table (CSV)', ja: '写真、PDF、または表のファイル' },
  filesHint: {
    en: 'JPEG, PNG, HEIC or PDF, up to 4 MB a file. Send a larger one with the app of the accounting service and choose it below under “the file box”, or photograph it again at a lower resolution.',
    ja: '1ファイル4メガバイトまで。大きいファイルは、会計サービスのアプリから登録して下の「ファイルボックス」で選ぶか、解像度を下げて撮り直してください。',
  },
  sendButton: { en: 'Send', ja: '送信' },
  sending: { en: 'Sending {at} of {count}: {name}', ja: '送信中（{count}件中{at}件目）：{name}' },
  sentOne: { en: '{name}: sent', ja: '{name}：送信しました' },
  unsent: { en: '{name}: not sent', ja: '{name}：送信できませんでした' },
  tooLarge: {
    en: '{name} has more than 4 MB and was not sent',
    ja: '{name}は4メガバイトを超えるため、送信していません',
  },
  notSent: {
    en: '{name} was not sent: it is neither a picture (JPEG, PNG, HEIC), a PDF nor a table, or the connection broke',
    ja: '{name}を送信できませんでした。写真、PDF、表のどれでもないか、通信が途切れました',
  },
  waiting: { en: 'Waiting', ja: '未登録' },
  nothing: { en: 'Nothing waits: every receipt is registered.', ja: '未登録の領収書はありません。' },
  registered: { en: 'Registered', ja: '登録済み' },
  lately: { en: 'Registered lately', ja: '最近登録したもの' },
  own: { en: 'Files that you sent to the file box', ja: 'あなたがファイルボックスに送ったファイル' },
  fill: { en: 'Fill in', ja: '入力する' },
  open: { en: 'Open', ja: '開く' },
  register: { en: 'Register', ja: '登録する' },
  registerAll: { en: 'Register all that are ready', ja: '入力済みをすべて登録' },
  notRegistered: {
    en: '{name} was not registered: open it to see why',
    ja: '「{name}」は登録できませんでした。開いて確認してください',
  },
  registering: { en: 'Registering {at} of {count}', ja: '登録中（{count}件中{at}件目）' },
  offline: {
    en: 'The accounting service cannot be reached now, so the rows are shown as they are stored. Fill them in; they can be registered later.',
    ja: '今は会計サービスに接続できません。保存済みの内容を表示しています。入力はできます（登録は後ほど）。',
  },
  noFirst: {
    en: 'Nothing can be registered yet: the first deal of the company is not confirmed.',
    ja: 'まだ登録できません。最初のテスト取引の確認が必要です。',
  },
  toFirst: { en: 'Register and confirm the first deal', ja: 'テスト取引を登録して確認する' },
  boxEmpty: {
    en: 'The file box has no file of the last 30 days without a deal.',
    ja: 'ファイルボックスに、直近30日の未登録のファイルはありません。',
  },
  boxTaken: {
    en: 'Cannot choose this file: a deal has it already, or it is older than 30 days',
    ja: 'このファイルは選べません。取引に使われているか、30日より前のものです',
  },
  boxTakenDo: {
    en: 'Open “the file box” again for the files that are left',
    ja: '「ファイルボックス」をもう一度開いて、残りのファイルを確かめてください',
  },
  sentBy: { en: 'sent by {name}, {at, date, day}', ja: '{name}さんが送信（{at, date, day}）' },
  kept: {
    en: 'A row and its file are kept until you register or remove them. After seven days, To do names the row.',
    ja: '行とファイルは、登録または削除するまで保存されます。7日たつと「要対応」に表示されます。',
  },
  emptyFile: { en: 'Choose a file first', ja: '先にファイルを選んでください' },
  notTaken: {
    en: '"{name}" is neither a picture (JPEG, PNG, HEIC) nor a PDF, by its first bytes. Open it, and save it as PDF or take a picture of it.',
    ja: '「{name}」の中身は、写真でもPDFでもありません。開いてPDFで保存するか、写真を撮ってください。',
  },
  tooMuch: {
    en: 'Cannot keep more files: too much waits to be registered',
    ja: 'ファイルを受け取れません。未登録の領収書が多すぎます',
  },
  tooMuchDo: {
    en: 'register or remove what waits, then send the rest',
    ja: '未登録の領収書を登録または削除してから、残りを送ってください',
  },
  large: {
    en: '"{name}" has more than 4 MB. Send it with the app of the accounting service, then choose it here under “the file box”; or photograph it at a lower resolution.',
    ja: '「{name}」は4メガバイトを超えています。会計サービスのアプリから登録して、この画面の「ファイルボックス」で選ぶか、解像度を下げて撮り直してください。',
  },
  notTable: {
    en: 'The table "{name}" cannot be read: {reason}',
    ja: '表「{name}」を読み取れません：{reason}',
  },
  rowCount: {
    en: 'it has {count} rows, expected 1 to {most}',
    ja: '行数が{count}行です（1行から{most}行まで）',
  },
  notReplaced: {
    en: 'The corrected cells were not taken: these receipts wait for a release, or are registered already. Correct them here:',
    ja: '次の領収書は承認待ちまたは登録済みのため、送信した内容で置き換えていません。こちらで修正してください：',
  },
  again: {
    en: 'Sent before, so nothing was added: {names}',
    ja: 'すでに送信済みのため、追加していません：{names}',
  },
  known: {
    en: '{count, plural, one {One of the files was} other {# of the files were}} sent before: nothing was added for {count, plural, one {it} other {them}}.',
    ja: '{count}件のファイルはすでに送信済みのため、追加していません。',
  },
  noForm: {
    en: 'The form arrived damaged. Send the file again.',
    ja: 'フォームを読み取れませんでした。もう一度送信してください。',
  },
  mayNot: {
    en: 'You may not send or register receipts. Ask the person who invited you.',
    ja: '領収書を扱う権限がありません。招待した人に相談してください。',
  },
})

export const FILTERS = catalogue('console.receipts.filters', {
  everything: { en: 'all that wait', ja: '未登録のすべて' },
  fill: { en: 'to fill in', ja: '要入力' },
  filled: { en: 'filled in', ja: '入力済み' },
  own: { en: 'sent by me', ja: '自分が送信したもの' },
  registered: { en: 'registered', ja: '登録済み' },
  box: { en: 'the file box', ja: 'ファイルボックス' },
  last: { en: 'last month', ja: '先月の取引' },
})

export const COPIES = catalogue('console.receipts.copies', {
  open: { en: 'Copy last month’s rows', ja: '先月の取引をコピー' },
  about: {
    en: 'Purchases of last month. Those that recur are ticked. A copy waits as a row until you check and register it.',
    ja: '先月の取引です。毎月あるものを選んであります。コピーした行は、確認して登録するまで登録されません。',
  },
  recurs: { en: 'every month', ja: '毎月' },
  copy: { en: 'Copy the ticked ones', ja: '選んだ取引をコピー' },
  none: {
    en: 'Last month has no purchase that is not copied yet.',
    ja: 'コピーしていない先月の取引はありません。',
  },
})

export const STATES = catalogue('console.receipts.states', {
  new: { en: 'ready', ja: '入力済み' },
  wrong: { en: 'to fill in', ja: '要入力' },
  review: { en: 'needs a release', ja: '要承認' },
  open: { en: 'outcome unknown', ja: '結果不明' },
  double: { en: 'looks double', ja: '重複の可能性' },
  'left out': { en: 'same receipt, left out', ja: '重複のため除外' },
  'new partner': { en: 'new partner', ja: '新しい取引先' },
  gone: { en: 'deleted', ja: '削除済み' },
  done: { en: 'registered', ja: '登録済み' },
})

export const SOURCES = catalogue('console.receipts.sources', {
  name: { en: "from the file's name", ja: 'ファイル名から' },
  file: { en: 'from the file', ja: 'ファイルから' },
  service: { en: 'read by freee', ja: 'freeeの読み取り' },
  last: { en: 'as last time', ja: '前回と同じ' },
})

export const ROW = catalogue('console.receipts.row', {
  from: { en: 'Proposed: {sources}. Check it.', ja: '{sources}（要確認）' },
  and: { en: ', ', ja: '、' },
  sourceSays: { en: '{source} {value}', ja: '{source}「{value}」' },
  wrongNumber: {
    en: 'The number {number} ({source}) has a wrong check digit, so it is not filled in. Compare it with the receipt.',
    ja: '読み取った番号「{number}」（{source}）は検査用の数字が合わないため、入力していません。領収書で確かめてください。',
  },
  differ: { en: 'Two sources differ: {said}', ja: '値が異なります：{said}' },
  title: { en: 'Receipt', ja: '領収書の入力' },
  again: {
    en: 'This file was sent before, by {name} on {at, date, day}. This is its row.',
    ja: 'このファイルは{name}さんが送信済みです（{at, date, day}）。その行を表示しています。',
  },
  zoom: { en: 'Enlarge', ja: '拡大' },
  next: {
    en: 'Registered: {name}. This is the next one; {left, plural, one {# receipt is} other {# receipts are}} left.',
    ja: '「{name}」を登録しました。次の領収書です（残り{left, number}件）。',
  },
  nextWaits: {
    en: '{name} waits for an approval. This is the next one; {left, plural, one {# receipt is} other {# receipts are}} left.',
    ja: '「{name}」は承認待ちです。次の領収書です（残り{left, number}件）。',
  },
  picture: { en: 'Picture of the receipt {name}', ja: '領収書の画像（{name}）' },
  file: { en: 'Download the file {name}', ja: 'ファイルをダウンロード（{name}）' },
  date: { en: 'Day of the receipt', ja: '日付' },
  partner: { en: 'Partner', ja: '取引先' },
  partnerHint: { en: 'Who issued it, as in the books', ja: '発行元。登録済みの名前と同じに' },
  qualified: { en: 'Registration number or qualified invoice', ja: '登録番号、または適格かどうか' },
  qualifiedHint: {
    en: 'T and 13 digits if the receipt has them; otherwise yes or no',
    ja: '領収書にあれば、Tと13桁の番号。なければ「はい」か「いいえ」',
  },
  payment: { en: 'Paid from', ja: '支払方法' },
  paymentHint: {
    en: 'Leave it empty if it is not paid yet',
    ja: '未払いなら空欄のまま',
  },
  line: { en: 'Line {at}', ja: '明細{at}' },
  account_item: { en: 'Category', ja: '勘定科目' },
  rate: { en: 'Tax rate', ja: '税率' },
  rate10: { en: '10 %', ja: '10%' },
  rate8: { en: '8 % (reduced)', ja: '8%（軽減）' },
  rateNone: { en: 'Choose', ja: '選択' },
  amount: { en: 'Amount in yen, tax included', ja: '金額（税込・円）' },
  description: { en: 'Description', ja: '摘要' },
  section: { en: 'Section', ja: '部門' },
  document: { en: 'Kind of document', ja: '書類の種類' },
  documentReceipt: { en: 'Receipt', ja: '領収書' },
  documentInvoice: { en: 'Invoice', ja: '請求書' },
  documentOther: { en: 'Other', ja: 'その他' },
  number: { en: 'Number', ja: '番号' },
  addLine: { en: 'Add a line at another rate', ja: '別の税率の明細を追加' },
  save: { en: 'Save', ja: '保存' },
  register: { en: 'Register', ja: '登録する' },
  remove: { en: 'Remove this row', ja: 'この行を削除' },
  removeText: {
    en: 'Removes the row and what was filled in. What is in the books stays.',
    ja: '入力した内容を削除します。登録済みの取引は消えません。',
  },
  saved: { en: 'Saved', ja: '保存しました' },
  problems: { en: 'This is still missing', ja: '次の点を確認してください' },
  understood: { en: 'How it will be registered', ja: '登録される内容' },
  tax: { en: '{item}, {amount, number} yen: {tax}', ja: '{item}　{amount, number}円　{tax}' },
  whyDeduction: {
    en: 'chosen by the day of the receipt: {percent, number} % of the tax is deductible for a purchase without a qualified invoice ({schedule})',
    ja: '日付から選択：適格でない仕入れのため、税額の{percent, number}%を控除（{schedule}）',
  },
  whyQualified: {
    en: 'chosen by the rate: a qualified invoice, the whole tax is deductible',
    ja: '税率から選択：適格請求書のため全額控除',
  },
  noTax: { en: 'a person has to choose the tax category', ja: '税区分を選ぶ必要があります' },
  review: {
    en: 'After registering, the deal waits for a release, because of this:',
    ja: '登録後、次の理由で担当者の承認を待ちます：',
  },
  double: { en: 'It looks like a receipt that is there already', ja: 'すでにある領収書と似ています' },
  ownReceipt: { en: 'It is a receipt of its own: register it', ja: '別の領収書として登録する' },
  leaveOut: { en: 'It is the same receipt: leave it out', ja: '同じ領収書なので除外する' },
  newPartner: {
    en: 'The books have no partner "{name}"',
    ja: '取引先「{name}」は登録されていません',
  },
  near: {
    en: 'Perhaps it is {near}: correct the name above.',
    ja: '似た名前：{near}。同じ取引先なら名前を直してください。',
  },
  createPartner: { en: 'Create the partner and register', ja: '取引先を作成して登録' },
  done: { en: 'It is in the books (deal {deal})', ja: '登録しました（取引{deal}）' },
  waits: { en: 'It waits for a release', ja: '承認待ちです' },
  toCorrect: { en: 'Correct it', ja: '内容を修正する' },
  toRelease: { en: 'Look at it and release it', ja: '内容を確認して承認する' },
  unknown: { en: 'It is not known whether it was registered', ja: '登録されたかどうか分かりません' },
  unknownText: {
    en: 'It is not sent again by itself. Press the button to look for it at the accounting service.',
    ja: '自動では再送しません。ボタンを押して、会計サービスに照会してください。',
  },
  look: { en: 'Look for it', ja: '照会する' },
  busy: {
    en: 'The accounting service takes no more calls now. Wait a minute, then register it again: it is registered once.',
    ja: '会計サービスの呼び出し回数の上限です。1分待ってから、もう一度登録してください。二重には登録されません。',
  },
  failed: { en: 'It was not registered', ja: '登録していません' },
  gone: {
    en: 'Its deal was deleted at the accounting service. To register it again, free it on its page.',
    ja: '取引は会計サービスで削除されています。もう一度登録するには、詳細の画面で解除してください。',
  },
  company: {
    en: 'The books are not connected, or there are several companies: choose the company under Connections.',
    ja: '会計サービスとの連携がないか、事業所が複数あります。「接続」で確認してください。',
  },
  twice: {
    en: 'Two lines say the same: remove one.',
    ja: '同じ内容の明細が2行あります。1行を空にしてください。',
  },
  back: { en: 'All receipts', ja: '領収書の一覧' },
  missing: { en: 'This receipt is not there any more', ja: 'この領収書はもうありません' },
})
