/** Compares each entry with the item that the person signed. Pure. */
import { membersOf, parseJson } from '../../../core/json/json.ts'
import { english } from '../../../core/language/text.ts'
import { digestOfApproval } from '../../../core/passkey/approval.ts'
import { type Proof, type ProofDeps, proveApproval } from '../../../core/passkey/proof.ts'
import type { Statement, StatementItem } from '../../../core/passkey/statement.ts'
import type { StoredApproval } from '../../../core/passkey/stored-records.ts'
import { VOUCH_ADDRESS } from '../../../core/passkey/vouching.ts'
import { withIncluded } from '../../../core/signatures/keys.ts'
import type { Entry } from '../contract-schemas.ts'
import type { Finding } from './file.ts'

export interface ApprovalEvidence extends Omit<ProofDeps, 'approvals' | 'withIncluded'> {
  readonly approvals: readonly StoredApproval[]
  /** The approved acts by endpoint: `POST /api/…`. */
  readonly acts: ReadonlyMap<string, ApprovedAct>
}

/** An act with approval; `logged` are the members that the log keeps. */
export interface ApprovedAct {
  readonly scope: string
  readonly logged: readonly string[]
}

/** An entry and its file; without a file, it is in the store. */
export interface PlacedEntry {
  readonly entry: Entry
  readonly file?: string
}

export interface Approvals {
  readonly findings: readonly Finding[]
  /** The number of entries that name a proved approval. */
  readonly proved: number
  /** The acts that an operator's key did, or that are older than approvals. */
  readonly without: readonly Entry[]
}

export function checkApprovals(entries: readonly PlacedEntry[], evidence: ApprovalEvidence): Approvals {
  const { acts } = evidence
  const approvals = new Map(evidence.approvals.map(approval => [digestOfApproval(approval), approval]))
  const proofs = new Map<string, Proof>()
  const proofOf = (digest: string) => {
    const proof = proofs.get(digest) ?? proveApproval(digest, { ...evidence, approvals, withIncluded })
    proofs.set(digest, proof)
    return proof
  }
  const findings: Finding[] = []
  const without: Entry[] = []
  const executed: Executed = new Map()
  let proved = 0
  for (const { entry, file } of entries) {
    if (entry.approval === undefined) {
      if (acts.has(entry.endpoint) && mayHaveActed(entry)) without.push(entry)
      continue
    }
    const about = { proof: proofOf(entry.approval), act: acts.get(entry.endpoint), executed }
    const found = findingOf(entry, about)
    if (found === undefined) proved++
    else findings.push({ ...found, entry: entry.seq, ...(file !== undefined && { file }) })
  }
  return { findings, proved, without }
}

type Executed = Map<StatementItem, Entry>

interface About {
  readonly proof: Proof
  readonly act: ApprovedAct | undefined
  readonly executed: Executed
}

function mayHaveActed({ status }: Entry): boolean {
  return status < 400 || status >= 500
}

/** Returns what is wrong with the approval of the entry; undefined if it covers the entry. */
function findingOf(
  entry: Entry,
  { proof, act, executed }: About,
): Pick<Finding, 'state' | 'text'> | undefined {
  const about = `the approval of entry ${entry.seq}`
  const wrong = (text: string) => ({ state: 'wrong', text }) as const
  if ('fault' in proof) return wrong(`${about} cannot be proved: ${english(proof.fault)}`)
  if (proof.vouching)
    return entry.endpoint === `POST ${VOUCH_ADDRESS}`
      ? undefined
      : wrong(`${about} is a vouch, and the act is none`)
  if (act && !withIncluded(proof.scopes).includes(act.scope))
    return wrong(`${about} is by a person without the scope ${act.scope}`)
  if (entry.person !== undefined && entry.person !== proof.statement.person)
    return wrong(
      `${about} is by ${JSON.stringify(proof.statement.person)}, and the entry names another person`,
    )
  const items = itemsOf(entry, { statement: proof.statement, act })
  if (items.length === 0) return wrong(`${about} is about another act`)
  return secondExecution(entry, items, executed)
}

/** If each item was executed before, the log does not show whether the answer or the act was repeated. */
function secondExecution(entry: Entry, items: readonly StatementItem[], executed: Executed) {
  if (entry.status >= 400) return undefined
  const item = items.find(one => !executed.has(one))
  if (item) return void executed.set(item, entry)
  const before = items.map(one => executed.get(one)?.seq).join(', ')
  const text = `the act that entry ${entry.seq} executed was executed before under the same approval: entry ${before}`
  return { state: 'unknown', text } as const
}

function itemsOf(
  { endpoint, what }: Entry,
  { statement, act }: { readonly statement: Statement; readonly act: ApprovedAct | undefined },
): StatementItem[] {
  const [method, path = ''] = endpoint.split(' ')
  return statement.items.filter(item => {
    const params = item.method === method ? paramsOf(path, item.address) : undefined
    const given = { ...membersOf(parseJson(item.body)), ...params }
    const kept = [...Object.keys(params ?? {}), ...(act?.logged ?? [])]
    return params !== undefined && kept.every(name => isSame(given[name], what[name]))
  })
}

/** Whether the fact agrees. The beginning of a text does, and so does a missing fact: the log keeps no lists. */
function isSame(asked: unknown, fact: string | number | boolean | undefined): boolean {
  if (fact === undefined || typeof asked === 'object') return true
  if (typeof asked === 'string' && typeof fact === 'string') return asked.toWellFormed().startsWith(fact)
  return asked === fact
}

/** The parameters in the address; undefined if it is not of this path. */
function paramsOf(path: string, address: string): Readonly<Record<string, string>> | undefined {
  const url = new URL(address, 'https://kura.invalid')
  const [pattern, given] = [path, url.pathname].map(text => text.split('/')) as [string[], string[]]
  if (pattern.length !== given.length) return undefined
  const params: Record<string, string> = Object.fromEntries(url.searchParams)
  for (const [at, segment] of pattern.entries()) {
    const name = /^\{(.+)\}$/.exec(segment)?.[1]
    const text = decoded(given[at] ?? '')
    if (name === undefined ? text !== segment : text === undefined) return undefined
    if (name !== undefined) params[name] = text ?? ''
  }
  return params
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
