import { hasCode } from '../../../core/errors.ts'
import type { Client } from '../../../core/http/client.ts'
import type { ReplyOf } from '../../../core/http/contract.ts'
import { readPages } from '../../../core/http/pages.ts'
import { createCalendar } from '../../../core/language/calendar.ts'
import { adminContract } from '../../../services/admin/contract.ts'
import { mainStateOf, type StateName } from '../../../services/distribution/lists/states.ts'
import { clientOf } from '../../client.ts'
import type { PersonCall } from '../../page.ts'

type Admin = Client<typeof adminContract>
export type Release = ReplyOf<typeof adminContract, 'release'>

export interface ShownDevice {
  readonly report: ReplyOf<typeof adminContract, 'devices'>['devices'][number]
  readonly name: string
  readonly state: StateName
  /** The time since which the device has been in this state, in ISO 8601. */
  readonly since: string
}

export interface DevicesData {
  /** All devices, sorted by name. */
  readonly devices: readonly ShownDevice[]
  readonly release: Release | undefined
  /** The present day in the company's time zone, YYYY-MM-DD. */
  readonly today: string
  /** The time in milliseconds since the epoch. */
  readonly now: number
}

export async function readDevices(call: PersonCall): Promise<DevicesData> {
  const admin = clientOf(adminContract, call)
  const [reports, release] = await Promise.all([listReports(admin), currentRelease(admin)])
  const revokedAt = reports.some(({ revoked }) => revoked) ? await revocations(admin) : new Map()
  const devices = reports.map(report => {
    const state = mainStateOf(report)
    const { name, keyid, at, since } = report
    const moments: Partial<Record<StateName, string>> = { silent: at, revoked: revokedAt.get(keyid) }
    return { report, name, state, since: moments[state] ?? since }
  })
  const now = call.core.now()
  return { devices, release, today: createCalendar(call.view.locale.timezone)(now), now }
}

async function listReports(admin: Admin): Promise<ShownDevice['report'][]> {
  const reports: ShownDevice['report'][] = []
  for await (const { devices } of readPages(query => admin.devices({ query }))) reports.push(...devices)
  return reports
}

async function currentRelease(admin: Admin): Promise<Release | undefined> {
  try {
    return await admin.release()
  } catch (error) {
    if (hasCode(error, 'release_missing')) return undefined
    throw error
  }
}

/** The time of each key's revocation. The first page of the list of keys has all revocations, whatever the limit. */
async function revocations(admin: Admin): Promise<Map<string, string>> {
  const { keys } = await admin.keys({ query: { limit: '1' } })
  return new Map(keys.flatMap(({ keyid, decision }) => (decision ? [[keyid, decision.at] as const] : [])))
}
