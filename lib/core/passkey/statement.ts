/**
 * The text that a person's passkey signs to approve acts. It contains the requests themselves, so no other request can
 * be executed with it. Each purpose has its own prefix in the signed bytes, so the answer to a sign-in can never be
 * used as an approval. Pure.
 */
import { randomBytes } from 'node:crypto'
import * as z from 'zod'
import { sha256 } from '../json/fields.ts'
import { parseJson } from '../json/json.ts'
import { phrase } from '../language/catalogue.ts'
import type { Phrase } from '../phrase.ts'
import { LIFETIME } from './challenge.ts'
import { PASSKEY_FAULTS } from './words.ts'

export const MOST_ITEMS = 50

/** The most characters of a statement. */
const LONGEST = 400_000

const itemSchema = z.strictObject({
  method: z.string().regex(/^[A-Z]+$/),
  /** The path with its query: `/api/accounting/deals/x/release?mode=write`. */
  address: z.string().startsWith('/'),
  /** The body of the request. Empty if the request has none. */
  body: z.string(),
  /** The SHA-256, in hex, of what the remote will be sent. Null if nothing is sent. */
  sends: sha256.nullable(),
})
export type StatementItem = z.infer<typeof itemSchema>

const statementSchema = z.strictObject({
  v: z.literal(1),
  person: z.string().min(1),
  /** The deployment's name, as `deploymentOf` gives it. */
  deployment: z.string(),
  /** The origin of the page: `https://kura.example.com`. */
  origin: z.string(),
  nonce: z.string().min(1),
  expires: z.iso.datetime(),
  items: z.array(itemSchema).min(1).max(MOST_ITEMS),
})
export type Statement = z.infer<typeof statementSchema>

/** @param now the store's time in milliseconds */
export function createStatement(
  { person, deployment, origin, items }: Pick<Statement, 'person' | 'deployment' | 'origin' | 'items'>,
  { now, random = randomBytes }: { now: number; random?: (size: number) => Uint8Array },
): Statement {
  const nonce = Buffer.from(random(16)).toString('base64url')
  return { v: 1, person, deployment, origin, nonce, expires: new Date(now + LIFETIME).toISOString(), items }
}

/** Returns the text to sign, with its members in a fixed order. */
export function statementText({ v, person, deployment, origin, nonce, expires, items }: Statement): string {
  const ordered = items.map(({ method, address, body, sends }) => ({ method, address, body, sends }))
  return JSON.stringify({ v, person, deployment, origin, nonce, expires, items: ordered })
}

/** Returns the statement. Undefined unless `text` is exactly what `statementText` makes. */
export function parseStatement(text: string): Statement | undefined {
  if (text.length > LONGEST) return undefined
  const { data } = statementSchema.safeParse(parseJson(text))
  return data && statementText(data) === text ? data : undefined
}

export interface StatementUse extends Pick<Statement, 'person' | 'deployment' | 'origin'> {
  /** The time in milliseconds, by the store's clock. */
  readonly now: number
}

/** Returns what forbids the use. Undefined if the person may use the statement now. */
export function statementFault(statement: Statement, use: StatementUse): Phrase | undefined {
  const left = Date.parse(statement.expires) - use.now
  if (left <= 0 || left > LIFETIME) return phrase(PASSKEY_FAULTS.statementExpired)
  if (statement.person !== use.person) return phrase(PASSKEY_FAULTS.otherPerson)
  if (statement.deployment !== use.deployment) return phrase(PASSKEY_FAULTS.otherDeployment)
  return statement.origin === use.origin ? undefined : phrase(PASSKEY_FAULTS.otherOrigin)
}
