/** The texts of the sign-in page. The first answer to a browser loads them, so no other texts are in this file. */
import { catalogue } from '../../core/language/catalogue.ts'

export const SIGN_IN = catalogue('console.signIn', {
  title: { en: 'Sign in', ja: 'ログイン' },
  text: {
    en: 'Use the passkey of this device, or one of your phone. You stay signed in for 12 hours.',
    ja: 'この端末、またはスマートフォンのパスキーを使います。ログインは12時間有効です。',
  },
  button: { en: 'Sign in with a passkey', ja: 'パスキーでログイン' },
  carried: {
    en: 'Your time was over. What you entered is kept: sign in, then continue. Files must be chosen again.',
    ja: 'ログインの期限が切れました。入力内容は残っています。ログインして続けてください。ファイルは選び直してください。',
  },
  refused: { en: 'This passkey does not open the console', ja: 'このパスキーではログインできません' },
  refusedText: {
    en: 'It is not known here, it has ended, or it is not confirmed yet. Ask the person who invited you.',
    ja: '登録されていないか、取り消されたか、まだ確認されていません。招待した人に聞いてください。',
  },
  expired: { en: 'The page was open for too long', ja: 'ページの有効期限が切れました' },
  expiredText: { en: 'Press the button again.', ja: 'もう一度ボタンを押してください。' },
  here: {
    en: 'This link signs you in on this machine, once.',
    ja: 'このリンクは、この端末で1回だけログインに使えます。',
  },
  hereButton: { en: 'Sign in on this machine', ja: 'この端末でログイン' },
  done: { en: 'You are signed in', ja: 'ログインしました' },
  goOn: { en: 'Continue with what you entered', ja: '入力した内容で続ける' },
  back: { en: 'Open the page without it', ja: '入力せずにページを開く' },
})
