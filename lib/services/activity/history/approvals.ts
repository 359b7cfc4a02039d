import type { Client } from '../../../core/http/client.ts'
import { approvalSchema, type StoredApproval } from '../../../core/passkey/stored-records.ts'
import type { activityContract } from '../contract.ts'
import type { Entry } from '../contract-schemas.ts'

const AT_ONCE = 40

/** The approvals and every vouch that their proof needs, without those that the store lacks. */
export async function readApprovalsOf(
  entries: readonly Pick<Entry, 'approval'>[],
  admin: Pick<Client<typeof activityContract>, 'approvals'>,
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
