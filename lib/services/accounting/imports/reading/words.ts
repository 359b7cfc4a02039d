import type { AppError } from '../../../../core/errors.ts'
import { catalogue, phrase } from '../../../../core/language/catalogue.ts'
import type { Phrase, Reason } from '../../../../core/phrase.ts'

export const HEADS = catalogue('import.heads', {
  row: { en: 'row', ja: '行' },
  date: { en: 'date', ja: '日付' },
  amount: { en: 'yen', ja: '円' },
  partner: { en: 'partner', ja: '取引先' },
  item: { en: 'item', ja: '科目' },
  tax: { en: 'tax', ja: '税区分' },
  asked: { en: 'asked', ja: '確認' },
})

/** The words in the last column of the table; empty if the import registers the receipt. */
export const PLANS = catalogue('import.plans', {
  new: { en: '', ja: '' },
  done: { en: 'done', ja: '登録済み' },
  'left out': { en: 'left out', ja: '重複（除外）' },
  wrong: { en: 'correct it', ja: '要修正' },
  review: { en: 'review', ja: '要確認' },
  gone: { en: 'deleted', ja: '削除済み' },
  open: { en: 'unknown', ja: '結果不明' },
  double: { en: 'double?', ja: '重複?' },
  'new partner': { en: 'new partner', ja: '新規取引先' },
})

export const QUESTIONS = catalogue('import.questions', {
  wrong: {
    en: 'correct in the table, then run the command again:',
    ja: '表を直してから、もう一度実行してください：',
  },
  review: {
    en: 'with --write these wait until a person releases them (kura settle):',
    ja: '--write を付けると、担当者が kura settle で承認するまで保留されます：',
  },
  'new partner': {
    en: 'the company does not have these partners; --write --new-partners creates them, after one question:',
    ja: '登録されていない取引先です（--write --new-partners で、1回の確認のあと作成します）：',
  },
  gone: { en: 'not registered again by itself:', ja: '自動では再登録されません：' },
  open: {
    en: 'sent earlier; --write queries the service:',
    ja: '送信済みで結果が不明です（--write で照会）：',
  },
  double: {
    en: 'receipts of their own, or entered twice? --write asks, and remembers the answer:',
    ja: '別の領収書ですか、二重の入力ですか?（--write で確認し、回答を記憶します）：',
  },
})

export const IMPORT = catalogue('import', {
  row: { en: 'row {at}', ja: '{at}行目' },
  rows: { en: 'rows {at}', ja: '{at}行目' },
  receiptRows: {
    en: 'receipt "{number}" ({count, number} rows from row {first})',
    ja: '番号「{number}」の領収書（{first}行目からの{count, number}行）',
  },
  tooManyRows: {
    en: 'receipt "{number}" has {count, number} rows, at most {most, number}',
    ja: '番号「{number}」の領収書は{count, number}行あります（{most, number}行まで）',
  },
  tooManyEntries: {
    en: 'Cannot use {title}: expected at most {most, number} entries',
    ja: '{title}が多すぎます（{most, number}件まで）',
  },
  expectedNumber: {
    en: 'expected 1 to 100 characters without slashes',
    ja: '1～100文字、「/」と「\\」は使えません',
  },
  amount: { en: '{amount, number}', ja: '{amount, number}' },
  inAll: { en: 'in all', ja: '合計' },
  register: { en: 'register', ja: '登録' },
  counted: {
    en: '{name}: {count, plural, one {# receipt} other {# receipts}}, {amount, number} yen',
    ja: '{name}：{count, number}件、{amount, number}円',
  },
  countedLines: {
    en: '{name}: {count, plural, one {# line} other {# lines}}, {amount, number} yen',
    ja: '{name}：明細{count, number}行、{amount, number}円',
  },
  files: {
    en: 'files: {count, number}, of which {there, number} are in the file box',
    ja: 'ファイル：{count, number}件（うちファイルボックスに登録済み{there, number}件）',
  },
  notShown: { en: 'the host did not show it', ja: 'サーバーの応答にありません' },
  isOpen: { en: 'it was sent, and its outcome is not known', ja: '送信済みですが、結果が不明です' },
  ofDate: { en: '{title} {reason}', ja: '{reason}', onlyEn: ['title'] },
  wasDeleted: {
    en: 'its deal {deal} was deleted; to register it again: {command}',
    ja: '取引（{deal}）は削除されています。再登録するには：{command}',
  },
  deal: { en: 'deal {deal}', ja: '会計サービスの取引（{deal}）' },
  case: { en: 'the case "{name}"', ja: '登録済みの「{name}」' },
  like: { en: 'the same day, amount and partner as {other}', ja: '日付・金額・取引先が同じ：{other}' },
  corrects: {
    en: 'perhaps the correction of {other}, which waits for a person',
    ja: '確認待ちの{other}を修正したもの?',
  },
  sameFile: { en: 'the same file as {other}', ja: 'ファイルが同じ：{other}' },
  whichOwn: {
    en: 'which of these are receipts of their own? (numbers, all or none; nothing to decide later) ',
    ja: 'どれが別の領収書ですか?（番号、すべて、なし。あとで決めるなら空欄） ',
  },
  notAnswer: { en: 'Cannot use the answer "{text}"', ja: '回答「{text}」を読み取れません' },
  answerWith: { en: 'expected numbers such as {numbers}', ja: '番号（{numbers}など）で答えてください' },
  empty: { en: '{title} is empty', ja: '{title}が空欄です' },
  emptyExpected: { en: '{title} is empty: expected {expected}', ja: '{title}が空欄です（{expected}）' },
  expectedTax: { en: '10, 8, or the name of a tax category', ja: '10、8、または税区分の名前' },
  expectedQualified: { en: 'はい or いいえ', ja: 'はい、いいえ' },
  notAmount: {
    en: '{title} "{text}" is not an amount in whole yen, such as 2200 or ▲2,200',
    ja: '{title}「{text}」を金額として読み取れません（記入例：2200、▲2,200）',
  },
  zero: { en: '{title} is 0', ja: '{title}が0です' },
  noValue: {
    en: '{title} is "{text}", by which a program says that it has no value: correct or empty it',
    ja: '{title}が「{text}」となっています（値がないときの表示）。値を入れるか、空にしてください',
  },
  shortened: {
    en: '{title} "{text}" is a number that a spreadsheet has shortened: format the column as text',
    ja: '{title}「{text}」は表計算ソフトが桁を省いた数です。列の表示形式を文字列にしてください',
  },
  notQualified: {
    en: '{title} "{text}" is neither はい nor いいえ',
    ja: '{title}「{text}」は「はい」でも「いいえ」でもありません',
  },
  notBasis: {
    en: '{title} "{text}" is neither 税込 nor 税抜',
    ja: '{title}「{text}」は「税込」でも「税抜」でもありません',
  },
  basisWithoutRate: {
    en: '{title} is 税抜: expected 10 or 8 as {rate}',
    ja: '{title}が「税抜」の行は、{rate}が10か8のときだけ使えます',
  },
  otherInReceipt: {
    en: '{title} "{text}" differs from "{other}" in another row of the receipt',
    ja: '{title}「{text}」が、同じ領収書の別の行（{other}）と違います',
  },
  otherTotal: {
    en: '{title} is {total, number} yen, but the rows of the receipt amount to {sum, number} yen',
    ja: '{title}は{total, number}円ですが、行の合計は{sum, number}円です',
  },
  tooLong: {
    en: 'Cannot use {title}: expected at most {most} characters',
    ja: '{title}が長すぎます（{most}文字まで）',
  },
  notUsable: { en: 'Cannot use {title}: {expected}', ja: '{title}の値は使えません（{expected}）' },
  problem: { en: '{problem}; {hint}', ja: '{problem}（{hint}）' },
  changed: {
    en: 'Cannot use the file "{path}": it has changed since it was read',
    ja: 'ファイル「{path}」が読み取りのあとに変わりました',
  },
  changedHint: {
    en: 'what it holds now is in the file box as {id}; run the import again',
    ja: '今の内容はファイルボックスに登録済みです（{id}）。もう一度実行してください',
  },
  grown: { en: 'it has grown: run the import again', ja: 'もう一度実行してください' },
  ignored: { en: 'ignored, because it is no receipt: {name}', ja: '領収書ではないため無視：{name}' },
  registering: { en: 'registering', ja: '登録' },
  ended: { en: '{at}: {state}: {why}', ja: '{at}：{state}：{why}' },
  noSource: {
    en: 'Cannot import: expected a table or a folder',
    ja: '取り込む表かフォルダーを指定してください',
  },
  noResultFile: {
    en: 'Cannot write the result file "{path}"',
    ja: '結果のファイル「{path}」に書き込めません',
  },
  otherResultFile: { en: 'name another one with --out', ja: '--out で別の名前を指定してください' },
  template: {
    en: 'kura accounting import --template prints the header of a table',
    ja: '表の見出しの表示：kura accounting import --template',
  },
  numberTwice: {
    en: '{title} "{text}" is also of {other}: rows of one receipt have the same number, day, partner and file',
    ja: '{title}「{text}」は{other}にもあります（1枚の領収書の行は、番号・日付・取引先・ファイルが同じです）',
  },
  wrongCheckDigit: {
    en: '{title} "{number}" is no registration number: its check digit is wrong',
    ja: '{title}「{number}」は登録番号として正しくありません（検査用数字の不一致）',
  },
  notReceipt: {
    en: 'the file "{file}" is neither a PDF nor an image, by its first bytes',
    ja: 'ファイル「{file}」の中身が、PDFでも画像でもありません',
  },
  notDocument: {
    en: '{title} "{text}" is none of 領収書, 請求書, その他',
    ja: '{title}「{text}」は、領収書・請求書・その他のどれでもありません',
  },
  newPartner: { en: 'new partner "{name}"', ja: '新しい取引先「{name}」' },
  newPartnerNear: {
    en: 'new partner "{name}"; perhaps it is {near}',
    ja: '新しい取引先「{name}」（似た名前：{near}）',
  },
  createPartners: {
    en: 'create {count, plural, one {this partner} other {these # partners}}?',
    ja: 'この取引先{count, number}件を作成しますか?',
  },
  created: { en: 'created partners: {count, number}', ja: '作成した取引先：{count, number}件' },
  askedAgain: {
    en: 'the accounting service is asked again in {seconds, number} s; Ctrl-C stops, and the next run goes on',
    ja: '{seconds, number}秒後に会計サービスへ再度問い合わせます（Ctrl-Cで停止、次回の実行で続行）',
  },
  askedAgainSays: {
    en: 'the accounting service says: {words}; it is asked again in {seconds, number} s; Ctrl-C stops, and the next run goes on',
    ja: '会計サービスの説明：{words}。{seconds, number}秒後に再度問い合わせます（Ctrl-Cで停止、次回の実行で続行）',
  },
  partnerRefused: {
    en: 'the partner "{name}" was not created: {why}; with a code: {command}',
    ja: '取引先「{name}」を作成できませんでした：{why}。コードを付けて作成：{command}',
  },
  notUploaded: {
    en: 'the file "{file}" was not uploaded: {why}',
    ja: 'ファイル「{file}」をアップロードできませんでした：{why}',
  },
  held: {
    en: 'another run is sending this; kura looks every two seconds whether it has ended',
    ja: '別の処理が送信中です。2秒ごとに終了を確認します',
  },
  outage: {
    en: 'the accounting service does not answer as it should; the import goes on at {at, date, time}; Ctrl-C stops, and the next run goes on',
    ja: '会計サービスが正常に応答しません。取り込みの再開：{at, date, time}（Ctrl-Cで停止、次回の実行で続行）',
  },
  stopped: {
    en: 'stopped, because the accounting service does not answer as it should: {count, plural, one {# receipt is} other {# receipts are}} not sent; run the same command again at {at, date, time}, or now with --wait, which goes on by itself',
    ja: '会計サービスが正常に応答しないため停止しました（未送信{count, number}件）。再開：{at, date, time}に同じコマンドを実行、または今 --wait を付けて実行（自動で再開）',
  },
  lost: {
    en: '{count, plural, one {The outcome of # receipt is} other {The outcome of # receipts is}} unknown, and the service has nothing of them: {rows}',
    ja: '結果が不明で、会計サービスにも見つからない領収書が{count, number}件あります：{rows}',
  },
  lostEarly: {
    en: 'they may still arrive until {at, date, time}: run the same command again after that, and kura asks once for all of them',
    ja: '{at, date, time}までは届く可能性があります。その後に同じコマンドを実行すると、まとめて1回だけ確認します',
  },
  sendAgain: { en: 'send them again?', ja: '再送しますか?' },
  nothingWritten: {
    en: 'dry run: nothing was written; --write registers the receipts',
    ja: '確認のみ：何も登録していません（--write で登録します）',
  },
  payments: {
    en: 'a payment settles its deal; it does not tick off the line of the bank',
    ja: '支払方法を書いた取引は決済済みになります。銀行の明細とは照合されません',
  },
  registered: {
    en: 'registered: {done, number} of {count, plural, one {# receipt} other {# receipts}}; the result is in {file}',
    ja: '登録：{count, number}件中{done, number}件。結果のファイル：{file}',
  },
})

export const PARTNER_HEADS = catalogue('import.partners', {
  name: { en: 'new partner', ja: '新しい取引先' },
  number: { en: 'registration number', ja: '登録番号' },
  near: { en: 'names that exist', ja: '似た名前の取引先' },
})

/** `at` is `row 3`, `rows 3, 4`, `receipt 17 (101 from row 2)` or the name of a file. */
export function placePhrase(at: string): Phrase | string {
  const { number, count, first } =
    /^receipt (?<number>.+) \((?<count>\d+) from row (?<first>\d+)\)$/.exec(at)?.groups ?? {}
  if (number !== undefined)
    return phrase(IMPORT.receiptRows, { number, count: Number(count), first: first ?? '' })
  const { many, places } = /^row(?<many>s?) (?<places>[\d, ]+)$/.exec(at)?.groups ?? {}
  if (places === undefined) return at
  return phrase(many === 's' ? IMPORT.rows : IMPORT.row, { at: places })
}

interface Explained extends Pick<AppError, 'message'> {
  readonly phrase?: Phrase | undefined
  readonly hint?: string | undefined
  readonly hintPhrase?: Phrase | undefined
}

export function reasonOf(error: Explained): Reason {
  const [problem, hint] = [error.phrase ?? error.message, error.hintPhrase ?? error.hint]
  return hint === undefined ? problem : phrase(IMPORT.problem, { problem, hint })
}
