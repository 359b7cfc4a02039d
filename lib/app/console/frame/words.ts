/** The words of the frame, of the parts that pages share, and of the pages for errors. */
import { catalogue } from '../../../core/language/catalogue.ts'

export const FRAME = catalogue('console', {
  skip: { en: 'Skip to the content', ja: '本文へ移動' },
  menu: { en: 'Menu', ja: 'メニュー' },
  toDo: { en: 'To do', ja: '要対応' },
  receipts: { en: 'Receipts', ja: '領収書' },
  deals: { en: 'Deals', ja: '取引' },
  more: { en: 'More', ja: 'その他' },
  connections: { en: 'Connections', ja: '接続' },
  people: { en: 'People', ja: '利用者' },
  signOut: { en: 'Sign out', ja: 'ログアウト' },
  signedInAs: { en: 'Signed in as {name}', ja: '{name}さんがログイン中' },
  next: { en: 'Go on', ja: '次へ進む' },
  nextPage: { en: 'Next page', ja: '次のページ' },
  firstPage: { en: 'First page', ja: '最初のページ' },
  later: { en: 'This page is not ready yet', ja: 'このページは準備中です' },
  laterText: {
    en: 'Use the command line for now, or ask the person who runs kura.',
    ja: '今はまだ使えません。kuraの担当者に相談してください。',
  },
})

export const PARTS = catalogue('console.parts', {
  faults: {
    en: '{count, plural, one {Correct one field} other {Correct # fields}}',
    ja: '入力内容を確認してください（{count}件）',
  },
  required: { en: 'required', ja: '必須' },
  refused: { en: 'The passkey did not answer', ja: 'パスキーを確認できませんでした' },
  refusedText: {
    en: 'Nothing was sent. Press the button again, and confirm with your face, your finger or the PIN of your device.',
    ja: '何も送信していません。もう一度ボタンを押し、顔、指、または端末の暗証番号で確認してください。',
  },
  elsewhere: { en: 'Open this page in Safari or Chrome', ja: 'SafariまたはChromeで開いてください' },
  elsewhereText: {
    en: 'This app shows pages in a browser of its own, which has no passkeys. Copy the address, and open it in Safari or Chrome.',
    ja: 'このアプリ内のブラウザーではパスキーを使えません。アドレスをコピーして、SafariまたはChromeで開いてください。',
  },
  address: { en: 'Address of this page', ja: 'このページのアドレス' },
  copy: { en: 'Copy the address', ja: 'アドレスをコピー' },
  noScript: {
    en: 'Passkeys need JavaScript: switch it on for this site, and load the page again.',
    ja: 'パスキーにはJavaScriptが必要です。このサイトでJavaScriptを有効にして、再読み込みしてください。',
  },
})

export const FAULTS = catalogue('console.faults', {
  wrongRequest: { en: 'This address does not lead anywhere', ja: 'このアドレスのページはありません' },
  wrongRequestText: {
    en: 'The address or the form is not one of kura’s. Nothing was changed.',
    ja: 'アドレスまたは入力欄が正しくありません。何も変更していません。',
  },
  elsewhere: { en: 'The form came from another page', ja: '別のページから送信されました' },
  elsewhereText: {
    en: 'kura takes forms from its own pages alone. Nothing was changed. Open the page here and try again.',
    ja: 'kuraの画面から送信された内容だけを受け付けます。何も変更していません。ここから画面を開いて、やり直してください。',
  },
  missing: { en: 'This item is not there any more', ja: 'この項目はもうありません' },
  missingText: {
    en: 'It was solved, or it was removed. The list shows what is still open.',
    ja: '対応済みか、削除されています。残りは一覧にあります。',
  },
  tooLarge: { en: 'The file is too large', ja: 'ファイルが大きすぎます' },
  tooLargeText: {
    en: 'Choose a smaller file, or take it with the app of the accounting service.',
    ja: '小さいファイルを選ぶか、会計サービスのアプリで取り込んでください。',
  },
  forbidden: { en: 'You may not do this', ja: 'この操作は許可されていません' },
  forbiddenText: {
    en: 'Your invitation does not include it. Ask a person with the role 管理 to invite you again.',
    ja: '招待に含まれていない操作です。「管理」の担当者に、招待のやり直しを頼んでください。',
  },
  unproven: { en: 'The approval does not count', ja: '承認を確認できませんでした' },
  unprovenText: {
    en: 'Nothing was done. Open the item again, and approve it there.',
    ja: '何も実行していません。項目を開き直して、もう一度承認してください。',
  },
  conflict: { en: 'It has changed meanwhile', ja: 'その間に内容が変わりました' },
  conflictText: {
    en: 'Nothing was sent. Open the item again: the page then shows how it is now.',
    ja: '送信していません。項目を開き直すと、今の内容を確認できます。',
  },
  paused: { en: 'kura is paused', ja: 'kuraは一時停止中です' },
  pausedText: {
    en: 'Nothing is sent until the person who runs kura ends the pause. You can still read everything.',
    ja: 'kuraの担当者が再開するまで、送信はできません。閲覧はできます。',
  },
  preview: { en: 'This is a preview', ja: 'これは確認用の環境です' },
  previewText: {
    en: 'A preview reads, and sends nothing. Use the address of the company’s kura.',
    ja: '確認用の環境では閲覧だけができます。会社のkuraのアドレスを使ってください。',
  },
  limited: { en: 'Too many attempts', ja: '回数が多すぎます' },
  limitedText: { en: 'Wait a few minutes, then try again.', ja: '数分待ってから、やり直してください。' },
  unset: { en: 'kura is not set up for this yet', ja: 'まだ設定されていません' },
  unsetText: {
    en: 'A setting is missing. Show this page to the person who runs kura.',
    ja: '設定が足りません。この画面をkuraの担当者に見せてください。',
  },
  remote: { en: 'The other service does not answer', ja: '連携先のサービスが応答しません' },
  remoteText: {
    en: 'What is stored stays as it is. Try again in a few minutes.',
    ja: '保存した内容はそのままです。数分後に、やり直してください。',
  },
  store: { en: 'The store does not answer', ja: 'kuraの記録に接続できません' },
  storeText: {
    en: 'Whether the last step was done is shown here as soon as the records answer. Try again in a few minutes.',
    ja: '最後の操作の結果は、接続が戻りしだい表示します。数分後に、やり直してください。',
  },
  other: { en: 'Something went wrong', ja: 'エラーが起きました' },
  otherText: {
    en: 'Try again. If it happens again, show this page to the person who runs kura.',
    ja: 'もう一度試してください。続くときは、この画面をkuraの担当者に見せてください。',
  },
  reason: { en: 'Reason: {reason}', ja: '理由：{reason}' },
  request: { en: 'Request {id} ({code})', ja: '受付番号 {id}（{code}）' },
  back: { en: 'Open “To do”', ja: '「要対応」を開く' },
  again: { en: 'Try again', ja: 'もう一度開く' },
})
