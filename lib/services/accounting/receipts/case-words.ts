/** The texts for the case of a file, and for the act that uploads the file, in errors and lines of the log. */
import type { NotSent } from '../../../core/claims/transitions/request.ts'
import { english } from '../../../core/language/text.ts'
import type { ActTexts, Refusals } from '../act-on-case.ts'
import type { CaseWords } from '../cases.ts'
import type { StoredReceipt } from './schema.ts'

const command = (name: string) => `kura settle ${name}`

export const RECEIPT_WORDS: CaseWords<StoredReceipt> = {
  event: 'receipt',
  noun: 'receipt',
  id: 'id',
  idOf: ({ receipt }) => receipt,
  missing: {
    why: ': kura has not uploaded it',
    hint: 'kura settle --list shows those that need a person',
  },
  otherState: () => 'see which files need a person: kura settle --list',
  has: ids => `it, as ${ids}`,
  isWrong: 'if the file is wrong, delete it at the service first',
  settle: name => `settle it: ${command(name)}`,
}

interface ReceiptTexts extends ActTexts {
  readonly refusals: Refusals<StoredReceipt, NotSent>
}

/** Returns the texts about uploading a file as `file`; `name` is the name of its case. */
export function receiptTexts({ file, name }: { readonly file: string; readonly name: string }): ReceiptTexts {
  const cannot = `Cannot upload "${file}"`
  const settle = command(name)
  return {
    name,
    cannot,
    nothing: 'nothing was added',
    doubt: {
      message: `Cannot tell whether "${file}" was uploaded`,
      hint: `do not upload it again: ${settle} looks for it`,
    },
    settle,
    is: id => `the file is receipt ${id}`,
    several: ids => ({
      message: `${cannot}: the file box has it several times, as ${ids}`,
      hint: `delete all but one at the service, then: ${settle}`,
    }),
    orphaned: () => ({ remedy: `look at the file box: it may have the file twice, as ${settle} shows` }),
    refusals: {
      in_progress: ({ until }) => ({
        why: `another call is uploading it, until ${new Date(until).toISOString()} at the latest`,
        hint: 'try again after that',
      }),
      gone: ({ result }) => ({
        why: `it was uploaded as receipt ${result?.receipt}, and deleted at the service`,
        hint: `to upload it again: ${settle}`,
      }),
      review: ({ flags }) => ({
        why: `it waits for a person: ${flags.map(english).join('; ')}`,
        hint: `free it, then upload it again: ${settle}`,
      }),
      conflict: () => ({
        why: 'its case is stored with another content',
        hint: `look at it: ${settle}`,
      }),
      already_done: () => ({
        why: 'its case is done, and does not say as which receipt',
        hint: `look for it at the service: ${settle}`,
      }),
      unknown: ({ reason }) => ({
        why: `it may have been uploaded: ${reason && english(reason)}`,
        hint: `look for it at the service: ${settle}`,
      }),
    },
  }
}
