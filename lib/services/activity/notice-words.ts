import { catalogue } from '../../core/language/catalogue.ts'
import { type DoneFacts, doneCommand, kura, openItem } from '../../core/language/open-item.ts'

interface GapFacts extends DoneFacts {
  readonly from: number
  readonly to: number
  /** The time in milliseconds since the epoch. */
  readonly at: number
}

export const activityItems = {
  store_older: openItem({
    ...catalogue('notices.store_older', {
      title: {
        en: 'The store is older than what was seen of it: acts are stopped',
        ja: 'データベースが以前の状態に戻っています。処理を停止しました',
      },
      line: {
        en: 'entry {seq} of {at, date, time} is missing, found on {since, date, time}',
        ja: '{at, date, time}の記録{seq}がありません（{since, date, time}に検出）',
      },
      meaning: {
        en: 'A backup was restored. Revocations, deals, purchases and messages since then are gone from the store, and would be made a second time.',
        ja: 'バックアップが復元されました。それ以降の鍵の失効・取引・購入・送信の記録が失われており、そのままでは二重に処理されます。',
      },
      act: {
        en: 'compare the store with the services, then confirm',
        ja: '各サービスと照合し、確認を完了してください',
      },
      over: {
        en: 'A restored store was confirmed, acts go on: {names}',
        ja: '復元後の確認が完了し、処理を再開しました：{names}',
      },
    }),
    urgency: 'exposure',
    command: () => kura('store', 'restored'),
    name: ({ seq }) => String(seq),
    values: (facts: { seq: number; at: number; since: number }) => facts,
  }),
  store_went_back: openItem({
    ...catalogue('notices.store_went_back', {
      title: {
        en: 'The store went back: entries of the activity log are gone',
        ja: 'データベースが過去の状態に戻り、操作記録の一部が失われました',
      },
      line: {
        en: 'from entry {from} to entry {to}, found on {at, date, time}',
        ja: '記録{from}から記録{to}まで戻りました（{at, date, time}に検出）',
      },
      meaning: {
        en: 'A failover or a restored backup has undone the last writes. Other records may be gone too.',
        ja: '障害時の切り替えまたはバックアップの復元により、直近の書き込みが失われました。ほかの記録も失われている可能性があります。',
      },
      act: {
        en: 'the person who runs kura checks what may be missing, then confirms the store',
        ja: 'kuraの担当者が、失われた可能性のあるものを調べ、確認後にデータベースを承認してください',
      },
      over: {
        en: 'Gaps of the activity log that were checked: {names}',
        ja: '確認が済んだ操作記録の欠落：{names}',
      },
    }),
    urgency: 'credential',
    command: (facts: GapFacts) => doneCommand(facts),
    name: ({ from, to }) => `${to}–${from}`,
    values: ({ from, to, at }) => ({ from, to, at }),
  }),
}
