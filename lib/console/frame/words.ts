/** The first answer to a browser loads these texts, so the texts of single pages are elsewhere. */
import { catalogue } from '../../core/language/catalogue.ts'

export const FRAME = catalogue('console', {
  skip: { en: 'Skip to the content', ja: '本文へ移動' },
  menu: { en: 'Menu', ja: 'メニュー' },
  atService: { en: 'Open it at the accounting service', ja: '会計サービスで開く' },
  toDo: { en: 'To do', ja: '要対応' },
  receipts: { en: 'Receipts', ja: '領収書' },
  deals: { en: 'Deals', ja: '取引' },
  more: { en: 'More', ja: 'その他' },
  connections: { en: 'Connections', ja: '接続' },
  people: { en: 'People', ja: '利用者' },
  signOut: { en: 'Sign out', ja: 'ログアウト' },
  signedInAs: { en: 'Signed in as {name}', ja: '{name}さんがログイン中' },
  details: { en: 'Details', ja: '詳しい情報' },
  noScopeText: {
    en: 'Ask a colleague who may invite people for another role.',
    ja: '利用者を招待できる人に、権限の追加を頼んでください。',
  },
  next: { en: 'Continue', ja: '次へ進む' },
  nextPage: { en: 'Next page', ja: '次のページ' },
  firstPage: { en: 'First page', ja: '最初のページ' },
})

export const PARTS = catalogue('console.parts', {
  required: { en: 'required', ja: '必須' },
  refused: { en: 'The passkey did not answer', ja: 'パスキーを確認できませんでした' },
  refusedText: {
    en: 'Nothing was sent. Press the button again, and confirm with your face, your finger or the PIN of your device.',
    ja: '何も送信していません。もう一度ボタンを押し、顔、指、または端末の暗証番号で確認してください。',
  },
  notAllowed: { en: 'The passkey was not used', ja: 'パスキーが使われませんでした' },
  notAllowedText: {
    en: 'Nothing was sent. It was cancelled, took too long, or this device has no passkey for kura. Press the button again, or use the device on which you made the passkey.',
    ja: '何も送信していません。取り消されたか、時間がかかりすぎたか、この端末にkuraのパスキーがありません。もう一度ボタンを押すか、パスキーを作った端末を使ってください。',
  },
  insecure: {
    en: 'This browser gives no passkey to this address',
    ja: 'このアドレスでは、ブラウザーがパスキーを使えません',
  },
  insecureText: {
    en: 'Nothing was sent. Open kura at the address from your invitation, and look that it begins with https://. If it does, tell the person who runs kura.',
    ja: '何も送信していません。招待のリンクと同じアドレスで開き、https://で始まることを確かめてください。それでも使えないときは、kuraの担当者に伝えてください。',
  },
  elsewhere: { en: 'Open this page in Safari or Chrome', ja: 'SafariまたはChromeで開いてください' },
  elsewhereText: {
    en: 'This app shows pages in a browser of its own, which has no passkeys. Copy the address, and open it in Safari or Chrome.',
    ja: 'このアプリ内のブラウザーではパスキーを使えません。アドレスをコピーして、SafariまたはChromeで開いてください。',
  },
  address: { en: 'Address of this page', ja: 'このページのアドレス' },
  copy: { en: 'Copy the address', ja: 'アドレスをコピー' },
  copyLink: { en: 'Copy the link', ja: 'リンクをコピー' },
  copied: { en: 'Copied', ja: 'コピーしました' },
  share: { en: 'Share the link', ja: 'リンクを共有' },
  qr: { en: 'QR code of the link', ja: 'リンクのQRコード' },
  noScript: {
    en: 'Passkeys need JavaScript: switch it on for this site, and load the page again.',
    ja: 'パスキーにはJavaScriptが必要です。このサイトでJavaScriptを有効にして、再読み込みしてください。',
  },
})
