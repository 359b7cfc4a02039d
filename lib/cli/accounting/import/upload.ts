/** Uploads the file of a row to the file box, unless the file is there already. */

import { AppError } from '../../../core/errors.ts'
import type { ReplyOf } from '../../../core/http/contract.ts'
import type { AccountingContract } from '../../../services/accounting/contract.ts'
import type { AccountingApi } from '../call.ts'
import { pastLimits, type WaitDeps, waitFor } from './limits.ts'
import { readConfined } from './source/confined-file.ts'
import type { RowFile } from './source/deal-rows.ts'

export interface UploadDeps extends WaitDeps {
  readonly api: AccountingApi
  /** The company's id. */
  readonly company: number
}

type Uploaded = Extract<ReplyOf<AccountingContract, 'uploadReceipt'>, { readonly mode: 'write' }>

/** How many times a row waits while another call uploads the same file. */
const ATTEMPTS = 3

/**
 * Returns the id of the file at the service. A file of unknown outcome is searched for and never uploaded again
 * automatically.
 * @throws AppError of the host; `usage` if the file has changed since it was read
 */
export async function uploadFile(file: RowFile, deps: UploadDeps): Promise<number> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await pastLimits(() => upload(file, deps), deps)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      const { decision, until, receipt, state } = error.details
      if (decision === 'in_progress' && typeof until === 'string' && attempt < ATTEMPTS)
        await waitFor(until, deps)
      else if (state === 'unknown' && typeof receipt === 'string') return found(receipt, error, deps)
      else throw error
    }
  }
}

async function upload(file: RowFile, { api, company }: UploadDeps): Promise<number> {
  const bytes = await readConfined(file, { limit: file.size, hint: 'it has grown: run the import again' })
  const query = { company_id: String(company), name: nameOf(file) }
  const reply = (await api.uploadReceipt({ query, body: bytes, mode: 'write' })) as Uploaded
  if (reply.sha256 === file.sha256) return reply.id
  throw new AppError('usage', `Cannot use the file "${file.path}": it has changed since it was read`, {
    hint: `what it holds now is in the file box as ${reply.id}; run the import again`,
  })
}

function nameOf({ path }: RowFile): string {
  return path.slice(path.lastIndexOf('/') + 1).slice(-200)
}

async function found(receipt: string, error: AppError, deps: UploadDeps): Promise<number> {
  const { state, id } = await pastLimits(() => deps.api.resolveReceipt({ params: { receipt } }), deps)
  if (state === 'done' && id !== undefined) return id
  throw error
}
