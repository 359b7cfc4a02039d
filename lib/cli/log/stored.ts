/** Reads the activity log from the host. */

import { AppError } from '../../core/errors.ts'
import type { Client } from '../../core/http/client.ts'
import type { GivenQuery, ReplyOf } from '../../core/http/contract.ts'
import { approvalSchema, type StoredApproval } from '../../core/passkey/stored-records.ts'
import { activityContract } from '../../services/activity/contract.ts'
import type { Entry } from '../../services/activity/contract-schemas.ts'
import { digestOf } from '../../services/activity/entry.ts'
import { gapOf } from '../../services/activity/gap.ts'
import type { CliContext } from '../context.ts'
import { operatorClient } from '../operator/client.ts'
import type { CallOptions } from '../operator/options.ts'

type Page = ReplyOf<typeof activityContract, 'activity'>

/** An entry with its digest. */
export type StoredEntry = Entry & { readonly digest: string }

/** Returns the endpoints of the log; `--local` acts with the scopes for reading and removing. */
export function logClient(
  context: CliContext,
  options: CallOptions,
): Promise<Client<typeof activityContract>> {
  return operatorClient(activityContract, { ...options, scopes: ['admin', 'approve'] }, context)
}

/** Yields the pages of the log; a query without a day starts at the first entry. */
export async function* pagesOfLog(
  admin: Client<typeof activityContract>,
  { since, until }: Pick<GivenQuery<typeof activityContract, 'activity'>, 'since' | 'until'> = {},
): AsyncGenerator<Page> {
  const end = until === undefined ? {} : { until }
  let page = await admin.activity({ query: { ...end, ...(since !== undefined && { since }) } })
  yield page
  while (page.next !== undefined) {
    page = await admin.activity({ query: { ...end, after: page.next } })
    yield page
  }
}

/**
 * Reads all entries in the store, except those that are removed during the reading.
 * @throws AppError `remote_answer` if an entry does not match its digest
 */
export async function readStoredLog(admin: Client<typeof activityContract>) {
  const entries: StoredEntry[] = []
  let last: Page | undefined
  for await (const page of pagesOfLog(admin)) {
    for (const entry of page.entries) entries.push(checked(entry))
    last = page
  }
  const anchor = last?.anchor
  return {
    anchor,
    head: last?.head ?? { seq: 0, digest: '' },
    entries: entries.filter(({ seq }) => seq > (anchor?.seq ?? 0)),
    gaps: entries.flatMap(entry => gapOf(entry) ?? []),
  }
}

/** How many approvals one call reads. */
const AT_ONCE = 40

/**
 * Reads the approvals that entries name, and every vouch that is needed to prove them. An approval that the store does
 * not have is left out: verifying says so.
 */
export async function readApprovalsOf(
  entries: readonly Entry[],
  admin: Client<typeof activityContract>,
): Promise<StoredApproval[]> {
  const asked = new Set<string>()
  const found: StoredApproval[] = []
  let wanted = entries.flatMap(({ approval = [] }) => approval)
  while (wanted.length > 0) {
    const next = [...new Set(wanted)].filter(digest => !asked.has(digest)).slice(0, AT_ONCE)
    if (next.length === 0) break
    for (const digest of next) asked.add(digest)
    const { approvals } = await admin.approvals({ query: { digests: next.join(',') } })
    found.push(...approvals.map(one => approvalSchema.parse(one)))
    wanted = [...wanted, ...approvals.flatMap(one => ('vouches' in one ? one.vouches : []))]
  }
  return found
}

function checked(entry: StoredEntry): StoredEntry {
  if (digestOf(entry) === entry.digest) return entry
  throw new AppError(
    'remote_answer',
    `Cannot read entry ${entry.seq} of the log: it is not what its digest says`,
    {
      hint: 'deploy the same version of kura as that of this checkout',
    },
  )
}
