import { catalogue } from '../../core/language/catalogue.ts'

export const ENROL = catalogue('console.enrol', {
  title: { en: 'Add a passkey', ja: 'パスキーを登録' },
  text: {
    en: 'You were invited to kura. The link works once. Press the button, then confirm with your face, your finger or the PIN of this device.',
    ja: 'kuraに招待されました。リンクは1回だけ使えます。ボタンを押し、顔、指、または端末の暗証番号で確認してください。',
  },
  begin: { en: 'Begin', ja: '登録を始める' },
  ready: { en: 'Hello, {name}', ja: '{name}さん' },
  invited: {
    en: '{by} invites you to kura, the back office of {company}.',
    ja: '{by}さんが、{company}のkuraに招待しています。',
  },
  readyText: {
    en: 'This device makes a passkey for you. No other person can use it.',
    ja: 'この端末に、あなた専用のパスキーを作ります。ほかの人は使えません。',
  },
  create: { en: 'Make the passkey', ja: 'パスキーを作る' },
  number: { en: 'Confirmation number', ja: '確認番号' },
  numberText: {
    en: 'Read this number to a person who can confirm it: face to face, or by phone. You can sign in when it is confirmed.',
    ja: 'この番号を、確認できる人に直接または電話で伝えてください。確認が終わるとログインできます。',
  },
  numberOwn: {
    en: 'You have another passkey: sign in with it on its device, open People, and enter this number there. Then you can sign in here, too.',
    ja: 'あなたには別のパスキーがあります。その端末でログインし、「利用者」でこの番号を入力してください。この端末でもログインできるようになります。',
  },
  command: {
    en: 'On your own machine you confirm it yourself: type this in a terminal, in the folder of the project.',
    ja: '自分のパソコンでは、自分で確認します。プロジェクトのフォルダーのターミナルで入力してください。',
  },
  look: { en: 'See who has confirmed it', ja: '確認の状況を見る' },
  confirmed: {
    en: 'Your passkey is confirmed: you can sign in',
    ja: 'パスキーが確認されました。ログインできます',
  },
  signIn: { en: 'Sign in', ja: 'ログイン' },
  unknown: { en: 'This link does not work', ja: 'このリンクは使えません' },
  over: { en: 'This link has expired', ja: 'リンクの期限が切れました' },
  spent: { en: 'This link was used already', ja: 'このリンクは使用済みです' },
  again: {
    en: 'A link works once, for 15 minutes. Ask for another one.',
    ja: 'リンクは15分間、1回だけ使えます。新しいリンクを頼んでください。',
  },
  held: {
    en: 'This device has your passkey already',
    ja: 'この端末には、あなたのパスキーがすでにあります',
  },
  heldText: {
    en: 'You need no other one here: sign in with it.',
    ja: 'この端末で新しく作る必要はありません。今のパスキーでログインしてください。',
  },
  heldElsewhere: {
    en: 'The link is not used up. To add a passkey to another device, open the link there before its 15 minutes are over.',
    ja: 'リンクはまだ使えます。別の端末に追加するときは、15分以内にその端末でリンクを開いてください。',
  },
  refused: { en: 'The passkey was not added', ja: 'パスキーを登録できませんでした' },
})

/** The words of the page under another name of the deployment than KURA_URL's, for which no passkey works. */
export const OTHER_NAME = catalogue('console.otherName', {
  title: { en: 'Open kura at its own address', ja: 'kuraのアドレスで開いてください' },
  text: {
    en: 'Passkeys work only at {address}. Nothing was sent or used here.',
    ja: 'パスキーを使えるのは{address}だけです。ここでは何も送信せず、リンクも使っていません。',
  },
  open: { en: 'Open this page there', ja: 'このページを開く' },
})
