/**
 * Registering deals. A caller asks with what stands on a receipt; kura reads the company's own master data, drafts the
 * exact body, and shows it: that is all, unless the call says `mode=write`. A real write then needs every permission
 * (`permission.ts`) and a case, goes to a person where anything is uncertain, and is sent once (`send.ts`).
 */
import { AppError } from '../../errors.ts'
import type { Store } from '../../store/store.ts'
import type { AccountingClient } from '../remote/client.ts'
import type { DealBody } from '../remote/schema.ts'
import { dayIn } from '../taxes/issue-date.ts'
import { type CompanyTaxTable, readTaxTable } from '../taxes/table.ts'
import { type DealDraft, type DealFlag, type DraftLine, draftDeal } from './draft.ts'
import { obstacleText, writeObstacles } from './permission.ts'
import { referenceOf } from './reference.ts'
import type { DealRequest } from './schema.ts'
import { type SendDeps, sendOnce } from './send.ts'

export interface DealParts extends SendDeps {
  readonly store: Store
  /** ACCOUNTING_WRITES is `on`. */
  readonly writes: boolean
  /** ACCOUNTING_SCHEDULE. */
  readonly schedule: string | undefined
  readonly timezone: string
  /** Milliseconds since the epoch. */
  readonly now: () => number
}

/** Who asks, for which company, and the client of this request. */
export interface DealCall {
  readonly client: AccountingClient
  readonly companyId: number
  /** The name of the key that signed. */
  readonly by: string
}

/** How a deal was understood. */
interface Understood {
  /** Absent where a person has to correct the request. */
  readonly body?: DealBody
  readonly lines: readonly DraftLine[]
  /** Why a person has to look before it is sent. */
  readonly flags: readonly DealFlag[]
  /** Where the tax codes came from. */
  readonly taxes: CompanyTaxTable['source']
}

export interface DryRun extends Understood {
  readonly mode: 'dry-run'
  /** What is known of the case, where one is named. */
  readonly case?: { readonly name: string; readonly state: string; readonly deal?: number }
  /** What keeps it from being written now. */
  readonly obstacles: readonly string[]
}

export interface Registration extends Understood {
  readonly mode: 'write'
  readonly case: string
  /** `review`: nothing was sent, a person has to look. */
  readonly state: 'done' | 'review'
  readonly deal?: number
  /** Names what a person releases. */
  readonly operation?: string
}

/** Drafts the deal and shows it; writes nothing. @throws AppError `bad_request`, and as the client does */
export async function showDeal(request: DealRequest, call: DealCall, parts: DealParts): Promise<DryRun> {
  const [understood, obstacles, known] = await Promise.all([
    understand(request, call, parts),
    writeObstacles({ companyId: call.companyId, caseName: request.case ?? '' }, { ...parts, ...call }),
    request.case === undefined ? undefined : parts.claims.read(request.case),
  ])
  const deal = known?.result && { deal: known.result.deal }
  return {
    mode: 'dry-run',
    ...(request.case !== undefined && {
      case: { name: request.case, state: known?.state ?? 'new', ...deal },
    }),
    ...understood,
    obstacles: obstacles.map(obstacleText),
  }
}

/**
 * Registers the deal of a case once.
 * @throws AppError `bad_request`, `writes_off`, `permission_missing`, and as sendOnce does
 */
export async function registerDeal(
  request: DealRequest,
  call: DealCall,
  parts: DealParts,
): Promise<Registration> {
  const caseName = request.case
  if (caseName === undefined) throw caseMissing()
  const [obstacle] = await writeObstacles({ companyId: call.companyId, caseName }, { ...parts, ...call })
  if (obstacle) throw obstacle
  const understood = await understand(request, call, parts)
  const flags = understood.flags.map(textOf)
  const attempt = { caseName, body: understood.body, asked: request, flags, client: call.client, by: call.by }
  const sent = await sendOnce(attempt, parts)
  return { mode: 'write', case: caseName, ...sent, ...understood }
}

async function understand(request: DealRequest, { client, companyId }: DealCall, parts: DealParts) {
  const [accountItems, taxes] = await Promise.all([
    client.accountItems(companyId),
    readTaxTable(companyId, { client, store: parts.store }),
  ])
  const draft: DealDraft = draftDeal(request, {
    master: {
      companyId,
      accountItems: accountItems.filter(item => item.available),
      taxTable: taxes.entries,
    },
    today: dayIn(parts.timezone, parts.now()),
    schedule: parts.schedule,
    reference: request.case === undefined ? undefined : referenceOf(companyId, request.case),
  })
  return { ...draft, taxes: taxes.source }
}

/** A flag in one line, for people. */
function textOf({ reason, line }: DealFlag): string {
  return line === undefined ? reason : `line ${line + 1}: ${reason}`
}

function caseMissing(): AppError {
  return new AppError('bad_request', 'Cannot register a deal without a case', {
    hint: 'name the receipt that it is for: "case": "2026-06 receipt 17"; the same case is never registered twice',
  })
}
