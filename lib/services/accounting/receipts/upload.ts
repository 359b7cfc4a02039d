/** The service adds a file with every call. So after a lost reply, kura looks for the file before it uploads again. */
import type { Claims } from '../../../core/claims/claims.ts'
import type { OnceDeps } from '../../../core/claims/once.ts'
import type { Queried } from '../../../core/claims/query.ts'
import type { Claim } from '../../../core/claims/stored-records.ts'
import { CLAIM_REASONS } from '../../../core/claims/words.ts'
import type { ReplyOf } from '../../../core/http/contract.ts'
import type { Noted } from '../../../core/http/trace.ts'
import { phrase } from '../../../core/language/catalogue.ts'
import { phraseError } from '../../../core/language/phrase-error.ts'
import type { Store } from '../../../core/store/store.ts'
import { actOnCase, refuseAct } from '../cases/act.ts'
import type { AccountingContract } from '../contract.ts'
import { obstacleReply, refuseObstacles, writeObstacles } from '../deals/permission.ts'
import type { DealCall } from '../deals/register.ts'
import type { ReceiptMetadata } from '../remote/calls.ts'
import type { AccountingClient } from '../remote/client.ts'
import { dayIn, daysAfter } from '../taxes/issue-date.ts'
import { RECEIPT_WORDS, receiptTexts, UPLOAD } from './case-words.ts'
import { describes, descriptionOf, identityOf, receiptCase, sha256Of } from './identity.ts'
import { leavingName, mediaTypeOf } from './media-type.ts'
import type { StoredReceipt } from './schema.ts'

export interface ReceiptDeps extends Omit<OnceDeps<StoredReceipt>, 'claims'> {
  readonly receipts: Claims<StoredReceipt>
  readonly store: Store
  /** The setting ACCOUNTING_WRITES. */
  readonly writes: boolean
  readonly now: () => number
  readonly note: (event: string, facts: Readonly<Record<string, Noted>>) => void
}

export interface GivenFile {
  readonly name: string
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly metadata?: ReceiptMetadata | undefined
}

/** The bytes of the largest file that the service accepts. */
export const LARGEST_RECEIPT = 64_000_000

type UploadReply = ReplyOf<AccountingContract, 'uploadReceipt'>
type DryRun = Extract<UploadReply, { readonly mode: 'dry-run' }>
type Upload = Extract<UploadReply, { readonly mode: 'write' }>

/** Writes nothing. @throws AppError `bad_request`, and as the client does */
export async function showReceipt(file: GivenFile, call: DealCall, deps: ReceiptDeps): Promise<DryRun> {
  const facts = factsOf(file, call)
  const [known, obstacles] = await Promise.all([
    deps.receipts.read(facts.receipt),
    writeObstacles({ companyId: call.companyId }, { ...deps, ...call }),
  ])
  return {
    mode: 'dry-run',
    ...facts,
    state: known?.state ?? 'new',
    ...(known?.result && { id: known.result.receipt }),
    obstacles: obstacles.map(obstacleReply),
  }
}

/**
 * @throws AppError `bad_request`, `writes_off`, `permission_missing`; `conflict` if the file is being uploaded, may
 * have been uploaded, or was uploaded and then deleted; and as the client does
 */
export async function uploadReceipt(file: GivenFile, call: DealCall, deps: ReceiptDeps): Promise<Upload> {
  const facts = factsOf(file, call)
  refuseObstacles(await writeObstacles({ companyId: call.companyId }, { ...deps, ...call }))
  const texts = receiptTexts({ file: file.name, name: facts.receipt })
  const acted = await actOnCase<StoredReceipt>(
    {
      digest: facts.sha256,
      body: JSON.stringify({ name: file.name, size: facts.size }),
      by: call.by,
      query: claim => queryIfLost(claim, call.client, deps),
      send: async lease => {
        const sent = {
          companyId: call.companyId,
          file: fileOf(file),
          description: descriptionOf(facts.sha256),
          metadata: file.metadata,
        }
        const { id } = await call.client.uploadReceipt(sent, lease.guard)
        return { state: 'done', result: { company: call.companyId, receipt: id } }
      },
    },
    texts,
    { ...deps, claims: deps.receipts, words: RECEIPT_WORDS },
  )
  if (acted.end === 'done') return { mode: 'write', ...facts, id: acted.id, uploaded: !acted.isFound }
  const { result } = acted.claim
  if (acted.decision === 'already_done' && result)
    return { mode: 'write', ...facts, id: result.receipt, uploaded: false }
  throw refuseAct(acted, texts, RECEIPT_WORDS)
}

function factsOf({ name, bytes }: GivenFile, { companyId }: DealCall) {
  const size = bytes.length
  if (size === 0 || size > LARGEST_RECEIPT)
    throw phraseError('bad_request', phrase(UPLOAD.size, { name, size }), {
      hint: phrase(UPLOAD.limits, { largest: LARGEST_RECEIPT }),
    })
  if (mediaTypeOf(bytes) === undefined)
    throw phraseError('bad_request', phrase(UPLOAD.type, { name }), { hint: phrase(UPLOAD.saveIt) })
  const sha256 = sha256Of(bytes)
  return { receipt: receiptCase({ companyId, sha256 }), sha256, size }
}

function fileOf({ name, bytes }: GivenFile): File {
  return new File([bytes], leavingName(name, bytes), {
    type: mediaTypeOf(bytes) ?? 'application/octet-stream',
  })
}

/** Queries only after an attempt of unknown outcome, which may have uploaded the file although the case was freed. */
function queryIfLost(
  claim: Claim<StoredReceipt>,
  client: AccountingClient,
  deps: Pick<ReceiptDeps, 'now'>,
): Promise<Queried<StoredReceipt>> {
  const lost = claim.steps.some(({ state }) => state === 'unknown')
  return lost ? queryReceipt(claim, client, deps) : Promise.resolve({ found: [], complete: true })
}

/** The time zone in which the service counts days. */
const SERVICE_ZONE = 'Asia/Tokyo'

/** Searches by the digest in the description, from the day before the first attempt. Deleted files do not count. */
export async function queryReceipt(
  { name, steps }: Claim<StoredReceipt>,
  client: AccountingClient,
  { now }: Pick<ReceiptDeps, 'now'>,
): Promise<Queried<StoredReceipt>> {
  const identity = identityOf(name)
  if (!identity) return { found: [], complete: true }
  const { companyId, sha256 } = identity
  const day = (time: number) => dayIn(SERVICE_ZONE, time)
  const days = { from: daysAfter(day(steps[0]?.at ?? now()), -1), until: daysAfter(day(now()), 1) }
  const receipts = await client.receipts({ companyId, ...days })
  const found = receipts.filter(
    ({ description, status }) => status !== 'deleted' && describes(description, sha256),
  )
  return {
    found: found.map(({ id }) => ({ company: companyId, receipt: id })),
    complete: true,
    several: phrase(CLAIM_REASONS.severalFiles, { ids: found.map(({ id }) => String(id)) }),
  }
}
