import { catalogue } from '../../core/language/catalogue.ts'

export const APPROVALS = catalogue('console.approvals', {
  signs: {
    en: 'Your passkey signs exactly what this page shows. The approval counts for 15 minutes, and once.',
    ja: 'この画面の内容に、あなたのパスキーで署名します。承認は15分間有効で、一度だけ使えます。',
  },
  colon: { en: ': ', ja: '：' },
  exact: { en: 'What is signed, exactly', ja: '署名する内容（原文）' },
  mayNot: {
    en: 'You may not approve this',
    ja: 'この操作を承認する権限がありません',
  },
  mayNotText: {
    en: 'Ask a colleague who may approve to open this page.',
    ja: '承認できる担当者に、このページを開くよう頼んでください。',
  },
  noPasskey: { en: 'Sign in with your passkey to approve', ja: '承認するにはパスキーでログインしてください' },
  noPasskeyText: {
    en: 'This session began with a link on this computer, which approves nothing.',
    ja: 'このコンピューターのリンクから始めたログインでは、承認できません。',
  },
  done: {
    en: '{count, plural, one {Done} other {# items are done}}',
    ja: '{count}件が完了しました',
  },
  partly: {
    en: '{done} of {count, plural, one {# item} other {# items}} done',
    ja: '{count}件のうち{done}件が完了しました',
  },
  outcome: { en: 'What you approved', ja: '承認した内容の結果' },
  itemDone: { en: 'done', ja: '完了' },
  itemRests: {
    en: 'approved, and not sent yet: another person has to approve it too, within seven days',
    ja: '承認しました。まだ送信していません。7日以内に、もう1人の承認が必要です',
  },
  itemFailed: { en: 'not done: {reason}', ja: '未完了：{reason}' },
  entered: { en: 'what was entered is not valid', ja: '入力内容が正しくありません' },
  itemWorking: {
    en: 'under way: look again in two minutes',
    ja: '処理中です。2分後にもう一度確認してください',
  },
  itemLeft: { en: 'not begun yet', ja: '未処理' },
  itemLost: {
    en: 'begun and interrupted: its page shows whether it was done',
    ja: '途中で止まりました。完了したかどうかは、その項目のページで確認してください',
  },
  deal: { en: 'deal {id}', ja: '取引{id}' },
  order: { en: 'order {id}', ja: '注文番号 {id}' },
  messages: { en: '{sent} of {all} messages sent', ja: '{all}件のうち{sent}件を送信' },
  goOn: { en: 'Continue with what is left', ja: '残りを続ける' },
  leftOver: {
    en: 'The approval has expired: approve what is left on its page.',
    ja: '承認の期限が切れました。残りは、それぞれのページで承認してください。',
  },
  link: { en: 'Link, shown here alone', ja: 'リンク（ここにだけ表示します）' },
  linkNext: {
    en: 'Hand the link over within 15 minutes. The person reads you a number: enter it on the page People.',
    ja: 'リンクを15分以内に渡してください。相手が番号を伝えるので、画面「利用者」で入力します。',
  },
  token: { en: 'Token, shown here alone', ja: 'トークン（ここにだけ表示します）' },
  folder: { en: 'Download the folder', ja: 'フォルダーをダウンロードする' },
  folderText: {
    en: 'It can be downloaded once. Unpack it before you open the start file.',
    ja: 'ダウンロードは1回だけです。展開してから、開始ファイルを開いてください。',
  },
  back: { en: 'Back', ja: '戻る' },
  again: { en: 'Try again with what you entered', ja: '入力した内容でやり直す' },
  named: { en: 'Approval {digest}', ja: '承認番号 {digest}' },
  item: { en: 'What you approved', ja: '承認した操作' },
})
