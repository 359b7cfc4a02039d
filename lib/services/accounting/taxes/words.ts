import { catalogue } from '../../../core/language/catalogue.ts'

export const DEAL_FLAGS = catalogue('deals', {
  inLine: { en: 'line {line}: {reason}', ja: '明細{line}行目：{reason}' },
  twoSeparators: { en: '"{text}" mixes two separators', ja: '日付「{text}」の区切り文字が混在しています' },
  noSuchDay: {
    en: '"{text}" does not exist: the calendar has no such day',
    ja: '日付「{text}」は暦に存在しません',
  },
  beforeTax: {
    en: '"{text}" is before {first}, the beginning of consumption tax',
    ja: '日付「{text}」は消費税の導入（{first}）より前です',
  },
  future: {
    en: '"{text}" is {date}, which is after today, {today}',
    ja: '日付「{text}」（{date}）が未来です（本日 {today}）',
  },
  futureDay: { en: '{date} is after today, {today}', ja: '{date}は未来の日付です（本日 {today}）' },
  beforeInvoices: {
    en: '"{text}" is {date}, before qualified invoices began on {first}',
    ja: '日付「{text}」（{date}）はインボイス制度の開始（{first}）より前です',
  },
  beforeInvoicesDay: {
    en: '{date} is before qualified invoices began on {first}',
    ja: '{date}はインボイス制度の開始（{first}）より前です',
  },
  longAgo: {
    en: '"{text}" is {date}, which is more than {months} months ago',
    ja: '日付「{text}」（{date}）は{months}か月以上前です',
  },
  longAgoDay: { en: '{date} is more than {months} months ago', ja: '{date}は{months}か月以上前です' },
  ambiguous: {
    en: '"{text}" does not say which number is the year; the likely day is {date}',
    ja: '日付「{text}」は、どの数字が年か判断できません（おそらく{date}）',
  },
  withoutYear: {
    en: '"{text}" has no year: write it like {date}',
    ja: '日付「{text}」に年がありません（記入例：{date}）',
  },
  otherNumber: {
    en: 'the registration number {given} is not that of the partner "{name}", {number}',
    ja: '登録番号「{given}」が、取引先「{name}」の登録番号（{number}）と違います',
  },
  isIssuer: {
    en: 'the partner "{name}" is an issuer of qualified invoices, but the receipt is not qualified',
    ja: '取引先「{name}」は適格請求書発行事業者ですが、適格ではない領収書になっています',
  },
  hasNumber: {
    en: 'the partner "{name}" has the registration number {number}, but the receipt is not qualified',
    ja: '取引先「{name}」には登録番号（{number}）がありますが、適格ではない領収書になっています',
  },
  isNoIssuer: {
    en: 'the receipt is qualified, but the partner "{name}" is not marked as an issuer of qualified invoices; if it is one, mark it at the service',
    ja: '適格の領収書ですが、取引先「{name}」は適格請求書発行事業者になっていません（発行事業者なら、会計サービスの取引先に設定してください）',
  },
  refund: { en: 'it has a negative amount, like a refund', ja: '返金などのマイナスの金額があります' },
  unreadable: { en: '"{text}" is not a date in a known form', ja: '日付「{text}」を読み取れません' },
  noMeasure: {
    en: 'on {date} there is no transitional measure (schedule "{schedule}"): choose the category by hand',
    ja: '{date}は経過措置の対象外です（適用ルール「{schedule}」）。税区分を手動で選択してください',
  },
  contradicts: {
    en: 'code {code} is "{name}", but on {date} schedule "{schedule}" has {percent} %',
    ja: '税区分コード{code}は「{name}」ですが、{date}の控除割合は{percent}%です（適用ルール「{schedule}」）',
  },
  contradictsNone: {
    en: 'code {code} is "{name}", but on {date} schedule "{schedule}" has no transitional measure',
    ja: '税区分コード{code}は「{name}」ですが、{date}は経過措置の対象外です（適用ルール「{schedule}」）',
  },
  categoryMissing: {
    en: 'the company\'s table has no category "{category}"',
    ja: '事業所の税区分に「{category}」がありません',
  },
  schedulesDisagree: {
    en: 'on {date} schedule "{schedule}" has {percent} %, {others}, and none was chosen',
    ja: '{date}の控除割合が適用ルールによって異なります（「{schedule}」は{percent}%、{others}）。適用ルールが未設定です',
  },
  looksDouble: {
    en: 'the service has the same day, amount and partner already: deal {deals}',
    ja: '日付・金額・取引先が同じ取引がすでにあります（{deals}）',
  },
  fileDiffers: {
    en: 'the file box has other data for the file {file}: {facts}',
    ja: '証憑{file}のファイルボックスの内容が違います（{facts}）',
  },
  fileDay: { en: 'the day {day}', ja: '日付 {day}' },
  fileAmount: { en: '{amount, number} yen', ja: '金額 {amount, number}円' },
  filePartner: { en: 'the partner "{name}"', ja: '取引先「{name}」' },
  fileDeleted: { en: 'the file {file} was deleted', ja: '証憑{file}は削除されています' },
  fileUsed: {
    en: 'another deal has the file {file} already',
    ja: '証憑{file}はすでに別の取引に登録されています',
  },
  openCase: {
    en: 'the open case "{name}" has the same day, amount and partner',
    ja: '未対応の「{name}」と、日付・金額・取引先が同じです',
  },
  openCaseWithFile: {
    en: 'the open case "{name}" has the same file',
    ja: '未対応の「{name}」も、同じ証憑を使っています',
  },
  held: { en: 'it waits: {reason}', ja: '保留：{reason}' },
  waitingCase: {
    en: 'the waiting case "{name}" differs in one fact: this may be its correction',
    ja: '確認待ちの「{name}」と1か所だけ違います（同じ領収書を修正したものかもしれません）',
  },
  otherSchedule: { en: '"{schedule}" {percent} %', ja: '「{schedule}」は{percent}%' },
})
