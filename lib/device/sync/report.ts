import { messageOf } from '../../core/errors.ts'
import { phrase } from '../../core/language/catalogue.ts'
import { english } from '../../core/language/text.ts'
import { DEVICE_PROBLEMS } from '../../core/release/problems.ts'
import type { DeviceStatus } from '../../core/release/question.ts'
import type { Session } from '../session.ts'
import { type Counts, statusLine } from '../status.ts'
import { nextSequence, readState, type State, writeState } from '../trust/state-file.ts'
import { pinnedDigest, type SignedRelease } from '../trust/trusted-state.ts'

const MOST_TEXTS = 20
const LONGEST_TEXT = 500

function bounded(texts: readonly string[]): string[] {
  return texts.slice(0, MOST_TEXTS).map(text => text.slice(0, LONGEST_TEXT))
}

export interface Statement {
  readonly release: SignedRelease | undefined
  readonly counts: Counts
  readonly problems: readonly string[]
  /** The held paths (`waiting.ts`). */
  readonly waiting?: readonly string[]
  /** The number of the report, if it is stored already. */
  readonly sequence?: number | undefined
}

/** Reports once, unless the run is silent. A failed report is only a warning. */
export async function report(session: Session, statement: Statement): Promise<void> {
  if (session.silent) return
  try {
    const sequence = statement.sequence ?? (await storeNextSequence(session))
    const status = statusOf(statement, { sequence, now: session.now(), node: session.node })
    await session.fetcher.ask({ body: { want: [], status } })
  } catch (error) {
    session.warnings.push(english(phrase(DEVICE_PROBLEMS.unreported, { reason: messageOf(error) })))
  }
}

export function statusOf(
  { release, counts, problems, waiting = [] }: Statement,
  { sequence, now, node }: { sequence: number; now: number; node: string },
): DeviceStatus {
  return {
    sequence,
    ...(release && { release: release.digest, version: release.manifest.version }),
    ...counts,
    line: statusLine(counts, release !== undefined),
    at: new Date(now).toISOString(),
    ...(problems.length > 0 && { problems: bounded(problems) }),
    ...(waiting.length > 0 && { waiting: bounded(waiting) }),
    node,
  }
}

/** Stores the next number of a report, with Node's version, before it is used. Without it the device still reports. */
async function storeNextSequence(session: Session): Promise<number> {
  const state = (await readState(session.disk)) ?? freshState(session)
  const sequence = nextSequence(state.sequence, session.now())
  await writeState(session.disk, { ...state, sequence, node: session.node }).catch(() => undefined)
  return sequence
}

function freshState({ credentials, trusted }: Session): State {
  return {
    v: 1,
    pinned: pinnedDigest(credentials.root),
    root: trusted.root.envelope,
    installed: [],
    folders: [],
    sequence: 0,
  }
}
