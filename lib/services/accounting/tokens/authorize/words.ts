/** The reasons why an authorization could not be finished. */
import { catalogue } from '../../../../core/language/catalogue.ts'

export const FAILURES = catalogue('authorization', {
  failed: { en: 'Cannot finish the authorization: {why}', ja: '連携できませんでした。{why}' },
  none: {
    en: 'none was begun in the last ten minutes',
    ja: '10分以内に始めた連携がありません。',
  },
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
  otherCompany: {
    en: 'it gives no access to the company {id}',
    ja: '事業所{id}は許可されていません。',
  },
  replaced: {
    en: 'another authorization was stored since, and kura uses that one',
    ja: 'その後に保存された別の連携を使っています。',
  },
  overtaken: { en: 'others kept storing newer tokens', ja: '別の連携が続けて保存されました。' },
  nameless: {
    en: 'the service does not say whose books these are',
    ja: '会計サービスから事業所を確認できませんでした。',
  },
})
