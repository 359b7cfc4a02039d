import { catalogue } from '../../../../core/language/catalogue.ts'

export const FAILURES = catalogue('authorization', {
  failed: { en: 'Cannot finish the authorization: {why}', ja: '連携できませんでした。{why}' },
  none: { en: 'none was begun in the last ten minutes', ja: '10分以内に始めた連携がありません。' },
  otherState: {
    en: 'its state is not the one that was sent, expected the page opened last',
    ja: '最後に開いた画面からの応答ではありません。',
  },
  refused: {
    en: 'the service did not accept the code ({reason})',
    ja: '会計サービスが受け付けませんでした（{reason}）。',
  },
  ended: {
    en: 'it has ended, because a pair of tokens is kept for ten minutes at most',
    ja: '10分を過ぎたため、受け取った許可を破棄しました。',
  },
  otherCompany: { en: 'it gives no access to the company {id}', ja: '事業所{id}は許可されていません。' },
  replaced: {
    en: 'another authorization was stored since, and kura uses that one',
    ja: 'その後に保存された別の連携を使っています。',
  },
  overtaken: { en: 'others kept storing newer tokens', ja: '別の連携が続けて保存されました。' },
  nameless: {
    en: 'the service does not say whose books these are',
    ja: '会計サービスから事業所を確認できませんでした。',
  },
  permit: {
    en: "permit companies on the application's page at the accounting service, then authorize again",
    ja: '会計サービスのアプリの設定で「事業所」の権限を許可してから、もう一度連携してください',
  },
  again: {
    en: 'a code works once, for about ten minutes: begin again, on the page Connections or with kura accounting authorize',
    ja: 'コードは1回だけ、約10分間使えます。「接続」または kura accounting authorize で、始めからやり直してください',
  },
  oneWord: {
    en: 'expected the code as the page shows it, in one word',
    ja: '画面に表示されたコードを、1語でそのまま入力してください。',
  },
  pageSaid: { en: 'the page answered {reason}', ja: '連携の画面の応答：「{reason}」' },
  noCode: { en: 'the address has no code', ja: 'アドレスにコードがありません。' },
  progress: {
    en: 'it is {state}, expected a code that was exchanged',
    ja: 'まだ許可を受け取っていません（「{state}」）。',
  },
  foreign: {
    en: 'these are the books of {company}, so nothing was stored',
    ja: '「{company}」の許可を受け取りましたが、保存していません。',
  },
  foreignUsed: {
    en: 'these are the books of {company}, and kura uses {used}, so nothing was stored',
    ja: '「{company}」の許可を受け取りましたが、使用中の事業所は「{used}」なので、保存していません。',
  },
  several: { en: 'several companies', ja: '複数の事業所' },
  nameIt: {
    en: 'to use the books of another company, name it: kura accounting authorize --company {number}',
    ja: '別の事業所を使うには、指定してください：kura accounting authorize --company {number}',
  },
})
