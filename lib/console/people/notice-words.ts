import { catalogue } from '../../core/language/catalogue.ts'
import { kura, openItem } from '../../core/language/open-item.ts'
import type { Phrase } from '../../core/phrase.ts'

interface Facts {
  readonly name: string
  readonly by: string
  /** The time in ISO 8601. */
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
  passkey_recovers: openItem({
    ...catalogue('notices.passkey_recovers', {
      title: {
        en: '{count, plural, one {A person who lost all passkeys gets a new one} other {# people who lost all passkeys get a new one}}',
        ja: 'パスキーを失った人の再登録（{count}件）',
      },
      line: {
        en: '{name} can sign in from {at, date, time}, confirmed by {by}',
        ja: '{name}さんが{at, date, time}からログイン可能（確認：{by}）',
      },
      meaning: {
        en: 'Until then the passkey can do nothing. After that it can do what the person may do.',
        ja: 'それまで、このパスキーでは何もできません。その後は、本人の権限で操作できます。',
      },
      act: {
        en: 'ask the person in the line whether the passkey is theirs; if it is not, remove it before that time',
        ja: '名前のある本人に、自分のパスキーかどうかを聞いてください。違うときは、その時刻までに削除してください',
      },
      over: {
        en: 'The waiting time is over, or the passkey is removed: {names}',
        ja: '待ち時間の終了、またはパスキーの削除：{names}',
      },
    }),
    urgency: 'exposure',
    command: () => kura('console', 'list'),
    name: ({ name }) => name,
    values: ({ name, by, at }: Omit<Facts, 'by'> & { readonly by: readonly string[] }) => ({
      name,
      by,
      at: Date.parse(at),
    }),
  }),
  passkey_broken: openItem({
    ...catalogue('notices.passkey_broken', {
      title: {
        en: '{count, plural, one {The confirmation of a passkey} other {The confirmations of # passkeys}} cannot be proved',
        ja: 'パスキーの確認を証明できません（{count}件）',
      },
      line: { en: '{name}: {reason}', ja: '{name}さん：{reason}' },
      meaning: {
        en: 'The passkey opens nothing. The store was changed without kura, or records are missing.',
        ja: 'このパスキーは使えません。データベースがkura以外から書き換えられたか、記録が失われています。',
      },
      act: {
        en: 'find out who can write to the database; then confirm the passkey again with the publisher’s key, or remove it',
        ja: 'データベースに書き込める人を確かめてください。その後、発行者の鍵で確認し直すか、パスキーを削除してください',
      },
      over: {
        en: 'The passkey is proved again, or removed: {names}',
        ja: 'パスキーの確認を証明できたか、パスキーを削除しました：{names}',
      },
    }),
    urgency: 'exposure',
    command: () => kura('doctor'),
    name: ({ name }) => name,
    values: ({ name, reason }: { readonly name: string; readonly reason: Phrase }) => ({ name, reason }),
  }),
  person_refused: openItem({
    ...catalogue('notices.person_refused', {
      title: {
        en: '{count, plural, one {A record of a person was} other {# records of people were}} not written by kura',
        ja: 'kuraが書いていない利用者の記録（{count}件）',
      },
      line: { en: '{name}', ja: '{name}' },
      meaning: {
        en: 'It opens nothing. The store was changed without kura, or an epoch of KURA_SEAL_KEYS was removed.',
        ja: 'この記録では何もできません。データベースがkura以外から書き換えられたか、KURA_SEAL_KEYSの古い鍵が削除されています。',
      },
      act: {
        en: 'find out who can write to the database; then remove the record, or invite the person again',
        ja: 'データベースに書き込める人を確かめてください。その後、記録を削除するか、本人を招待し直してください',
      },
      over: { en: 'The record is gone: {names}', ja: '記録がなくなりました：{names}' },
    }),
    urgency: 'exposure',
    command: ({ name }) => kura('console', 'revoke', name),
    name: ({ name }) => name,
    values: ({ name }: { readonly name: string }) => ({ name }),
  }),
}
