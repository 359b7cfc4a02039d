import { AppError } from '../../../../core/errors.ts'
import type { ReplyOf } from '../../../../core/http/contract.ts'
import { phrase } from '../../../../core/language/catalogue.ts'
import { phraseError } from '../../../../core/language/phrase-error.ts'
import type { AccountingContract } from '../../../../services/accounting/contract.ts'
import type { RowFile } from '../../../../services/accounting/imports/reading/deal-rows.ts'
import {
  type FileMetadata,
  metadataOf,
} from '../../../../services/accounting/imports/reading/file-metadata.ts'
import type { PlannedRow } from '../../../../services/accounting/imports/reading/plan.ts'
import { IMPORT } from '../../../../services/accounting/imports/reading/words.ts'
import type { AccountingApi } from '../call.ts'
import { MOST_PAUSES, pastLimits, untilReleased, type WaitDeps } from './limits.ts'
import { readConfined } from './source/confined-file.ts'

export interface UploadDeps extends WaitDeps {
  readonly api: AccountingApi
  readonly company: number
  /**
   * The endpoints that refused a call even after its last wait. A call to such an endpoint does not wait, until one
   * call has succeeded.
   */
  readonly usedUp?: Set<'files' | 'deals'> | undefined
}

type Uploaded = Extract<ReplyOf<AccountingContract, 'uploadReceipt'>, { readonly mode: 'write' }>

/** How many times a row waits while another call uploads the same file. */
const ATTEMPTS = 3

/**
 * Returns the id of the file at the service. After an unknown outcome, kura searches for the file and never sends it
 * again automatically.
 * @throws AppError of the host; `usage` if the file cannot be read, or has changed since it was read
 */
export async function uploadFile(
  { row, shown }: Pick<PlannedRow, 'row' | 'shown'>,
  file: RowFile,
  deps: UploadDeps,
): Promise<number> {
  const metadata = metadataOf({ row, shown })
  for (let attempt = 1; ; attempt++) {
    try {
      const most = deps.usedUp?.has('files') ? 0 : MOST_PAUSES
      return await pastLimits(() => upload(file, metadata, deps), deps, most)
    } catch (error) {
      const { decision, until, receipt, state } = detailsOf(error)
      if (receipt === undefined) throw error
      if (state === 'unknown') return found(receipt, error, deps)
      if (decision !== 'in_progress' || until === undefined || attempt === ATTEMPTS) throw error
      await untilReleased(async () => (await deps.api.receipt({ params: { receipt } })).state, until, deps)
    }
  }
}

function detailsOf(error: unknown): Readonly<Record<string, string | undefined>> {
  const details = Object.entries(error instanceof AppError ? error.details : {})
  return Object.fromEntries(
    details.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}

async function upload(
  file: RowFile,
  metadata: FileMetadata,
  { api, company, usedUp }: UploadDeps,
): Promise<number> {
  const { path } = file
  const bytes = await readConfined(file, { limit: file.size, hint: phrase(IMPORT.grown) })
  const query = {
    company_id: String(company),
    name: path.slice(path.lastIndexOf('/') + 1).slice(-200),
    ...metadata,
  }
  const reply = (await api.uploadReceipt({ query, body: bytes, mode: 'write' })) as Uploaded
  if (reply.uploaded) usedUp?.delete('files')
  if (reply.sha256 === file.sha256) return reply.id
  throw phraseError('usage', phrase(IMPORT.changed, { path }), {
    hint: phrase(IMPORT.changedHint, { id: String(reply.id) }),
  })
}

async function found(receipt: string, error: unknown, deps: UploadDeps): Promise<number> {
  const { state, id } = await pastLimits(() => deps.api.resolveReceipt({ params: { receipt } }), deps)
  if (state === 'done' && id !== undefined) return id
  throw error
}
