import { AppError } from '../../../core/errors.ts'
import type { Client } from '../../../core/http/client.ts'
import type { GivenQuery, ReplyOf } from '../../../core/http/contract.ts'
import { activityContract } from '../../../services/activity/contract.ts'
import type { Entry } from '../../../services/activity/contract-schemas.ts'
import { digestOf } from '../../../services/activity/entry.ts'
import { gapOf } from '../../../services/activity/gap.ts'
import type { CliContext } from '../../context.ts'
import { operatorClient } from '../../operator/client.ts'
import type { CallOptions } from '../../operator/options.ts'

type Page = ReplyOf<typeof activityContract, 'activity'>

export type StoredEntry = Entry & { readonly digest: string }

export function logClient(
  context: CliContext,
  options: CallOptions,
): Promise<Client<typeof activityContract>> {
  return operatorClient(activityContract, { ...options, scopes: ['admin'] }, context)
}

/** Yields the pages of the log; without `since`, from the first entry on. */
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
 * Reads the log in the store. `entries` has no entry that was removed during the reading.
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

function checked(entry: StoredEntry): StoredEntry {
  if (digestOf(entry) === entry.digest) return entry
  const message = `Cannot read entry ${entry.seq} of the log: it is not what its digest says`
  throw new AppError('remote_answer', message, {
    hint: 'deploy the same version of kura as that of this checkout',
  })
}
