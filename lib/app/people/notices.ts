/** The notices about passkeys that wait for a vouch. */
import { createHash } from 'node:crypto'
import { catalogue } from '../../core/language/catalogue.ts'
import { kura, type NoticeOf, openItem } from '../../core/language/open-item.ts'
import type { Store } from '../../core/store/store.ts'
import { listPeople } from './people.ts'

interface Facts {
  readonly name: string
  readonly by: string
  /** ISO 8601. */
  readonly at: string
}

export const passkeyItems = {
  passkey_waits: openItem({
    ...catalogue('notices.passkey_waits', {
      title: {
        en: '{count, plural, one {A new passkey waits} other {# new passkeys wait}} for a confirmation',
        ja: '新しいパスキーの確認待ち（{count}件）',
      },
      line: {
        en: '{name}, invited by {by}, added it on {at, date, time}',
        ja: '{name}さん（招待：{by}）が{at, date, time}に登録',
      },
      meaning: {
        en: 'It can do nothing until the number on the screen of that person is confirmed.',
        ja: '本人の画面の確認番号を確かめるまで、このパスキーでは何もできません。',
      },
      act: {
        en: 'ask the person for the number; if they did not add it, remove it',
        ja: '本人に確認番号を聞いてください。本人の登録でなければ削除してください',
      },
      over: {
        en: 'The passkey is confirmed or removed: {names}',
        ja: 'パスキーを確認または削除しました：{names}',
      },
    }),
    urgency: 'exposure',
    command: ({ name }) => kura('console', 'vouch', name),
    name: ({ name }) => name,
    values: ({ name, by, at }: Facts) => ({ name, by, at: Date.parse(at) }),
  }),
}

/** Returns the notices. None contains the number of the passkey, because the person has to read it aloud. */
export async function passkeyNotices(store: Store): Promise<NoticeOf<typeof passkeyItems>[]> {
  const people = await listPeople(store, { waiting: true })
  return people.flatMap(({ name, passkeys }) =>
    passkeys
      .filter(({ vouched, ended }) => vouched === undefined && ended === undefined)
      .map(({ credential, added: at, invitedBy: by }) => ({
        key: `console/passkey/${digestOf(credential)}`,
        step: 'waits',
        kind: 'passkey_waits' as const,
        facts: { name, by, at },
      })),
  )
}

/** A name for the passkey in the key of its notice. */
function digestOf(credential: string): string {
  return createHash('sha256').update(credential).digest('hex').slice(0, 16)
}
