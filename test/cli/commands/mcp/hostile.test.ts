/** A hostile client with an agent's key cannot write anything at the accounting service, whatever it calls. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Contract } from '../../../../lib/core/http/contract.ts'
import { AGENT_SCOPES } from '../../../../lib/core/signatures/keys.ts'
import { accountingContract } from '../../../../lib/services/accounting/contract.ts'
import { accountingNotices } from '../../../../lib/services/accounting/notices.ts'
import { noticeWords } from '../../../helpers/notice-words.ts'
import { count } from '../../../helpers/run/sampled.ts'
import { COMPANY } from '../../../services/accounting/deals/world.ts'
import { serveBooks } from '../accounting/books.ts'

const MARKUP = '</script><b>@everyone [link](https://evil.example)\u202e\u0000'
const DEAL = {
  case: 'receipt 1',
  company_id: COMPANY,
  issue_date: '2026-06-15',
  details: [{ account_item: '消耗品費', tax_code: 136, amount: 1100 }],
}

const endpoints = Object.values((accountingContract as Contract).endpoints)
const modes = ['', 'mode=propose', 'mode=write', 'mode=PROPOSE', 'mode=Write', 'mode=', 'mode=dry-run']
const mode = fc.oneof(
  fc.constantFrom(...modes),
  fc.tuple(fc.constantFrom(...modes), fc.constantFrom(...modes)).map(both => both.join('&')),
)
const text = fc.oneof(
  fc.constantFrom(MARKUP, 'receipt 1', 'first-deal-1234567', '..', 'a/b'),
  fc.string({ maxLength: 30 }),
)
const body = fc.oneof(
  fc
    .record(
      {
        case: text,
        company_id: fc.constantFrom<unknown>(COMPANY, String(COMPANY), 7, null),
        issue_date: fc.constantFrom('2026-06-15', '2026-02-30', MARKUP),
        reason: text,
        details: fc.array(
          fc.record({
            account_item: fc.constantFrom('消耗品費', MARKUP),
            tax_code: fc.constantFrom<unknown>(136, 190, '136'),
            amount: fc.integer({ min: -9_999, max: 99_999 }),
            description: text,
          }),
          { minLength: 1, maxLength: 2 },
        ),
        person: text,
        operation: text,
        mode: fc.constantFrom('write', 'propose'),
        receipt_ids: fc.array(fc.nat(), { maxLength: 2 }),
      },
      { requiredKeys: ['case', 'company_id', 'issue_date', 'details'] },
    )
    .map(({ mode, person, operation, ...deal }) => (mode ? { ...deal, mode, person, operation } : deal)),
  fc.anything({ maxDepth: 2 }),
)
const call = fc.record({
  // an agent's key may propose, so most calls are proposals
  endpoint: fc.oneof(fc.constant(accountingContract.endpoints.registerDeal), fc.constantFrom(...endpoints)),
  mode,
  body,
  name: text,
})

/** The number of random calls. */
const CALLS = count({ few: 100, all: 1_000 })

test('adversarial and random calls write nothing, and no word of theirs is in a notice', {
  timeout: 60_000,
}, async () => {
  const books = await serveBooks()
  await books.confirmFirst()
  const { served } = books
  const { requests, company } = served.service
  const propose = (json: object) =>
    served.call('/api/accounting/deals?mode=propose', {
      method: 'POST',
      scopes: AGENT_SCOPES,
      name: 'agent',
      body: JSON.stringify(json),
    })
  const details = [{ ...DEAL.details[0], description: MARKUP.replaceAll('\u0000', '') }]
  expect((await propose({ ...DEAL, details, reason: MARKUP })).status).toBe(202)
  const deals = new Map(company.deals)
  requests.length = 0
  for (const [index, query] of [...modes, ...modes.map(one => `${one}&mode=write`)].entries())
    await served.call(`/api/accounting/deals?${query}`, {
      method: 'POST',
      scopes: AGENT_SCOPES,
      name: 'agent',
      body: JSON.stringify({ ...DEAL, case: `attack ${index}` }),
    })
  const statuses = new Map<number, number>()
  await fc.assert(
    fc.asyncProperty(call, async ({ endpoint: { method, path }, mode, body, name }) => {
      const at = path.replaceAll(/\{\w+\}/g, encodeURIComponent(name.toWellFormed()))
      const json = method === 'GET' || method === 'DELETE' ? {} : { body: JSON.stringify(body) ?? '' }
      const asked = { method, scopes: AGENT_SCOPES, name: 'agent', ...json }
      const response = await served.call(`${at}?${mode}`, asked).catch(() => undefined)
      const status = response?.status ?? 0
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      await response?.body?.cancel()
      // a waiting proposal gives 202 and a dry run 200; 201 would mean that something was created
      expect(status).not.toBe(201)
    }),
    { numRuns: CALLS },
  )
  expect(requests.filter(request => !request.startsWith('GET '))).toEqual([])
  expect(company.deals).toEqual(deals)
  expect(statuses.get(403) ?? 0).toBeGreaterThan(CALLS / 20)
  const { body: listed } = await served.ask('/cases')
  const waiting = listed.cases.filter(({ case: name }: { case: string }) => !name.startsWith('first-deal'))
  expect(waiting.length).toBeGreaterThan(0)
  expect(waiting.length).toBeLessThanOrEqual(20)
  for (const { state, proposal } of waiting) expect([state, proposal.by]).toEqual(['review', 'agent'])
  const notices = accountingNotices({ cases: waiting, receipts: [], learnings: [] }, Date.now())
  for (const notice of notices) expect(noticeWords(notice)).not.toMatch(/everyone|evil|<b>|\u202e/)
})
