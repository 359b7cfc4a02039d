/** The console over the accounting sandbox, with open items and a person who has signed in. */
import { setImmediate } from 'node:timers/promises'
import { routesOfAdmin } from '../../../../lib/app/functions/admin.ts'
import { routesOfConsole } from '../../../../lib/app/functions/console.ts'
import { routesOfDistribution } from '../../../../lib/app/functions/distribution.ts'
import type { Scope } from '../../../../lib/core/signatures/keys.ts'
import type { Permission } from '../../../../sandbox/accounting/state.ts'
import { lostAnswer } from '../../../../sandbox/faults.ts'
import { temporaryPublisher } from '../../../helpers/publishing/temporary-publisher.ts'
import { serveAccounting } from '../../../helpers/remotes/accounting-function.ts'
import { startAccountingSandbox } from '../../../helpers/remotes/accounting-sandbox.ts'
import { COMPANY } from '../../../services/accounting/deals/world.ts'
import { atLocalhost, signInAs } from '../../signed-in.ts'

const TAXES = ['companies', 'users', 'account_items', 'taxes', 'deals', 'receipts'] as const
const LINE = { account_item: '消耗品費', tax_code: 136, amount: 1100 }
export const DEAL = { company_id: COMPANY, issue_date: '2026-06-15', details: [LINE] }

const ALL: readonly Scope[] = [
  'accounting.read',
  'accounting.write',
  'registrar.read',
  'registrar.write',
  'chat.send',
  'chat.read',
  'today.read',
  'admin',
  'approve',
]

/** Serves the console over the books; Mei has signed in. */
export async function servedConsole({
  scopes = ALL,
  permissions = TAXES,
  isConfirmed = true,
  env = {},
}: {
  scopes?: readonly Scope[]
  permissions?: readonly Permission[]
  /** Whether a person has confirmed the first deal. */
  isConfirmed?: boolean
  env?: Record<string, string>
} = {}) {
  const sandbox = await startAccountingSandbox({ permissions })
  const more = (core: Parameters<typeof routesOfConsole>[0]) => [
    ...routesOfConsole(core),
    ...routesOfAdmin(core),
    ...routesOfDistribution(core),
  ]
  const publisher = await temporaryPublisher({ now: Date.now() })
  await publisher.publish({ 'a.md': '# A\n' })
  const settings = { KURA_LANGUAGE: 'en', KURA_RELEASE_DIR: publisher.releaseDir, ...env }
  const served = await serveAccounting(settings, sandbox, { more, sleep: () => setImmediate() })
  atLocalhost(served)
  if (isConfirmed) {
    const details = [{ ...LINE, amount: 100 }]
    const { post } = served
    const first = await post('/deals?mode=write', { ...DEAL, details, case: `first-deal-${COMPANY}` })
    await post('/first-deal', { company_id: COMPANY, deal: first.body.deal, person: 'Mei' })
  }
  /** Signs in another person, with a browser of their own. */
  const colleague = (name: string, may: readonly Scope[]) => signInAs(name, may, { served, publisher })
  return { ...served, sandbox, colleague, ...(await colleague('Mei', scopes)) }
}

type World = Awaited<ReturnType<typeof servedConsole>>

/** Registers a deal that waits for a person, because its day is in the future. */
export const inReview = ({ post }: World, name: string, change: object = {}) =>
  post('/deals?mode=write', { ...DEAL, issue_date: '2027-06-15', case: name, ...change })

/** Proposes a deal as an agent does. */
export const proposed = ({ call }: World, name: string, change: object = {}) =>
  call('/api/accounting/deals?mode=propose', {
    method: 'POST',
    scopes: ['accounting.read', 'propose'],
    name: 'agent',
    body: JSON.stringify({ ...DEAL, case: name, reason: `the <b>mail</b> of ${name}`, ...change }),
  })

/** Adds a file to the file box whose receipt has another amount than the deals here; returns its id. */
export async function fileInBox({ call }: World, more: Record<string, string> = {}): Promise<number> {
  const query = new URLSearchParams({
    company_id: String(COMPANY),
    mode: 'write',
    name: 'a.pdf',
    amount: '999',
    ...more,
  })
  const response = await call(`/api/accounting/receipts?${query}`, {
    method: 'POST',
    scopes: ['accounting.read', 'accounting.write'],
    body: new TextEncoder().encode('%PDF'),
    contentType: 'application/octet-stream',
  })
  return ((await response.json()) as { readonly id: number }).id
}

/** Registers a deal that must be corrected, because its day cannot be read. */
export const incorrect = ({ post }: World, name: string) =>
  post('/deals?mode=write', { ...DEAL, issue_date: 'in spring', case: name })

/** Registers a deal of unknown outcome: the answer of the service is lost. */
export async function unknown({ post, sandbox }: World, name: string, amount = 1100) {
  sandbox.sandbox.faults.arm('POST /api/1/deals', lostAnswer())
  return post('/deals?mode=write', { ...DEAL, case: name, details: [{ ...LINE, amount }] })
}
