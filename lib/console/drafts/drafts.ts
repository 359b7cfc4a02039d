/** The pages of the console write the rows of receipts. The notices read the rows too, through this file. */
import { listAll } from '../../core/store/list.ts'
import type { KeyPage, Store } from '../../core/store/store.ts'
import { jsonFormat } from '../../core/store/update.ts'
import type { Draft } from './stored-records.ts'

export const DRAFT_PREFIX = 'console/draft/'

export const draftFormat = jsonFormat({
  parse: async stored => (await import('./stored-records.ts')).draftSchema.parse(stored),
})

export interface StoredDraft extends Draft {
  readonly name: string
}

/** The rows of receipts; with `open`, only the rows that wait to be registered. @throws AppError `store_unavailable` */
export async function readDrafts(store: Store, { open }: Pick<KeyPage, 'open'> = {}): Promise<StoredDraft[]> {
  const { records } = await listAll(store, DRAFT_PREFIX, { open })
  return Promise.all(
    records.map(async ({ key, value }) => ({
      name: key.slice(DRAFT_PREFIX.length),
      ...(await draftFormat.parse(value)),
    })),
  )
}

/** Whether a program has made the name. Such a name has eight digits in a row, decimal or hexadecimal. */
export function isMade(name: string): boolean {
  return /[0-9a-f]{8}|\d{8}/i.test(name)
}

/** The name of the row's file or of the deal that it copies, else the row's case without the digest at the end. */
export function labelOf({
  file,
  box,
  copied,
  case: name,
}: Pick<Draft, 'file' | 'box' | 'copied' | 'case'>): string {
  return file?.name ?? box?.name ?? copied?.name ?? name.replace(/ [0-9a-f]{16}$/, '')
}
