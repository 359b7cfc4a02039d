/**
 * Verifies what a person has signed, before anything is written. The statement must have been issued to the session
 * that sends it, be for this person, deployment and address, and not have expired. All its acts must be of one kind
 * that needs an approval, and the person must be allowed to do them. The answer must be over this very statement, from
 * a passkey that counts and belongs to the person.
 */

import { AppError, type ErrorCode } from '../../core/errors.ts'
import type { Endpoint } from '../../core/http/contract.ts'
import { neededScope } from '../../core/http/router.ts'
import { membersOf, parseJson } from '../../core/json/json.ts'
import { phrase } from '../../core/language/catalogue.ts'
import { phraseError } from '../../core/language/phrase-error.ts'
import type { Assertion } from '../../core/passkey/assertion.ts'
import { challengeOf, statementDigest } from '../../core/passkey/challenge.ts'
import { readAuthentication, verifyAuthentication } from '../../core/passkey/door.ts'
import { readIssued } from '../../core/passkey/issued.ts'
import {
  parseStatement,
  type Statement,
  type StatementItem,
  statementFault,
} from '../../core/passkey/statement.ts'
import { PASSKEY_FAULTS } from '../../core/passkey/words.ts'
import type { Phrase } from '../../core/phrase.ts'
import { withIncluded } from '../../core/signatures/keys.ts'
import type { ConsoleCore } from '../core.ts'
import { unpacked } from '../frame/exact.ts'
import { endpointOf, type InnerRequest, needsApproval } from '../in-process.ts'
import type { Moment } from '../people/people.ts'
import { publisherOf } from '../people/publisher.ts'
import { type Proved, proveCounting } from '../people/standing.ts'
import type { Session } from '../sessions.ts'

export interface IssuedStatement {
  readonly text: string
  readonly digest: string
  readonly statement: Statement
}

/** Opens the statement that a form has carried. @throws AppError `approval_invalid` */
export function openStatement(issued: string, session: Session, { config }: ConsoleCore): IssuedStatement {
  // the expiry is not checked here, because a statement that was executed in time shows its outcome even later
  const opened = readIssued(
    issued,
    { purpose: 'act', binding: session.digest },
    { sealKeys: config.sealKeys() },
  )
  if ('fault' in opened) throw invalid(opened.fault)
  const statement = parseStatement(opened.text)
  if (!statement) throw invalid(phrase(PASSKEY_FAULTS.statementMalformed))
  return { text: opened.text, digest: statementDigest(opened.text), statement }
}

export function isExpired({ expires }: Statement, { now }: Moment): boolean {
  return Date.parse(expires) <= now
}

/** Checks that the person may use the statement now. @throws AppError `approval_invalid`, and as `publisherOf` */
export async function verifyStatement(
  { statement }: IssuedStatement,
  { person }: Session,
  { now }: Moment,
  core: ConsoleCore,
): Promise<void> {
  const { deployment } = await publisherOf(core)
  const { origin } = new URL(core.config.url())
  const fault = statementFault(statement, { person: person.name, deployment, origin, now })
  if (fault) throw invalid(fault)
}

/**
 * Returns the one endpoint that all items call.
 * @throws AppError `bad_request` if the items are not acts of one endpoint, need no approval, name another person, do
 * not name what is sent, or have the `enclosed` member
 */
export function endpointOfItems(
  items: readonly StatementItem[],
  person: string,
  core: Pick<ConsoleCore, 'functions'>,
): Endpoint {
  const rows = items.map(item => rowOf(item, person, core))
  const [row] = rows
  if (row && rows.every(other => other === row)) return row
  throw new AppError('bad_request', 'Cannot approve: the items are not of one kind')
}

/** The first scope that the items need and `scopes` lacks; undefined if no scope is missing. */
export function missingScope(
  items: readonly StatementItem[],
  { row, scopes }: { readonly row: Endpoint; readonly scopes: readonly string[] },
): string | undefined {
  const needed = items.map(({ address }) => neededScope(row, new URL(address, 'https://in-process.invalid')))
  const held = withIncluded(scopes)
  return ['approve', ...needed].find(scope => !held.includes(scope))
}

function rowOf(item: StatementItem, person: string, core: Pick<ConsoleCore, 'functions'>): Endpoint {
  const { row } = endpointOf(item, core).route
  const cannot = `Cannot approve ${item.method} "${row.path}"`
  if (!needsApproval({ ...item, row })) throw new AppError('bad_request', `${cannot}: it needs no approval`)
  const body = membersOf(parseJson(item.body))
  if (body['person'] !== undefined && body['person'] !== person)
    throw new AppError('bad_request', `${cannot}: it names another person`)
  const sends = body['sends'] ?? null
  if (sends !== item.sends || (sends !== null) !== (row.sends === true))
    throw new AppError('bad_request', `${cannot}: it does not name what is sent`)
  if (row.enclosed !== undefined && row.enclosed in body)
    throw new AppError('bad_request', `${cannot}: no record may hold its member "${row.enclosed}"`)
  return row
}

export interface VerifiedAnswer extends Proved {
  readonly assertion: Assertion
}

/**
 * Verifies the answer of a passkey over a statement.
 * @throws AppError `bad_request` if the answer cannot be read, `approval_invalid` if it does not count, and as
 * `proveCounting`
 */
export async function verifyAnswer(
  answer: string,
  { text, statement }: IssuedStatement,
  { person, moment }: { readonly person: Session['person']; readonly moment: Moment },
  core: ConsoleCore,
): Promise<VerifiedAnswer> {
  const read = readAuthentication(answer)
  if (!read) throw invalid(phrase(PASSKEY_FAULTS.answerMalformed), 'bad_request')
  const proved = await proveCounting(person, read.id, moment, core)
  if (!proved) throw invalid(phrase(PASSKEY_FAULTS.otherCredential))
  if ('fault' in proved) throw invalid(phrase(PASSKEY_FAULTS.unproved, { why: proved.fault }))
  const { passkey } = proved
  const challenge = challengeOf('act', text)
  const verified = await verifyAuthentication(read, { challenge, origin: statement.origin, passkey })
  if ('fault' in verified) throw invalid(verified.fault)
  return { ...proved, assertion: verified.assertion }
}

function invalid(fault: Phrase, code: ErrorCode = 'approval_invalid'): AppError {
  return phraseError(code, fault, { hint: 'nothing was done: open the page again, and approve it there' })
}

/** The request of an item, with `enclosed` in it. No other value fits, because the statement has the value's digest. */
export function requestOf(
  item: StatementItem,
  enclosed: string | undefined,
  core: Pick<ConsoleCore, 'functions'>,
): InnerRequest {
  const { method, address, body } = item
  const { enclosed: member } = endpointOf(item, core).route.row
  if (member === undefined) return { method, address, ...(body !== '' && { body }) }
  return {
    method,
    address,
    body: JSON.stringify({ ...membersOf(parseJson(body)), [member]: unpacked(enclosed) }),
  }
}
