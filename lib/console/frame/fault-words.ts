import { catalogue } from '../../core/language/catalogue.ts'

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
  underWay: { en: 'It is still under way', ja: '処理中です' },
  underWayText: {
    en: 'Your first press is still being carried out. Try again in two minutes: the page then shows its outcome.',
    ja: '最初の操作を、まだ処理しています。2分後にやり直すと、その結果を確認できます。',
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
  refused: { en: 'The other service refused this', ja: '連携先のサービスが受け付けませんでした' },
  refusedText: {
    en: 'It gives its reason below. What is stored stays as it is.',
    ja: '理由は下のとおりです。保存した内容はそのままです。',
  },
  store: { en: 'The store does not answer', ja: 'kuraの記録に接続できません' },
  storeText: {
    en: 'Whether the last step was done is shown here as soon as the records answer. Try again in a few minutes.',
    ja: '最後の操作の結果は、接続が戻りしだい表示します。数分後に、やり直してください。',
  },
  storeBroken: { en: 'The store cannot be used', ja: 'kuraの記録を使えません' },
  storeBrokenText: {
    en: 'Waiting does not help: ask the person who runs kura to mend the store. The result of the last step is shown here afterwards.',
    ja: '待っても直りません。kuraを管理する担当者に、記録の修復を依頼してください。最後の操作の結果は、直りしだい表示します。',
  },
  other: { en: 'Something went wrong', ja: 'エラーが起きました' },
  otherText: {
    en: 'Try again. If it happens again, show this page to the person who runs kura.',
    ja: 'もう一度試してください。続くときは、この画面をkuraの担当者に見せてください。',
  },
  reason: { en: 'Reason: {reason}', ja: '理由：{reason}' },
  withWords: { en: '{reason}; the service says: {words}', ja: '{reason}（サービスの説明：{words}）' },
  said: { en: 'The service says: {words}', ja: 'サービスの説明：{words}' },
  request: { en: 'Request {id} ({code})', ja: '受付番号 {id}（{code}）' },
  back: { en: 'Open “To do”', ja: '「要対応」を開く' },
  again: { en: 'Try again', ja: 'もう一度開く' },
  retry: { en: 'Try again with what you entered', ja: '入力した内容でやり直す' },
})
