/** A notice names the file instead of its case, because the case's name is made of a digest. */
import { catalogue, phrase } from '../../../core/language/catalogue.ts'
import { kura, openItem, places, quoted, remark } from '../../../core/language/open-item.ts'
import type { Reason } from '../../../core/phrase.ts'

interface FileFacts {
  readonly receipt: string
  readonly file: string
}
interface UnknownFacts extends FileFacts {
  readonly reason?: Reason | undefined
}
interface PlacedFacts extends FileFacts {
  readonly id?: number | undefined
}

interface TwiceFacts extends FileFacts {
  readonly ids: readonly number[]
  readonly uncertain: number
}

const called = ({ file }: FileFacts) => quoted(file)

const WORDS = catalogue('notices.receipts', { place: { en: 'receipt {id}', ja: '証憑ID {id}' } })

export const receiptItems = {
  receipt_unknown: openItem({
    ...catalogue('notices.receipt_unknown', {
      title: {
        en: '{count, plural, one {It is not known whether a file was uploaded} other {It is not known whether # files were uploaded}}',
        ja: 'アップロードされたかどうか分からない証憑が{count, number}件あります',
      },
      line: { en: '{file}{remark}', ja: '{file}{remark}' },
      meaning: {
        en: 'It may be in the file box or not. kura does not upload it again by itself.',
        ja: '重複を避けるため、自動ではアップロードし直しません。',
      },
      act: {
        en: 'look for it at the accounting service; if it is not there, free it, then import it again',
        ja: '会計サービス側のファイルボックスを照会し、なければ記録を解除してから取り込み直してください',
      },
      over: {
        en: 'Files whose upload is settled: {names}',
        ja: 'アップロードの結果を確認できた証憑：{names}',
      },
    }),
    urgency: 'money',
    command: facts => kura('settle', facts.receipt),
    name: called,
    values: (facts: UnknownFacts) => ({ file: called(facts), remark: remark(facts.reason) }),
  }),
  receipt_gone: openItem({
    ...catalogue('notices.receipt_gone', {
      title: {
        en: '{count, plural, one {A file was deleted at the accounting service} other {# files were deleted at the accounting service}}',
        ja: '会計サービス側で削除された証憑が{count, number}件あります',
      },
      line: { en: '{file}, receipt {id}', ja: '{file}（証憑ID {id}）' },
      meaning: {
        en: 'kura has it as uploaded, but it is no longer in the file box.',
        ja: 'kuraではアップロード済みですが、ファイルボックスには残っていません。',
      },
      act: {
        en: 'if it was deleted by mistake, free it, then import it again',
        ja: '誤って削除した場合は、記録を解除してから取り込み直してください',
      },
      over: { en: 'Deleted files that were dealt with: {names}', ja: '削除の件が解消した証憑：{names}' },
    }),
    urgency: 'money',
    command: facts => kura('settle', facts.receipt),
    name: called,
    values: (facts: PlacedFacts) => ({ file: called(facts), id: facts.id ?? '' }),
  }),
  receipt_twice: openItem({
    ...catalogue('notices.receipt_twice', {
      title: {
        en: '{count, plural, one {A file may be in the file box twice} other {# files may be in the file box twice}}',
        ja: 'ファイルボックスに二重にある可能性のある証憑が{count, number}件あります',
      },
      line: { en: '{file}: {places}', ja: '{file}：{places}' },
      meaning: {
        en: 'Another attempt may have uploaded the same file.',
        ja: '別の処理が同じファイルをアップロードした可能性があります。',
      },
      act: {
        en: 'delete all but one at the accounting service, then look again',
        ja: '会計サービスで1件だけ残して削除し、そのあと照会してください',
      },
      over: { en: 'No longer in the file box twice: {names}', ja: '二重が解消した証憑：{names}' },
    }),
    urgency: 'money',
    command: facts => kura('settle', facts.receipt),
    name: called,
    values: (facts: TwiceFacts) => ({
      file: called(facts),
      places: places(
        facts.ids.map(id => phrase(WORDS.place, { id })),
        facts.uncertain,
      ),
    }),
  }),
}
