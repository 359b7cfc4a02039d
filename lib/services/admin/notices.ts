import { catalogue } from '../../core/language/catalogue.ts'
import { kura, type NoticeOf, openItem } from '../../core/language/open-item.ts'
import { listAll } from '../../core/store/list.ts'
import type { Store } from '../../core/store/store.ts'
import { ENROLMENT_PREFIX, enrolmentFormat } from './enrolments.ts'

interface TokenFacts {
  readonly name: string
  /** The time of the first use in ISO 8601. */
  readonly used: string
  readonly again: string
}

export const enrolmentItems = {
  token_used_twice: openItem({
    ...catalogue('notices.token_used_twice', {
      title: {
        en: "A device's token was used by two folders",
        ja: '端末の登録用フォルダーが2か所で使われました',
      },
      line: {
        en: '{name}: the first got its key on {used, date, time}, the second was refused on {again, date, time}',
        ja: '{name}：1つ目が{used, date, time}に鍵を受け取り、2つ目は{again, date, time}に拒否されました',
      },
      meaning: {
        en: 'If the folder was copied on its way, a stranger may have the key and read the release.',
        ja: 'フォルダーが途中で複製されていた場合、第三者が鍵を持ち、配布ファイルを読める可能性があります。',
      },
      act: {
        en: 'revoke the key and make a new folder for the device',
        ja: '鍵を失効させ、端末用のフォルダーを作り直してください',
      },
      over: { en: 'The key is revoked or replaced: {names}', ja: '鍵を失効または交換しました：{names}' },
    }),
    urgency: 'exposure',
    command: ({ name }) => kura('enrol', name, '--force'),
    name: ({ name }) => name,
    values: ({ name, used, again }: TokenFacts) => ({
      name,
      used: Date.parse(used),
      again: Date.parse(again),
    }),
  }),
}

/** The notices about tokens used by two folders. One stays until the device's key is revoked or its token replaced. */
export async function enrolmentNotices(
  store: Store,
  revoked: () => Promise<ReadonlySet<string>>,
): Promise<NoticeOf<typeof enrolmentItems>[]> {
  const { records } = await listAll(store, ENROLMENT_PREFIX, { open: true })
  const ended = records.length > 0 ? await revoked() : new Set()
  const notices = records.map(async ({ key, value }) => {
    const name = key.slice(ENROLMENT_PREFIX.length)
    const { id, used, again } = (await enrolmentFormat.parse(value)) ?? {}
    if (!used || again === undefined || ended.has(used.keyid)) return []
    const facts = { name, used: used.at, again }
    return [{ key: `admin/enrolment/${name}`, step: `token ${id}`, kind: 'token_used_twice', facts } as const]
  })
  return (await Promise.all(notices)).flat()
}
