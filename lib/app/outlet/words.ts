/** The texts of alerts that kura itself sends, without the store. */
import { catalogue } from '../../core/language/catalogue.ts'

export const STORE_ALERTS = catalogue('alerts.store', {
  down: {
    en: 'The store does not answer: kura registers, buys and sends nothing, and cannot read what else is open. It goes on by itself once the store answers. Look at the status page of the store, then run `npx kura doctor`',
    ja: 'データベースが応答しません。登録・購入・送信は行われず、ほかのお知らせも確認できません。復旧後は自動で再開します。データベースの提供元の稼働状況を確認し、`npx kura doctor` を実行してください',
  },
})
