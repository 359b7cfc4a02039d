/**
 * The approval is recorded durably before the first act. After a time-out or a kill, the same form continues with the
 * remaining items until the statement expires. From then on, the form only shows the outcomes.
 */
import { CALL, FUNCTION_LIFE, STORING } from '../../core/claims/lease.ts'
import { AppError } from '../../core/errors.ts'
import { readApproval, recordApproval } from '../../core/passkey/approval.ts'
import type { StatementItem } from '../../core/passkey/statement.ts'
import { refuseStopped } from '../../core/store/stopped.ts'
import { digestOf } from '../cookies.ts'
import type { ConsoleCore } from '../core.ts'
import { outcomeOnce, readOutcome } from '../forms.ts'
import { type ApprovalIdentity, callInProcess, endpointOf } from '../in-process.ts'
import { momentOf, readPerson } from '../people/people.ts'
import { proveCounting } from '../people/standing.ts'
import type { Session } from '../sessions.ts'
import {
  endpointOfItems,
  type IssuedStatement,
  isExpired,
  missingScope,
  openStatement,
  requestOf,
  verifyAnswer,
  verifyStatement,
} from './verify.ts'

export type ItemOutcome =
  | { readonly state: 'done'; readonly reply: unknown }
  | { readonly state: 'failed'; readonly error: AppError }
  | { readonly state: 'working' }
  /** This post has not begun the item. An earlier post may have begun it, and was then killed. */
  | { readonly state: 'left' }
  /** The process was killed during the item. The statement has expired, so this item is not begun again. */
  | { readonly state: 'lost' }

export interface ExecutedItem {
  readonly item: StatementItem
  readonly named?: readonly string[]
  readonly outcome: ItemOutcome
}

export interface Executed {
  readonly digest: string
  readonly items: readonly ExecutedItem[]
  /** Whether sending the same form again executes the remaining items. */
  readonly continues: boolean
}

export interface PostedApproval {
  readonly issued: string
  readonly answer: string
  /** The member that no stored record may contain, such as contact data, as a text of `packed`. */
  readonly enclosed?: string | undefined
}

/** Milliseconds from the beginning of a post within which the last item has to begin. */
const LAST_BEGIN = FUNCTION_LIFE - CALL - STORING

/**
 * Executes a statement, or shows the outcome of one that was executed. `since` is when the request began, by `clock`.
 * @throws AppError `approval_invalid`, `bad_request`, `scope_missing`, `paused`, `not_in_preview`, only before the
 * first act; `store_unavailable`, `store_busy`, and as `publisherOf`, also between two acts. The error of an act is not
 * thrown, but is in the outcome of the item.
 */
export async function executeApproval(
  { issued, answer, enclosed }: PostedApproval,
  session: Session,
  core: ConsoleCore,
  since = core.clock(),
): Promise<Executed> {
  const given = openStatement(issued, session, core)
  const moment = await momentOf(core.store())
  const { person } = session
  // the answer is verified even if the outcome is only shown, because the outcome may have a link for this person alone
  const { passkey, scopes, assertion } = await verifyAnswer(answer, given, { person, moment }, core)
  if (isExpired(given.statement, moment) && (await readApproval(given.digest, core.store())))
    return shownOutcomes(given, core)
  await verifyStatement(given, session, moment, core)
  const row = endpointOfItems(given.statement.items, person.name, core)
  const missing = missingScope(given.statement.items, { row, scopes })
  if (missing !== undefined) throw lacking(person.name, missing)
  core.handlerDeps.mayWrite(row)
  await refuseStopped(row, core.store())
  const { credential, spki: publicKey } = passkey
  const vouches = passkey.vouches.map(({ approval }) => approval)
  const signed = { statement: given.text, ...assertion, credential, publicKey, vouches }
  await recordApproval(signed, core.store())
  return executeItems(
    given,
    { signer: { key: person.key, credential }, session: session.digest, since, enclosed },
    core,
  )
}

interface Signer {
  readonly key: string
  readonly credential: string
}

/** Returns undefined if the passkey does not count any more, so a revocation takes effect between two acts. */
async function identityNow(
  { key, credential }: Signer,
  digest: string,
  core: ConsoleCore,
): Promise<ApprovalIdentity | undefined> {
  const [person, moment] = await Promise.all([readPerson(key, core.store()), momentOf(core.store())])
  const proved = person && (await proveCounting(person, credential, moment, core))
  if (!person || !proved || 'fault' in proved) return undefined
  const { name } = person
  return { via: 'approval', person: name, credential: digestOf(credential), scopes: proved.scopes, digest }
}

function lacking(person: string, scope: string): AppError {
  return new AppError(
    'scope_missing',
    `Cannot approve: the passkey of "${person}" lacks the scope ${scope}`,
    {
      hint: 'approve with a passkey that was vouched for with this scope, or invite the person again',
    },
  )
}

interface Execution extends Pick<PostedApproval, 'enclosed'> {
  readonly signer: Signer
  readonly session: string
  readonly since: number
}

async function executeItems(
  { digest, statement }: IssuedStatement,
  { signer, session, since, enclosed }: Execution,
  core: ConsoleCore,
): Promise<Executed> {
  const items: ExecutedItem[] = []
  for (const [index, item] of statement.items.entries()) {
    const isLate = core.clock() - since > LAST_BEGIN
    const identity = isLate ? undefined : await identityNow(signer, digest, core)
    const form = { number: numberOf(digest, index), session }
    const outcome = identity
      ? await outcomeOnce(
          form,
          async () =>
            replyOf(await callInProcess(requestOf(item, enclosed, core), { ...identity, since }, core)),
          core,
        )
      : undefined
    items.push({ item, named: namedIn(item, core), outcome: seenAs(outcome) })
  }
  return { digest, items, continues: true }
}

async function shownOutcomes({ digest, statement }: IssuedStatement, core: ConsoleCore): Promise<Executed> {
  const items = await Promise.all(
    statement.items.map(async (item, index) => ({
      item,
      named: namedIn(item, core),
      outcome: seenAs(await readOutcome<unknown>(numberOf(digest, index), core)),
    })),
  )
  return { digest, items, continues: false }
}

function namedIn(item: StatementItem, core: ConsoleCore): string[] {
  return Object.values(endpointOf(item, core).params)
}

function numberOf(digest: string, index: number): string {
  return `${digest}.${index}`
}

function seenAs(outcome: Awaited<ReturnType<typeof readOutcome<unknown>>>): ItemOutcome {
  if (outcome === undefined) return { state: 'left' }
  if (outcome === 'working' || outcome === 'lost') return { state: outcome }
  return 'error' in outcome
    ? { state: 'failed', error: outcome.error }
    : { state: 'done', reply: outcome.value }
}

async function replyOf(response: Response): Promise<unknown> {
  return response.status === 204 ? null : response.json()
}
