import { catalogue } from '../../core/language/catalogue.ts'
import { kura, type NoticeOf, openItem, quoted } from '../../core/language/open-item.ts'
import type { Store } from '../../core/store/store.ts'
import { labelOf, readDrafts } from './drafts.ts'

interface Facts {
  /** The name of the receipt for people (`labelOf`). */
  readonly file: string
  readonly by: string
  /** The time at which the receipt was sent, in ISO 8601. */
  readonly at: string
}

export const draftItems = {
  receipt_left: openItem({
    ...catalogue('notices.receipt_left', {
      title: {
        en: '{count, plural, one {A receipt was sent} other {# receipts were sent}} and not registered',
        ja: '送信後、登録されていない領収書が{count, number}件あります',
      },
      line: {
        en: '{file}, sent by {by} on {at, date, day}',
        ja: '{file}（{at, date, day}に{by}さんが送信）',
      },
      meaning: {
        en: 'It is not in the books. kura keeps it until a person registers or removes it.',
        ja: 'まだ帳簿にありません。登録または削除するまで、kuraに保存されます。',
      },
      act: {
        en: 'fill it in and register it, or remove it, on the page Receipts',
        ja: '画面「領収書」で、入力して登録するか、削除してください',
      },
      over: {
        en: 'Receipts that were registered or removed: {names}',
        ja: '登録または削除された領収書：{names}',
      },
    }),
    urgency: 'money',
    command: () => kura('today'),
    name: ({ file }) => quoted(file),
    values: ({ file, by, at }: Facts) => ({ file: quoted(file), by, at: Date.parse(at) }),
  }),
}

/** Milliseconds after which a receipt that was sent, but not registered, is an open item. */
const LEFT = 7 * 86_400_000

/** `now` is in milliseconds since the epoch. @throws AppError `store_unavailable` */
export async function draftNotices(store: Store, now: number): Promise<NoticeOf<typeof draftItems>[]> {
  const waiting = await readDrafts(store, { open: true })
  return waiting
    .filter(draft => now - Date.parse(draft.at) >= LEFT)
    .map(draft => ({
      key: `accounting/draft/${draft.name}`,
      step: 'left',
      kind: 'receipt_left' as const,
      facts: { file: labelOf(draft), by: draft.by, at: draft.at },
    }))
}
