import { consoleAddress } from '../../console/frame/addresses.ts'
import type { ReplyOf } from '../../core/http/contract.ts'
import type { Trace } from '../../core/http/trace.ts'
import type { DeviceReport } from '../../core/release/device-state.ts'
import type { adminContract } from '../../services/admin/contract.ts'
import type { Core } from '../core.ts'
import { jobsAt } from '../health/jobs.ts'
import { noticesFrom } from '../notices.ts'
import { type DueFacts, dueWithinWeek } from './due.ts'
import { createFactReader, type FactReader, type Facts, factsOf, failedReply, joinFailed } from './facts.ts'

type Today = ReplyOf<typeof adminContract, 'today'>

const NAMED = 5
const DAY = 86_400_000

/**
 * If the facts of a service cannot be read, `failed` names the service.
 * @throws AppError `store_unavailable`
 */
export async function todayOf(trace: Trace | undefined, core: Core): Promise<Today> {
  const facts = factsOf(core)
  const locale = core.config.locale()
  const now = core.now()
  const reader = createFactReader()
  const [open, due, ran] = await Promise.all([
    noticesFrom(facts, core)(trace).groups(NAMED),
    readDue(facts, reader),
    readRan(facts, reader, core),
  ])
  return {
    at: new Date(now).toISOString(),
    ...locale,
    needs: { count: open.groups.reduce((sum, { count }) => sum + count, 0), groups: open.groups },
    due: dueWithinWeek(due, { locale, now, addressOf: path => consoleAddress(path, core.config) }),
    ran,
    failed: failedReply(joinFailed(open.failed, reader.failed)),
  }
}

async function readDue(facts: Facts, { read }: FactReader): Promise<DueFacts> {
  const [release, token, purchases] = await Promise.all([
    read('distribution', facts.release),
    read('tokens', facts.token),
    read('registrar', facts.purchases),
  ])
  return { release, token, ...purchases }
}

async function readRan(facts: Facts, { read }: FactReader, { now }: Core): Promise<Today['ran']> {
  const [release, devices = [], jobs] = await Promise.all([
    read('distribution', facts.release),
    read('distribution', facts.devices),
    read('cron', facts.jobs),
  ])
  return {
    jobs: jobsAt(jobs, now()),
    ...(release && { release: { version: release.version, created: release.created } }),
    devices: calledLately(devices, now()),
  }
}

function calledLately(devices: readonly DeviceReport[], now: number): Today['ran']['devices'] {
  const used = devices.filter(({ revoked }) => !revoked)
  const seen = used
    .filter(({ at }) => now - Date.parse(at) < DAY)
    .toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at))
  return { count: used.length, seen: seen.length, names: seen.slice(0, NAMED).map(({ name }) => name) }
}
