/** Publishing happens on the publisher's machine, so a release is recorded when the host first serves it. */
import { messageOf } from '../../core/errors.ts'
import type { AnsweredWrite } from '../../core/http/handler.ts'
import { BROWSER } from '../../core/http/router.ts'
import { membersOf, parseJson } from '../../core/json/json.ts'
import type { Store } from '../../core/store/store.ts'
import { type RecordFormat, update } from '../../core/store/update.ts'
import type { Act } from './entry.ts'
import { type ActivityLog, createActivityLog } from './log.ts'

const LONGEST = 200

/** The notes of the handler for every request, which have members of their own in an entry. */
const OF_THE_HANDLER = new Set(['caller', 'code', 'error', 'fault', 'cause', 'approval'])

export interface ActivityRecord extends ActivityLog {
  /** Records a call, except a browser's whose endpoint noted no outcome. Never rejects. */
  recordWrite(write: AnsweredWrite): Promise<void>
  /** Records an act. If it cannot be stored, it is logged as `activity_unstored`. Never rejects. */
  record(act: Act): Promise<void>
}

export interface ActivityDeps {
  readonly store: () => Store
  /** The time in milliseconds since the epoch. */
  readonly now: () => number
  readonly note: (event: string, facts: object) => void
}

export function createActivityRecord(deps: ActivityDeps): ActivityRecord {
  const log = createActivityLog(deps)
  const record = async (act: Act) => {
    try {
      await log.append(act)
    } catch (error) {
      deps.note('activity_unstored', { ...act, reason: messageOf(error) })
    }
  }
  return {
    ...log,
    record,
    recordWrite: async write => {
      if (hasOutcome(write)) await record(actOf(write))
    },
  }
}

/** A call of a browser, which has no key, counts only if its endpoint noted an outcome. */
function hasOutcome({ call, notes }: AnsweredWrite): boolean {
  return call.caller !== BROWSER || notes['outcome'] !== undefined
}

function actOf({ call, route, status, code, notes }: AnsweredWrite): Act {
  const body = route.upload ? {} : bodyOf(call.body)
  const { caller } = call
  const person = caller.person ?? body['person']
  const query = call.url.searchParams
  const logged = (route.logged ?? []).map(name => [name, body[name] ?? query.get(name)] as const)
  const noted = Object.entries(notes).filter(([name]) => !OF_THE_HANDLER.has(name))
  return {
    by: caller.keyid,
    ...(typeof person === 'string' && { person: textOf(person.trim()) }),
    act: route.name ?? route.path,
    endpoint: `${route.method} ${route.path}`,
    what: factsOf([...Object.entries(call.params), ...logged, ...noted]),
    status,
    ...(code && { code }),
    request: call.trace.id,
    ...approvalOf({ call, notes }),
  }
}

/** The approval that let the caller in, or that the endpoint has noted. */
function approvalOf({ call, notes }: Pick<AnsweredWrite, 'call' | 'notes'>): Pick<Act, 'approval'> {
  const approval = call.caller.approval ?? notes['approval']
  return typeof approval === 'string' ? { approval } : {}
}

function bodyOf(bytes: Uint8Array): Readonly<Record<string, unknown>> {
  return membersOf(parseJson(Buffer.from(bytes).toString('utf8')))
}

function factsOf(members: readonly (readonly [string, unknown])[]): Act['what'] {
  const facts: Record<string, string | number | boolean> = {}
  for (const [name, value] of members) {
    if (typeof value === 'string') facts[name] = textOf(value)
    else if (typeof value === 'number' || typeof value === 'boolean') facts[name] = value
  }
  return facts
}

/** Cuts a text, and replaces lone surrogates, which the store refuses. */
function textOf(text: string): string {
  return text.slice(0, LONGEST).toWellFormed()
}

const KEY = 'activity/release'
const digest: RecordFormat<string> = { parse: text => text, format: text => text }

/** Records a release, unless it is the last one that was recorded. Two calls at once may both record it. */
export async function recordServedRelease(
  { release, version, by, request }: { release: string; version: number; by: string; request: string },
  { store, activity }: { store: Store; activity: Pick<ActivityRecord, 'record'> },
): Promise<void> {
  const { record } = await store.read(KEY)
  if (record?.value === release) return
  const act = { act: 'serveRelease', endpoint: 'GET /api/distribution', what: { release, version } }
  await activity.record({ by, ...act, status: 200, request })
  await update<string, void>(store, {
    key: KEY,
    format: digest,
    transition: () => ({ write: release, result: undefined }),
  })
}
