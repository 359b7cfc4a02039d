/** kura writes the record `accounting/case-of/<reference>` with the claim, before it sends the deal. */
import { createHash } from 'node:crypto'
import { foldCaseName } from '../../../../core/claims/case-name.ts'
import type { Claims, FoundBy, NamedClaim } from '../../../../core/claims/claims.ts'
import type { Claim, ClaimState } from '../../../../core/claims/stored-records.ts'
import type { Noted } from '../../../../core/http/trace.ts'
import type { Store } from '../../../../core/store/store.ts'
import { type Decision, type UpdateOptions, update } from '../../../../core/store/update.ts'
import type { RegisteredDeal } from '../schema.ts'

export interface CaseDeps {
  readonly claims: Claims<RegisteredDeal>
  readonly note: (event: string, facts: Readonly<Record<string, Noted>>) => void
}

export interface CaseOfDeal {
  readonly name: string
  readonly state: ClaimState
}

const LENGTH = 20
const REFERENCE = new RegExp(`^kura-[0-9a-f]{${LENGTH}}$`)

/** The ref_number (管理番号) of a case's deal. Two spellings of the case's name have the same number. */
export function referenceOf(companyId: number, caseName: string): string {
  const digest = createHash('sha256')
    .update(`${companyId}\n${foldCaseName(caseName)}`)
    .digest('hex')
  return `kura-${digest.slice(0, LENGTH)}`
}

export function isReference(refNumber: string | null | undefined): refNumber is string {
  return typeof refNumber === 'string' && REFERENCE.test(refNumber)
}

const text = { parse: (stored: string) => stored, format: (name: string) => name }
const keyOf = (reference: string) => `accounting/case-of/${reference}`

interface StoreDeps {
  readonly store: Store
  readonly updates?: UpdateOptions | undefined
}

/** `file` is the result of `fileOf` or the name of the upload's case (`receiptCase`). */
export function keepCaseOfFile(file: string, caseName: string, deps: StoreDeps): Promise<void> {
  return addCase(fileRecord(file), caseName, deps)
}

interface Likeness {
  readonly company_id: number
  readonly issue_date: string
  readonly details: readonly { readonly amount: number }[]
  readonly receipt_ids?: readonly number[] | undefined
}

interface SentLikeness extends Likeness {
  readonly ref_number?: string | undefined
}

/** The records in which later attempts find a deal's case: by day and amount, by each file, by reference number. */
export function foundByBody({ ref_number: reference, ...body }: SentLikeness, caseName: string): FoundBy {
  const records = recordsOf(body)
  const withName = (known: string | undefined) => addName(known, caseName) ?? known ?? ''
  return {
    keys: keysOf(body, reference),
    add: texts => texts.map((text, at) => (at < records.length ? withName(text) : (text ?? caseName))),
  }
}

/** Reads early what the claim needs. The request's store remembers the records (`core/store/upstash/recall.ts`). */
export async function readAhead(
  { caseName, body }: { readonly caseName: string; readonly body: SentLikeness },
  { claims, store }: ReadDeps,
): Promise<void> {
  if (!store.recall) return
  await Promise.all([claims.read(caseName), store.readMany(keysOf(body, body.ref_number))])
}

function keysOf(body: Likeness, reference: string | undefined): string[] {
  return [...recordsOf(body), ...(reference === undefined ? [] : [reference])].map(keyOf)
}

export async function keepCaseOfBody(body: Likeness, caseName: string, deps: StoreDeps): Promise<void> {
  for (const record of recordsOf(body)) await addCase(record, caseName, deps)
}

function recordsOf({
  company_id: company,
  issue_date: day,
  details,
  receipt_ids: ids = [],
}: Likeness): string[] {
  const amount = Math.abs(details.reduce((sum, line) => sum + line.amount, 0))
  return [`like-${company}-${day}-${amount}`, ...ids.map(id => fileRecord(fileOf(company, id)))]
}

export function fileOf(companyId: number, id: number): string {
  return `${companyId}-id-${id}`
}

function fileRecord(file: string): string {
  return `file-${file}`
}

function addCase(record: string, caseName: string, { store, updates }: StoreDeps): Promise<void> {
  const transition = (known: string | undefined): Decision<string, void> => {
    const names = addName(known, caseName)
    return names === undefined ? { keep: true, result: undefined } : { write: names, result: undefined }
  }
  return update(store, { key: keyOf(record), format: text, transition }, { ...updates, durable: true })
}

function addName(known: string | undefined, caseName: string): string | undefined {
  const names = known?.split('\n') ?? []
  return names.includes(caseName) ? undefined : [...names, caseName].join('\n')
}

/** The states in which a case has a deal, may have one, or waits for one. */
const LIVE: readonly ClaimState[] = ['review', 'claimed', 'done', 'unknown', 'removing']

export function isLive({ state }: Pick<Claim<unknown>, 'state'>): boolean {
  return LIVE.includes(state)
}

export interface ReadDeps {
  readonly claims: Claims<RegisteredDeal>
  readonly store: Store
}

export function otherCasesOfFile(
  file: string,
  caseName: string,
  deps: ReadDeps,
): Promise<Claim<RegisteredDeal>[]> {
  return otherCasesIn([fileRecord(file)], caseName, deps)
}

/** The other live cases (`isLive`) with the same day and amount, whatever the sign, or with a file of the body. */
export function otherCasesOfBody(
  body: Likeness,
  caseName: string,
  deps: ReadDeps,
): Promise<Claim<RegisteredDeal>[]> {
  return otherCasesIn(recordsOf(body), caseName, deps)
}

/** Returns what `otherCasesOfBody` returns, but from the given `texts` of the records that `foundByBody` names. */
export function otherCasesFound(
  body: Likeness,
  { caseName, texts }: { caseName: string; texts: readonly string[] },
  deps: Pick<ReadDeps, 'claims'>,
): Promise<Claim<RegisteredDeal>[]> {
  return otherCasesNamed(texts.slice(0, recordsOf(body).length), caseName, deps)
}

async function otherCasesIn(
  records: readonly string[],
  caseName: string,
  { claims, store }: ReadDeps,
): Promise<Claim<RegisteredDeal>[]> {
  const read = await store.readMany(records.map(keyOf))
  return otherCasesNamed(
    read.records.map(record => record?.value ?? ''),
    caseName,
    { claims },
  )
}

async function otherCasesNamed(
  texts: readonly string[],
  caseName: string,
  { claims }: Pick<ReadDeps, 'claims'>,
): Promise<Claim<RegisteredDeal>[]> {
  const names = texts.flatMap(text => (text === '' ? [] : text.split('\n')))
  const others = [...new Set(names)].filter(name => foldCaseName(name) !== foldCaseName(caseName))
  if (others.length === 0) return []
  return (await claims.readAll(others)).filter(claim => claim !== undefined).filter(isLive)
}

export async function caseOfReference(
  refNumber: string,
  { claims, store }: ReadDeps,
): Promise<NamedClaim<RegisteredDeal> | undefined> {
  if (!isReference(refNumber)) return undefined
  const name = (await store.read(keyOf(refNumber))).record?.value
  const claim = name === undefined ? undefined : await claims.read(name)
  return claim && { name: claim.name, claim }
}

/** Returns no entry for a reference number without a case. */
export async function casesOfReferences(
  references: readonly string[],
  { claims, store }: ReadDeps,
): Promise<Claim<RegisteredDeal>[]> {
  const { records } = await store.readMany(references.filter(isReference).map(keyOf))
  const found = await claims.readAll(records.flatMap(record => record?.value ?? []))
  return found.filter(claim => claim !== undefined)
}
