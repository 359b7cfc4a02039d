/**
 * Writes the activity log: every answered call that changes something, acts of the command line, and each release when
 * the host begins to serve it. `kura publish` makes a release on the publisher's machine, where no host sees it.
 */
import { messageOf } from '../../core/errors.ts'
import type { AnsweredWrite } from '../../core/http/handler.ts'
import { BROWSER } from '../../core/http/router.ts'
import { parseJson } from '../../core/json/json.ts'
import type { Store } from '../../core/store/store.ts'
import { type RecordFormat, update } from '../../core/store/update.ts'
import type { Act } from './entry.ts'
import { type ActivityLog, createActivityLog } from './log.ts'

const LONGEST = 200

/**
 * The names of the facts that the handler notes for every request. They are left out of `what`, because an entry has
 * members of its own for them.
 */
const OF_THE_HANDLER = new Set(['caller', 'code', 'error', 'fault', 'cause', 'approval'])

export interface ActivityRecord extends ActivityLog {
  /** Records a call and its answer; leaves out a call of a browser if its endpoint noted no outcome. Never rejects. */
  recordWrite(write: AnsweredWrite): Promise<void>
  /** Records an act; an act that cannot be stored is logged as `activity_unstored`. Never rejects. */
  record(act: Act): Promise<void>
}

export interface ActivityDeps {
  readonly store: () => Store
  /** Milliseconds since the epoch. */
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

/**
 * Whether to record a call. A call of a browser, which has no key, is recorded only if its endpoint noted an outcome.
 */
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

/** The approval of a call: the one that let the caller in, or that the endpoint has noted. */
function approvalOf({ call, notes }: Pick<AnsweredWrite, 'call' | 'notes'>): Pick<Act, 'approval'> {
  const approval = call.caller.approval ?? notes['approval']
  return typeof approval === 'string' ? { approval } : {}
}

function bodyOf(bytes: Uint8Array): Readonly<Record<string, unknown>> {
  const value = bytes.length === 0 ? undefined : parseJson(Buffer.from(bytes).toString('utf8'))
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

function factsOf(members: readonly (readonly [string, unknown])[]): Act['what'] {
  const facts: Record<string, string | number | boolean> = {}
  for (const [name, value] of members) {
    if (typeof value === 'string') facts[name] = textOf(value)
    else if (typeof value === 'number' || typeof value === 'boolean') facts[name] = value
  }
  return facts
}

/** The text, cut to `LONGEST`; lone surrogates, which the store refuses, are replaced. */
function textOf(text: string): string {
  return text.slice(0, LONGEST).toWellFormed()
}

const KEY = 'activity/release'
const digest: RecordFormat<string> = { parse: text => text, format: text => text }

export interface ServedRelease {
  readonly release: string
  readonly version: number
}

/** Records a release unless it is the last one that was recorded. Two calls at once may both record it. */
export async function recordServedRelease(
  { release, version, by, request }: ServedRelease & { by: string; request: string },
  { store, activity }: { store: Store; activity: Pick<ActivityRecord, 'record'> },
): Promise<void> {
  const { record } = await store.read(KEY)
  if (record?.value === release) return
  const what = { release, version }
  await activity.record({
    by,
    act: 'serveRelease',
    endpoint: 'GET /api/distribution',
    what,
    status: 200,
    request,
  })
  await update<string, void>(store, {
    key: KEY,
    format: digest,
    transition: () => ({ write: release, result: undefined }),
  })
}
