import { catalogue } from '../../../core/language/catalogue.ts'

export const TO_DO = catalogue('console.to_do', {
  title: { en: 'To do', ja: '要対応' },
  count: {
    en: '{count, plural, one {# item needs a person} other {# items need a person}}',
    ja: '対応が必要なものが{count, number}件あります',
  },
  noScope: { en: 'You may not see what waits', ja: '対応が必要なものを見る権限がありません' },
  noScopeText: {
    en: 'Ask the person who invited you. The other pages are here:',
    ja: '招待した人に相談してください。ほかのページはこちらです：',
  },
  nothing: { en: 'Nothing needs a person', ja: '対応が必要なものはありません' },
  nothingText: {
    en: 'kura shows here what it cannot decide by itself.',
    ja: 'kuraだけでは決められないことがあると、ここに表示します。',
  },
  asOf: { en: 'As stored at {at, date, time}', ja: '{at, date, time}時点の記録' },
  failed: { en: 'Not all of it could be read', ja: '一部を確認できませんでした' },
  failedOwner: { en: '{owner}: {reason}', ja: '{owner}：{reason}' },
  act: { en: 'What to do: {act}', ja: '対応：{act}' },
  since: { en: 'since {at, date, time}', ja: '{at, date, time}から' },
  by: { en: 'by {at, date, time}', ja: '期限 {at, date, time}' },
  open: { en: 'Open', ja: '開く' },
  openNamed: { en: 'Open: {name}', ja: '開く：{name}' },
  all: {
    en: 'All {count, number} in one table',
    ja: '{count, number}件をまとめて確認',
  },
  due: { en: 'Due in the next seven days', ja: '7日以内の期限' },
  connections: { en: 'Connections', ja: '接続の状況' },
  // the table
  tableText: {
    en: 'Tick what you have checked, then choose. The next page shows exactly what is sent, before you confirm it.',
    ja: '確認したものを選んでください。次の画面で送信内容を確かめてから、承認します。',
  },
  tickAll: { en: 'Choose all {count, number}', ja: '{count, number}件すべてを選ぶ' },
  tickAllOf: {
    en: 'Choose all {count, number}: {sum} in all',
    ja: '{count, number}件すべてを選ぶ（合計{sum}）',
  },
  tick: { en: 'Choose', ja: '選ぶ' },
  tickNamed: { en: 'Choose {name}', ja: '{name}を選ぶ' },
  item: { en: 'Name', ja: '名前' },
  none: { en: 'None is open any more', ja: '未対応のものはありません' },
  back: { en: 'Back to “To do”', ja: '「要対応」に戻る' },
  nothingTicked: { en: 'Nothing is chosen', ja: '1件も選ばれていません' },
  nothingTickedText: {
    en: 'Go back, and tick at least one item.',
    ja: '前の画面に戻り、1件以上選んでください。',
  },
})

export const ITEM = catalogue('console.item', {
  unusual: { en: 'Check this first', ja: '先に確認してください' },
  sent: { en: 'What will be sent', ja: '送信する内容' },
  exact: { en: 'The exact text', ja: '送信される文字列' },
  operation: { en: 'Operation', ja: '処理番号' },
  name: { en: 'Name', ja: '管理名' },
  day: { en: 'Day', ja: '日付' },
  partner: { en: 'Partner', ja: '取引先' },
  kind: { en: 'Kind', ja: '種類' },
  expense: { en: 'Expense', ja: '支出' },
  income: { en: 'Income', ja: '収入' },
  company: { en: 'Company', ja: '事業所' },
  account: { en: 'Account item', ja: '勘定科目' },
  tax: { en: 'Tax', ja: '税区分' },
  text: { en: 'Description', ja: '摘要' },
  fileDiffers: {
    en: 'the file box has other data for its file: {facts}',
    ja: '証憑のファイルボックスの内容が違います（{facts}）',
  },
  noReply: { en: 'it was sent, but no answer came', ja: '送信しましたが、応答がありませんでした' },
  fileDeleted: { en: 'its file was deleted', ja: '証憑は削除されています' },
  fileUsed: {
    en: 'another deal has its file already',
    ja: '証憑はすでに別の取引に登録されています',
  },
  proposedBy: { en: 'Proposed by: {by}', ja: '提案者：{by}' },
  remoteDown: {
    en: 'The accounting service does not answer, so numbers stand in place of names. What is stored is shown.',
    ja: '会計サービスが応答しないため、名前の代わりにIDを表示しています。内容は保存済みの記録です。',
  },
  // decisions
  close: { en: 'It is dealt with', ja: '対応済みにする' },
  history: { en: 'What happened', ja: 'これまでの経過' },
  step: {
    en: '{at, date, time}: {state}, {by} {why}',
    ja: '{at, date, time}：{state}（{by}）{why}',
  },
  lookedAfter: { en: 'You looked after', ja: '確認した時刻（これ以後）' },
  reason: { en: 'Your reason', ja: '理由' },
  missing: { en: '{field}: fill this in.', ja: '「{field}」を入力してください。' },
  order: { en: 'Order number on the registrar’s own page', ja: 'レジストラの画面に表示された注文番号' },
  buy: { en: 'Ask for a price', ja: '価格を調べる' },
  message: { en: 'Identifier of the message', ja: 'メッセージID' },
  actNamed: { en: '{label}: {name}', ja: '{label}：{name}' },
  look: { en: 'Look at the service again', ja: '連携先を確認し直す' },
  looked: { en: 'kura has looked', ja: '確認しました' },
  lookedOpen: {
    en: 'The service does not have it, which proves nothing: it may still appear. It stays open.',
    ja: '連携先にはまだありません。あとから現れることがあるため、未対応のままにします。',
  },
  lookedNot: {
    en: 'The service does not answer. It stays open: look again in a few minutes.',
    ja: '連携先が応答しません。未対応のままにします。数分後に確認し直してください。',
  },
  lookedDone: {
    en: 'The service has it: the item is settled.',
    ja: '連携先で確認できました。対応済みです。',
  },
  next: { en: 'Continue', ja: '次へ' },
  correct: { en: 'Correct it', ja: '修正する' },
  solved: {
    en: '{count, plural, one {# item is} other {# items are}} not there any more: solved, or removed',
    ja: '{count, number}件は、対応済みか削除済みです',
  },
  many: { en: '{label}: {count, plural, one {# item} other {# items}}', ja: '{label}：{count, number}件' },
  manyOf: {
    en: '{label}: {count, plural, one {# item} other {# items}}, {sum}',
    ja: '{label}：{count, number}件、{sum}',
  },
  notAllowed: {
    en: 'You can read this. To decide it, your invitation must include approving.',
    ja: '閲覧のみ可能です。承認するには、承認の権限がある招待が必要です。',
  },
})

export const CORRECT = catalogue('console.correct', {
  check: { en: 'Check it', ja: '内容を確認する' },
  understood: { en: 'kura understands it like this', ja: '登録する内容' },
  register: { en: 'Register it', ja: 'この内容で登録する' },
  change: { en: 'Change it', ja: '修正する' },
  sends: { en: 'The button registers it in the books.', ja: 'ボタンを押すと、会計サービスに登録します。' },
  waits: {
    en: 'The button stores it. It is sent when a person has released it.',
    ja: 'ボタンを押すと保存します。承認されるまで送信しません。',
  },
  amount: { en: 'Amount in yen, tax included', ja: '金額（税込、円）' },
  partnerHint: {
    en: 'as the books name it; may be left empty',
    ja: '会計サービスの取引先名。空欄でもかまいません',
  },
  rateLabel: { en: 'Tax rate and invoice', ja: '税率とインボイス' },
  rate: { en: '{rate} %, {invoice}', ja: '{rate}%、{invoice}' },
  qualified: { en: 'qualified invoice', ja: '適格請求書' },
  notQualified: { en: 'no qualified invoice', ja: '適格請求書ではない' },
  other: { en: 'another tax category, typed below', ja: '税区分を下に入力する' },
  registration: { en: 'Registration number', ja: '登録番号' },
  registrationHint: {
    en: 'T and 13 digits, as on the receipt; may be left empty',
    ja: '領収書のT＋13桁。空欄でもかまいません',
  },
  line: { en: 'Line {at}', ja: '明細{at}' },
  lineHint: { en: 'empty to remove the line', ja: '空欄にすると、この明細を削除します' },
  taxHint: { en: 'only if no rate is chosen', ja: '税率を選ばないときだけ入力' },
  choose: { en: 'Choose', ja: '選んでください' },
  dayMissing: { en: 'Enter the day of the receipt.', ja: '領収書の日付を入力してください。' },
  accountMissing: { en: 'Choose the account item.', ja: '勘定科目を選んでください。' },
  amountWrong: { en: 'Enter the amount in whole yen.', ja: '金額を円単位の整数で入力してください。' },
  taxMissing: {
    en: 'Choose a rate, or type a tax category.',
    ja: '税率を選ぶか、税区分を入力してください。',
  },
  refused: {
    en: 'The books do not have this value. Correct it, and check again.',
    ja: '会計サービスにない値です。修正してから、もう一度確認してください。',
  },
})
