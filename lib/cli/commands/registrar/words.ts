import { catalogue } from '../../../core/language/catalogue.ts'
// loads the messages of refused purchases
import '../../../services/registrar/purchase/words.ts'

export const REGISTRAR = catalogue('cli.registrar', {
  lacks: { en: 'a purchase still lacks {what}', ja: '購入に足りないもの：{what}' },
  tryBuying: { en: 'see what buying would do:', ja: '購入の内容を確認するには：' },
  dryRun: { en: 'dry run: nothing was bought', ja: '予定の表示です。購入していません' },
  refused: { en: 'it would be refused: {reason}', ja: '今は購入できません：{reason}' },
  write: {
    en: 'buy it: the same command with --write',
    ja: '購入する：同じコマンドに --write を付けてください',
  },
  typeAgain: {
    en: '{terms}\ntype the domain again to buy it: ',
    ja: '{terms}\n購入するには、ドメインをもう一度入力してください：',
  },
  ordered: { en: 'ordered {domain} for {price}: {order}', ja: '{domain}を{price}で注文しました：{order}' },
  follow: {
    en: 'follow it: kura registrar orders {domain} --wait',
    ja: '状況の確認：kura registrar orders {domain} --wait',
  },
  waiting: {
    en: 'waiting until it is registered or its order has failed',
    ja: '登録の完了、または注文の失敗を待っています',
  },
  settle: {
    en: 'ask the registrar, and decide: kura settle {domain}',
    ja: 'レジストラに照会して決める：kura settle {domain}',
  },
  again: {
    en: 'let it be bought again: kura settle {domain}',
    ja: 'もう一度購入できるようにする：kura settle {domain}',
  },
  none: {
    en: 'no domain was bought yet: kura registrar buy --write buys one',
    ja: '購入したドメインはまだありません（購入：kura registrar buy --write）',
  },
  noneOpen: {
    en: 'no purchase is open: kura registrar buy --write makes one, and --all lists every one',
    ja: '処理中の購入はありません（購入：kura registrar buy --write）。--all で、すべてを表示します',
  },
  on: { en: 'purchases are on', ja: '購入は許可されています' },
  off_: { en: 'purchases are off', ja: '購入は許可されていません' },
  stale: { en: '{domain}: {stale}', ja: '{domain}：{stale}' },
})
