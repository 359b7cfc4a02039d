/** The texts for the case of a file, and for the act that uploads the file, in errors and lines of the log. */
import type { NotSent } from '../../../core/claims/transitions/request.ts'
import { catalogue, phrase } from '../../../core/language/catalogue.ts'
import type { ActTexts, Refusals } from '../cases/act.ts'
import type { CaseWords } from '../cases/cases.ts'
import type { StoredReceipt } from './schema.ts'

const WORDS = catalogue('receipts.cases', {
  isReceipt: { en: 'the file is receipt {id}', ja: 'ファイルは証憑{id}です' },
  orphaned: {
    en: 'look at the file box: it may have the file twice, as kura settle {name} shows',
    ja: 'ファイルボックスに同じファイルが2つある可能性があります：kura settle {name}',
  },
  missing: {
    en: 'Cannot find the receipt "{name}": kura has not uploaded it',
    ja: '証憑「{name}」は見つかりません。kuraは取り込んでいません',
  },
  open: {
    en: 'kura settle --list shows those that need a person',
    ja: '確認が必要なものの一覧：kura settle --list',
  },
  notQueried: {
    en: 'Cannot resolve the receipt "{name}": it is {state}, expected unknown',
    ja: '証憑「{name}」には、照会するものがありません（状態 `{state}`）',
  },
  see: {
    en: 'see which files need a person: kura settle --list',
    ja: '確認が必要なものの一覧：kura settle --list',
  },
  notFreed: {
    en: 'Cannot free the receipt "{name}": the service has it, as {ids}',
    ja: '証憑「{name}」は解除できません。ファイルボックスにあります（{ids}）',
  },
  isWrong: {
    en: 'if the file is wrong, delete it at the service first',
    ja: 'ファイルが間違っている場合は、先に会計サービスで削除してください',
  },
  settleIt: { en: 'settle it: kura settle {name}', ja: '照会してください：kura settle {name}' },
  cannot: { en: 'Cannot upload "{file}"', ja: '「{file}」を取り込めません' },
  several: {
    en: 'Cannot upload "{file}": the file box has it several times, as {ids}',
    ja: '「{file}」を取り込めません。ファイルボックスに複数あります（{ids}）',
  },
  nothing: { en: 'nothing was added', ja: '何も追加していません' },
  doubt: {
    en: 'Cannot tell whether "{file}" was uploaded',
    ja: '「{file}」が取り込まれたかどうか分かりません',
  },
  doNotSend: {
    en: 'do not upload it again: kura settle {name} looks for it',
    ja: 'もう一度取り込まずに、照会してください：kura settle {name}',
  },
  deleteAllButOne: {
    en: 'delete all but one at the service, then: kura settle {name}',
    ja: '会計サービスで1件だけ残して削除し、照会してください：kura settle {name}',
  },
  sending: {
    en: 'another call is uploading it, until {until} at the latest',
    ja: '別の処理が取り込み中です（遅くとも{until}まで）',
  },
  afterThat: { en: 'try again after that', ja: 'その後でもう一度実行してください' },
  deleted: {
    en: 'it was uploaded as receipt {id}, and deleted at the service',
    ja: '証憑{id}として取り込まれ、会計サービスで削除されています',
  },
  uploadAgain: {
    en: 'to upload it again: kura settle {name}',
    ja: 'もう一度取り込むには：kura settle {name}',
  },
  waits: { en: 'it waits for a person: {flags}', ja: '確認待ちです（{flags}）' },
  free: {
    en: 'free it, then upload it again: kura settle {name}',
    ja: '解除してから、もう一度取り込んでください：kura settle {name}',
  },
  otherContent: {
    en: 'its case is stored with another content',
    ja: '別の内容で記録されています',
  },
  lookAt: { en: 'look at it: kura settle {name}', ja: '確認してください：kura settle {name}' },
  withoutId: {
    en: 'its case is done, and does not say as which receipt',
    ja: '取り込み済みですが、IDの記録がありません',
  },
  unknown: { en: 'it may have been uploaded: {reason}', ja: '取り込まれた可能性があります：{reason}' },
  lookFor: {
    en: 'look for it at the service: kura settle {name}',
    ja: '会計サービスに照会してください：kura settle {name}',
  },
})

/** Why a file cannot be uploaded. */
export const UPLOAD = catalogue('receipts.upload', {
  size: { en: 'Cannot upload "{name}": it has {size} bytes', ja: '「{name}」を送れません：{size}バイトです' },
  limits: { en: 'the service takes 1 to {largest} bytes', ja: '1から{largest}バイトまで送れます' },
  type: {
    en: 'Cannot upload "{name}": it is neither a PDF nor an image',
    ja: '「{name}」を送れません：PDFでも画像でもありません',
  },
  saveIt: {
    en: 'the bytes of the file count, not its name: open it, and save it as PDF or take a picture of it',
    ja: 'ファイルの中身で判断します（名前ではありません）。開いてPDFで保存するか、画像にしてください',
  },
})

export const RECEIPT_WORDS: CaseWords<StoredReceipt> = {
  event: 'receipt',
  noun: 'receipt',
  id: 'id',
  idOf: ({ receipt }) => receipt,
  missing: name => ({ message: phrase(WORDS.missing, { name }), hint: phrase(WORDS.open) }),
  notQueried: (name, state) => ({
    message: phrase(WORDS.notQueried, { name, state }),
    hint: phrase(WORDS.see),
  }),
  notFreed: (name, { ids, isDone }) => ({
    message: phrase(WORDS.notFreed, { name, ids }),
    hint: isDone ? phrase(WORDS.isWrong) : phrase(WORDS.settleIt, { name }),
  }),
}

interface ReceiptTexts extends ActTexts {
  readonly refusals: Refusals<StoredReceipt, NotSent>
}

/** Returns the texts about uploading a file as `file`; `name` is the name of its case. */
export function receiptTexts({ file, name }: { readonly file: string; readonly name: string }): ReceiptTexts {
  return {
    name,
    cannot: phrase(WORDS.cannot, { file }),
    nothing: phrase(WORDS.nothing),
    doubt: { message: phrase(WORDS.doubt, { file }), hint: phrase(WORDS.doNotSend, { name }) },
    settle: `kura settle ${name}`,
    is: id => phrase(WORDS.isReceipt, { id: String(id) }),
    several: ids => ({
      message: phrase(WORDS.several, { file, ids }),
      hint: phrase(WORDS.deleteAllButOne, { name }),
    }),
    orphaned: () => ({ remedy: phrase(WORDS.orphaned, { name }) }),
    refusals: {
      in_progress: ({ until }) => ({
        why: phrase(WORDS.sending, { until: new Date(until).toISOString() }),
        hint: phrase(WORDS.afterThat),
      }),
      gone: ({ result }) => ({
        why: phrase(WORDS.deleted, { id: String(result?.receipt) }),
        hint: phrase(WORDS.uploadAgain, { name }),
      }),
      review: ({ flags }) => ({
        why: phrase(WORDS.waits, { flags: { items: flags, by: 'semicolon' } }),
        hint: phrase(WORDS.free, { name }),
      }),
      conflict: () => ({ why: phrase(WORDS.otherContent), hint: phrase(WORDS.lookAt, { name }) }),
      already_done: () => ({ why: phrase(WORDS.withoutId), hint: phrase(WORDS.lookFor, { name }) }),
      unknown: ({ reason = '' }) => ({
        why: phrase(WORDS.unknown, { reason }),
        hint: phrase(WORDS.lookFor, { name }),
      }),
    },
  }
}
