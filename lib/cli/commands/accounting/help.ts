import { catalogue } from '../../../core/language/catalogue.ts'

export const HELP = catalogue('help.accounting', {
  group: {
    en: 'the accounting service: authorization, master data, deals, journals',
    ja: '会計サービスの帳簿（認可、名前の一覧、取引、仕訳帳）',
  },
  company: {
    en: 'id or office number; needed if the user has several',
    ja: '事業所のIDまたは事業所番号（事業所が複数あるときに必要）',
  },
  authorize: {
    en: 'let a person grant access, and store the tokens; needed once, and again after scopes were added',
    ja: '会計サービスの利用を認可する（最初に1回と、権限を追加したとき）',
  },
  authorizeCompany: {
    en: 'id or office number; needed to use the books of another company',
    ja: '事業所のIDまたは事業所番号（別の事業所の帳簿に切り替えるときに必要）',
  },
  authorizeCode: {
    en: 'finish what was begun in the last ten minutes: the code, or the address to which the page redirected',
    ja: '10分以内に始めた認可を完了する（認可コード、または移動先のアドレス）',
  },
  authorizeAfter: {
    en: '\nThe command shows a page of the accounting service, asks for the code of that page, and hands it to the host, which keeps the tokens. The books of another company than the one in use are kept only if --company names it. The page Connections of the console authorizes without a terminal.',
    ja: '\n会計サービスのページを表示し、そのページに出た認可コードを尋ねます。トークンは、公開したkuraに保存します。使用中とは別の事業所の帳簿は、--company で指定したときだけ使います。コンソールの「接続」のページでも認可できます。',
  },
  token: {
    en: 'show the state, age and scopes of the credential; never a token',
    ja: '認可の状態、経過日数、権限を表示する（トークンは表示しない）',
  },
  recover: {
    en: 'put back an answer of the token endpoint that could not be stored',
    ja: '保存できなかったトークンの応答を元に戻す',
  },
  recoverLine: {
    en: "the line of the host's log with the event token_unstored",
    ja: 'ホストのログのうち、token_unstored の行',
  },
  list: {
    en: 'list companies, names of a company, deals as the service has them, or cases of deals',
    ja: '事業所、名前、会計サービスにある取引、登録の状態を一覧する',
  },
  listKind: { en: 'what to list', ja: '一覧するもの' },
  listState: {
    en: 'cases: those in this state, or all; those that are open by default',
    ja: '「cases」で：この状態のもの。「all」はすべて（指定しない場合は、確認が必要なもの）',
  },
  listSearch: { en: 'partners: those whose name has the word', ja: '「partners」で：名前にこの語があるもの' },
  listFrom: { en: 'deals: the first issue date', ja: '「deals」で：最初の発生日' },
  listUntil: { en: 'deals: the last issue date', ja: '「deals」で：最後の発生日' },
  listPartner: { en: 'deals: those of this partner', ja: '「deals」で：この取引先のもの' },
  listAccountItem: {
    en: 'deals: with a line of this account item',
    ja: '「deals」で：この科目の行があるもの',
  },
  listStatus: {
    en: 'deals: paid or not',
    ja: '「deals」で：決済の状態（「unsettled」は未決済、「settled」は決済済み）',
  },
  dealNumber: { en: 'its number', ja: '取引ID' },
  show: { en: 'show a deal as the service has it now', ja: '会計サービスにある取引を表示する' },
  delete: {
    en: 'show a deal and the case that it belongs to; delete it with --write',
    ja: '取引とその番号を表示する。--write を付けると削除する',
  },
  deleteWrite: {
    en: 'delete it; without it nothing is changed',
    ja: '削除する（付けなければ何も変わらない）',
  },
  deal: {
    en: 'show the deal that would be registered; register it with --write',
    ja: '登録される取引を表示する。--write を付けると登録する',
  },
  dealFile: {
    en: 'a deal as JSON: case, issue_date, details; "-" for standard input',
    ja: '取引のJSONファイル（「case」「issue_date」「details」）。「-」は標準入力',
  },
  dealWrite: { en: 'register it, once for its case', ja: '登録する（同じ番号では1回だけ）' },
  dealAfter: {
    en: '\nThe exit status is 3 if the deal waits for a person, and 4 if its case is registered already.',
    ja: '\n終了コードは、確認待ちなら3、登録済みなら4です。',
  },
  case: {
    en: 'the receipt that it is for; a case is never registered twice',
    ja: '領収書の番号。同じ番号は二重に登録されない',
  },
  date: { en: 'the issue date, as it is written on the receipt', ja: '領収書に書かれた発生日' },
  accountItem: { en: 'an account item of the company', ja: '事業所の科目' },
  amount: { en: 'whole yen, tax included: 2200, 2,200 or ¥2,200', ja: '税込みの金額（2200、2,200、¥2,200）' },
  taxCode: { en: 'a tax code of the company', ja: '事業所の税区分コード' },
  taxCategory: {
    en: 'the name of a tax category, instead of its code',
    ja: '税区分の名前（コードの代わり）',
  },
  rate: {
    en: '10 or 8, with --qualified, instead of a code: the issue date decides the category',
    ja: '10または8。--qualified と一緒に、コードの代わりに指定すると、発生日から税区分が決まる',
  },
  qualified: { en: 'whether the issuer has a qualified invoice', ja: '適格請求書かどうか' },
  description: { en: 'the description of the line', ja: '行の摘要' },
  import: {
    en: 'show many receipts as deals, with their files; register them with --write, each once',
    ja: '領収書をまとめて、取引の予定として表示する。--write を付けると登録する（それぞれ1回だけ）',
  },
  importSource: {
    en: 'a table (.csv or .json), or a folder of receipts named by date and amount',
    ja: '表（CSVまたはJSON）、または日付と金額を名前にした領収書のフォルダー',
  },
  importWrite: { en: 'upload the files and register the deals', ja: 'ファイルを送り、取引を登録する' },
  importDoubles: {
    en: 'register these receipts although they look double: ids of the dry run',
    ja: '重複に見えても登録する領収書（表示されたID）',
  },
  importNewPartners: {
    en: 'with --write: create the partners that the company does not have, after a question',
    ja: '--write と一緒に：まだない取引先を、確認してから作成する',
  },
  importWait: {
    en: 'with --write: after an outage of the service, go on by itself',
    ja: '--write と一緒に：会計サービスの障害が終わったら、自動で続ける',
  },
  importTemplate: {
    en: 'print the header of a table; of a folder, the table of its receipts',
    ja: '表の見出しを出力する。フォルダーを指定すると、その領収書の表を出力する',
  },
  importOut: {
    en: 'the result file (default: beside the source)',
    ja: '結果のファイル（指定しない場合は、元の表と同じ場所）',
  },
  importAccountItem: { en: 'for every row that names none', ja: '科目のない行の科目' },
  importRate: {
    en: '10, 8 or the name of a tax category, for every row that has none',
    ja: '税率のない行の税率（10、8、または税区分の名前）',
  },
  importQualified: { en: 'for every row that does not say it', ja: '適格かどうか書いていない行の値' },
  importPayment: { en: 'who paid, for every row that does not say it', ja: '支払方法のない行の支払方法' },
  importAfter: {
    en: '\nColumns: 日付, 科目, 税率, 適格, 金額, 摘要, 取引先, ファイル, 支払方法, 番号, or their English names.\nA payment settles the deal; it does not tick off the line of the bank.\nSales and withholding tax are out of scope: enter them at the service.\nThe exit status is 3 if a person has to look at a row, and 1 if a row failed or has to be corrected,\nfor example because its day does not exist; such a row is never sent.',
    ja: '\n列：日付、科目、税率、適格、金額、摘要、取引先、ファイル、支払方法、番号（英語の名前も使えます）。\n支払方法を書くと決済済みになりますが、銀行の明細の消し込みはしません。\n売上と源泉徴収は対象外です。会計サービスで入力してください。\n終了コードは、確認が必要な行があれば3、失敗した行や直す行があれば1です。\n存在しない日付など、直す必要がある行は送りません。',
  },
  partners: { en: 'the partners of a company', ja: '事業所の取引先' },
  partnersCreate: {
    en: 'show the partner that would be created; create it with --write, once for its name',
    ja: '作成される取引先を表示する。--write を付けると作成する（同じ名前では1回だけ）',
  },
  partnersName: { en: 'the name of the partner', ja: '取引先の名前' },
  partnersWrite: { en: 'create it, unless the company has it', ja: '作成する（すでにあれば作成しない）' },
  partnersCode: {
    en: 'the code of the partner, which the service requires if the company uses codes',
    ja: '取引先コード（事業所が取引先コードを使う場合は必須）',
  },
  partnersNumber: {
    en: 'T and 13 digits, of an issuer of qualified invoices',
    ja: '登録番号（Tと13桁の数字）',
  },
  partnersQualified: {
    en: 'whether it is an issuer of qualified invoices',
    ja: '適格請求書発行事業者かどうか',
  },
  firstDeal: {
    en: 'create the test deal that a person confirms on screen, once for each company; other writes need it',
    ja: 'テスト取引を作成し、画面で確認する（事業所ごとに1回。ほかの登録の前に必要）',
  },
  firstDealFile: { en: 'a deal as JSON; "-" for standard input', ja: '取引のJSONファイル。「-」は標準入力' },
  by: { en: 'your name; asked for if not given', ja: 'お名前（指定しない場合は尋ねる）' },
  learn: {
    en: 'learn tax codes by test deals and the journal; a dry run unless --write',
    ja: 'テスト用の取引と仕訳帳から、税区分コードの意味を調べる。--write を付けると実行する',
  },
  learnCodes: {
    en: 'the candidates, separated by commas (default: the codes of account items and earlier deals)',
    ja: '調べるコード（コンマ区切り。指定しない場合は、科目とこれまでの取引のコード）',
  },
  learnAccountItem: {
    en: 'the account item of the test deals (default: the one used most)',
    ja: 'テスト用の取引の科目（指定しない場合は、最も使われている科目）',
  },
  learnDate: {
    en: 'the date of the test deals (default: today)',
    ja: 'テスト用の取引の日付（指定しない場合は今日）',
  },
  learnBy: {
    en: 'your name, for confirming the first deal of the company; asked for if not given',
    ja: 'お名前（最初の取引の確認に使う。指定しない場合は尋ねる）',
  },
  learnWrite: {
    en: 'create the test deals, read the journal, and delete them; continues a run that stopped',
    ja: 'テスト用の取引を登録し、仕訳帳を読み、削除する。止まった実行は続きから行う',
  },
  learnAbandon: {
    en: 'delete the test deals of the run that stopped, and learn nothing; asks first, unless you name the run',
    ja: '止まった実行のテスト用の取引を削除し、何も調べない（実行を指定しない場合は、先に確認する）',
  },
  journal: {
    en: 'export the journal: CSV for a spreadsheet, or JSON lines by header name',
    ja: '仕訳帳を書き出す（表計算用のCSV、または見出し名のJSON）',
  },
  journalFrom: { en: 'the first day', ja: '最初の日' },
  journalUntil: { en: 'the last day', ja: '最後の日' },
  journalFormat: { en: 'the format of the file (default: csv)', ja: 'ファイルの形式（指定しない場合はCSV）' },
  journalEncoding: {
    en: 'the encoding of the CSV (default: utf-8)',
    ja: 'CSVの文字コード（指定しない場合はUTF-8）',
  },
  journalRaw: { en: "the service's own CSV, byte by byte", ja: '会計サービスのCSVをそのまま' },
  journalOut: {
    en: 'the file to write (default: standard output)',
    ja: '書き込むファイル（指定しない場合は標準出力）',
  },
  journalLines: { en: 'show only the first lines', ja: '最初の行だけ表示する' },
  journalAfter: {
    en: '\nA text cell that a spreadsheet would run as a formula begins with an apostrophe, except with --raw.',
    ja: '\n数式として実行されるおそれのある文字のセルは、先頭にアポストロフィーを付けます（--raw を除く）。',
  },
})
