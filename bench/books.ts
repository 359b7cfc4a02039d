/** The accounting service of a benchmark, played in this process, with 10,000 deals by default. */

import { optionsOf } from '../lib/app/accounting-access.ts'
import type { Core } from '../lib/app/core.ts'
import { authorizeHere } from '../lib/services/accounting/tokens/authorize/here.ts'
import { AUTHORIZE_PATH, createAccountingSandbox, TOKEN_PATH } from '../sandbox/accounting/sandbox.ts'
import type { Deal } from '../sandbox/accounting/state.ts'

const DEALS = 10_000
const SERVICE = 'https://books.example'
const PARTNER = 77

export function openBooks({ deals = DEALS }: { readonly deals?: number } = {}) {
  const sandbox = createAccountingSandbox({ now: Date.now })
  sandbox.state.application.permissions.add('taxes')
  const [company] = sandbox.state.companies
  if (!company) throw new Error('the sandbox has no company')
  company.deals.clear()
  const partner = { id: PARTNER, company_id: company.id, name: '株式会社取引先', code: null, available: true }
  company.partners.set(PARTNER, { ...partner, update_date: '2026-04-01', others: {} })
  for (let id = 1; id <= deals; id++) company.deals.set(id, dealOf(id, company.id))
  let spent = 0
  let under = 0
  let began = 0
  const { client_id, client_secret } = sandbox.state.application
  const asked = async (...given: Parameters<typeof fetch>) => {
    if (under === 0) began = performance.now()
    under += 1
    const request = new Request(...given)
    const { pathname, search } = new URL(request.url)
    const answer = await sandbox.fetch(request, { cut: () => undefined, rawTarget: pathname + search })
    const body = await answer.arrayBuffer()
    under -= 1
    if (under === 0) spent += performance.now() - began
    return new Response(answer.status === 204 ? null : body, answer)
  }
  return {
    env: {
      ACCOUNTING_CLIENT_ID: client_id,
      ACCOUNTING_CLIENT_SECRET: client_secret,
      ACCOUNTING_BASE_URL: SERVICE,
      ACCOUNTING_TOKEN_URL: SERVICE + TOKEN_PATH,
      ACCOUNTING_AUTHORIZE_URL: SERVICE + AUTHORIZE_PATH,
    },
    fetch: asked,
    handler: sandbox.fetch,
    company: company.id,
    /** The milliseconds so far in which at least one call of the service was under way. */
    spent: () => spent,
    async authorize(core: Core): Promise<void> {
      const tokens = authorizeHere(optionsOf(core, { name: 'bench' }))
      const { url } = await tokens.begin()
      await tokens.finish(/<code>([^<]+)<\/code>/.exec(await (await asked(url)).text())?.[1] ?? '')
    },
  }
}

function dealOf(id: number, company_id: number): Deal {
  const line = { account_item_id: 501, tax_code: 136, item_id: null, section_id: null, tag_ids: [], vat: 100 }
  return {
    id,
    company_id,
    issue_date: `2026-04-${String((id % 28) + 1).padStart(2, '0')}`,
    due_date: null,
    amount: id,
    due_amount: id,
    type: 'expense',
    partner_id: PARTNER,
    ref_number: null,
    status: 'unsettled',
    details: [{ ...line, id, amount: id, description: '', entry_side: 'debit' }],
    payments: [],
  }
}
