/** Files of receipts in the file box of the accounting service. A file is told by its name; its case has the digest. */
import type { Language } from '../../language.ts'
import { kura, matter, remark, remarkJa } from './words.ts'

interface FileFacts {
  /** The case: the company and the digest. */
  readonly receipt: string
  readonly file: string
}
interface UnknownFacts extends FileFacts {
  readonly reason?: string | undefined
}
interface PlacedFacts extends FileFacts {
  /** The id at the service. */
  readonly id?: number | undefined
}

interface TwiceFacts extends FileFacts {
  /** The ids at the service. */
  readonly ids: readonly number[]
  /** How many more there may be. */
  readonly uncertain: number
}

const quoted = ({ file }: FileFacts) => `"${file}"`
const quotedJa = ({ file }: FileFacts) => `「${file}」`
const called = (facts: FileFacts, language: Language) => (language === 'ja' ? quotedJa(facts) : quoted(facts))

export const receiptMatters = {
  receipt_unknown: matter<UnknownFacts>({
    urgency: 'money',
    title: {
      en: (count, { number, plural }) =>
        plural(count, {
          one: 'It is not known whether a file was uploaded',
          other: `It is not known whether ${number(count)} files were uploaded`,
        }),
      ja: (count, { number }) => `アップロードされたかどうか分からない証憑が${number(count)}件あります`,
    },
    line: {
      en: facts => quoted(facts) + remark(facts.reason),
      ja: facts => quotedJa(facts) + remarkJa(facts.reason),
    },
    meaning: {
      en: () => 'It may be in the file box or not. kura does not upload it again by itself.',
      ja: () => '重複を避けるため、自動ではアップロードし直しません。',
    },
    act: {
      en: () =>
        'look for it at the accounting service; if it is not there, free it with "npx kura accounting receipts free", then import it again',
      ja: () =>
        '会計サービス側のファイルボックスを照会し、なければ「npx kura accounting receipts free」で解除してから取り込み直してください',
    },
    command: facts => kura('accounting', 'receipts', 'resolve', facts.receipt),
    name: called,
    over: {
      en: names => `Files whose upload is settled: ${names}`,
      ja: names => `アップロードの結果を確認できた証憑：${names}`,
    },
  }),
  receipt_gone: matter<PlacedFacts>({
    urgency: 'money',
    title: {
      en: (count, { number, plural }) =>
        plural(count, {
          one: 'A file was deleted at the accounting service',
          other: `${number(count)} files were deleted at the accounting service`,
        }),
      ja: (count, { number }) => `会計サービス側で削除された証憑が${number(count)}件あります`,
    },
    line: {
      en: facts => `${quoted(facts)}, receipt ${facts.id}`,
      ja: facts => `${quotedJa(facts)}（証憑ID ${facts.id}）`,
    },
    meaning: {
      en: () => 'kura has it as uploaded, but it is no longer in the file box.',
      ja: () => 'kuraではアップロード済みですが、ファイルボックスには残っていません。',
    },
    act: {
      en: () => 'if it was deleted by mistake, free it, then import it again',
      ja: () => '誤って削除した場合は、記録を解除してから取り込み直してください',
    },
    command: facts => kura('accounting', 'receipts', 'free', facts.receipt),
    name: called,
    over: {
      en: names => `Deleted files that were dealt with: ${names}`,
      ja: names => `削除の件が解消した証憑：${names}`,
    },
  }),
  receipt_twice: matter<TwiceFacts>({
    urgency: 'money',
    title: {
      en: (count, { number, plural }) =>
        plural(count, {
          one: 'A file may be in the file box twice',
          other: `${number(count)} files may be in the file box twice`,
        }),
      ja: (count, { number }) => `ファイルボックスに二重にある可能性のある証憑が${number(count)}件あります`,
    },
    line: {
      en: (facts, { list }) =>
        `${quoted(facts)}: ${list([...facts.ids.map(id => `receipt ${id}`), ...(facts.uncertain > 0 ? ['perhaps another one'] : [])])}`,
      ja: (facts, { list }) =>
        `${quotedJa(facts)}：${list([...facts.ids.map(id => `証憑ID ${id}`), ...(facts.uncertain > 0 ? ['ほかにもう1件の可能性あり'] : [])])}`,
    },
    meaning: {
      en: () => 'Another attempt may have uploaded the same file.',
      ja: () => '別の処理が同じファイルをアップロードした可能性があります。',
    },
    act: {
      en: () => 'delete all but one at the accounting service, then look again',
      ja: () => '会計サービスで1件だけ残して削除し、そのあと照会してください',
    },
    command: facts => kura('accounting', 'receipts', 'resolve', facts.receipt),
    name: called,
    over: {
      en: names => `No longer in the file box twice: ${names}`,
      ja: names => `二重が解消した証憑：${names}`,
    },
  }),
}
