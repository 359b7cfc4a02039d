/** A host that does not know version 2 of the protocol answers 400, and the rest of the run uses version 1. */
import { AppError, hasCode } from '../../core/errors.ts'
import { phrase } from '../../core/language/catalogue.ts'
import { phraseError } from '../../core/language/phrase-error.ts'
import { english } from '../../core/language/text.ts'
import { DECODED_LIMIT, MOST_NAMED, UPDATE_VERSION } from '../../core/release/limits.ts'
import { DEVICE_PROBLEMS } from '../../core/release/problems.ts'
import type { Session } from '../session.ts'
import type { SignedRelease } from '../trust/trusted-state.ts'
import { type Offer, readAnswer, readUpdate } from './answer.ts'
import type { FetcherRequest, Reply } from './fetcher.ts'
import type { Content } from './staging.ts'
import { FETCH_FAILURES, FETCH_HINTS } from './words.ts'

/** What the device has: `lacking` are the contents of `release` that are not on the disk. */
export interface Holding {
  readonly release: SignedRelease | undefined
  readonly lacking: readonly Content[]
  /** Whether all of the release is on the disk, with its index lines. The question then reports this to the host. */
  readonly whole: boolean
}

/**
 * Asks for a release; `current` means that the device has it already.
 * @throws AppError as `Fetcher.ask`, `remote_answer`, `content_mismatch`
 */
export type Ask = (holding: Holding) => Promise<Offer | 'current'>

export function createAsk(session: Session): Ask {
  let isEarlierHost = false
  return async holding => {
    if (!isEarlierHost) {
      const offer = await askForUpdate(session, holding)
      if (offer) return offer
      isEarlierHost = true
    }
    return askForList(session, holding)
  }
}

/** Returns undefined if the host lacks version 2. If the manifest's differences do not apply, asks for all of it. */
async function askForUpdate(session: Session, holding: Holding): Promise<Offer | 'current' | undefined> {
  const isNamed = holding.release !== undefined && holding.lacking.length <= MOST_NAMED
  const asked = isNamed ? holding : { release: undefined, lacking: [], whole: false }
  try {
    return await readOffer(session, asked, await session.fetcher.ask(updateQuestion(session, asked)))
  } catch (error) {
    if (isUnknownVersion(error)) return undefined
    if (!isNamed || !hasCode(error, 'content_mismatch')) throw error
    session.warnings.push(english(phrase(DEVICE_PROBLEMS.listFetchedWhole)))
    return askForUpdate(session, { release: undefined, lacking: [], whole: false })
  }
}

function updateQuestion({ trusted }: Session, { release, lacking, whole }: Holding): FetcherRequest {
  const root = trusted.root.root.version
  const query = { v: String(UPDATE_VERSION) }
  const decodedLimit = DECODED_LIMIT
  if (release && !whole)
    return { query, body: { knows: release.digest, root, lacks: digestsOf(lacking) }, decodedLimit }
  return { query: { ...query, ...(release && { have: release.digest }), root: String(root) }, decodedLimit }
}

async function readOffer(
  { fetcher }: Session,
  { release, lacking }: Holding,
  { status, body }: Reply,
): Promise<Offer | 'current'> {
  if (status === 200) return readUpdate(body, { named: release, host: fetcher.host })
  if (release && lacking.length === 0) return 'current'
  throw cached(fetcher.host)
}

/** Asks in version 1 of the protocol. */
async function askForList(
  session: Session,
  { release, lacking, whole }: Holding,
): Promise<Offer | 'current'> {
  const { fetcher, trusted } = session
  const root = trusted.root.root.version
  const query = { ...(release && { have: release.digest }), root: String(root) }
  const isQuery = whole || !release
  const { status, body } = await fetcher.ask(
    isQuery ? { query } : { body: { root, want: digestsOf(lacking) } },
  )
  if (status === 200) return readAnswer(body, fetcher.host)
  if (whole) return 'current'
  throw cached(fetcher.host)
}

/** The first `MOST_NAMED` digests; the next round asks for the others. */
function digestsOf(contents: readonly Content[]): string[] {
  return contents.slice(0, MOST_NAMED).map(({ sha256 }) => sha256)
}

/** An earlier host refuses an unknown version with 400, before any other check. */
function isUnknownVersion(error: unknown): boolean {
  return error instanceof AppError && error.details['status'] === 400
}

function cached(host: string): AppError {
  const message = phrase(FETCH_FAILURES.unchangedOfNothing, { host })
  return phraseError('remote_answer', message, { hint: phrase(FETCH_HINTS.caches) })
}
