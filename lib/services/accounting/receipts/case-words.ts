import { actTexts, because, lookFor } from '../../../core/claims/act-words.ts'
import type { NotSent } from '../../../core/claims/transitions/request.ts'
import { catalogue, phrase } from '../../../core/language/catalogue.ts'
import type { ActTexts, Refusals } from '../cases/act.ts'
import type { CaseWords } from '../cases/cases.ts'
import type { StoredReceipt } from './schema.ts'

const command = (name: string) => `kura settle ${name}`

const WORDS = catalogue('receipts.cases', {
  isReceipt: { en: 'the file is receipt {id}', ja: 'ファイルは証憑{id}です' },
  orphaned: {
    en: 'look at the file box: it may have the file twice, as kura settle {name} shows',
    ja: 'ファイルボックスに同じファイルが2つある可能性があります：kura settle {name}',
  },
  open: {
    en: 'kura settle --list shows those that need a person',
    ja: '確認が必要なものの一覧：kura settle --list',
  },
  theReceipt: { en: 'the receipt "{name}"', ja: '証憑「{name}」' },
  file: { en: '"{file}"', ja: '「{file}」' },
  several: {
    en: 'the file box has it several times, as {ids}',
    ja: 'ファイルボックスに複数あります（{ids}）',
  },
  upload: { en: 'upload', ja: '送信' },
  deleteAllButOne: {
    en: 'delete all but one at the service, then: kura settle {name}',
    ja: '会計サービスで1件だけ残して削除し、照会してください：kura settle {name}',
  },
  deleted: {
    en: 'it was uploaded as receipt {id}, and deleted at the service',
    ja: '証憑{id}として取り込まれ、会計サービスで削除されています',
  },
  uploadAgain: {
    en: 'to upload it again: kura settle {name}',
    ja: 'もう一度取り込むには：kura settle {name}',
  },
  free: {
    en: 'free it, then upload it again: kura settle {name}',
    ja: '解除してから、もう一度取り込んでください：kura settle {name}',
  },
  otherContent: { en: 'its case is stored with another content', ja: '別の内容で記録されています' },
  lookAt: { en: 'look at it: kura settle {name}', ja: '確認してください：kura settle {name}' },
  withoutId: {
    en: 'its case is done, and does not say as which receipt',
    ja: '取り込み済みですが、IDの記録がありません',
  },
})

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
  what: name => phrase(WORDS.theReceipt, { name }),
  settle: command,
  listed: phrase(WORDS.open),
}

interface ReceiptTexts extends ActTexts {
  readonly refusals: Refusals<StoredReceipt, NotSent>
}

export function receiptTexts({ file, name }: { readonly file: string; readonly name: string }): ReceiptTexts {
  const what = phrase(WORDS.file, { file })
  const remedy = lookFor(command(name))
  const said = actTexts({ what, verb: phrase(WORDS.upload), done: 'uploaded', remedy })
  return {
    ...said,
    name,
    settle: command(name),
    is: id => phrase(WORDS.isReceipt, { id: String(id) }),
    several: ids => ({
      message: because(said.cannot, phrase(WORDS.several, { ids })),
      hint: phrase(WORDS.deleteAllButOne, { name }),
    }),
    orphaned: () => ({ remedy: phrase(WORDS.orphaned, { name }) }),
    refusals: {
      ...said.refusals,
      gone: ({ result }) => ({
        why: phrase(WORDS.deleted, { id: String(result?.receipt) }),
        hint: phrase(WORDS.uploadAgain, { name }),
      }),
      review: claim => ({ ...said.refusals.review(claim), hint: phrase(WORDS.free, { name }) }),
      conflict: () => ({ why: phrase(WORDS.otherContent), hint: phrase(WORDS.lookAt, { name }) }),
      already_done: () => ({ why: phrase(WORDS.withoutId), hint: remedy }),
    },
  }
}
