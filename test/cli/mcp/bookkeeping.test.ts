/** A month of receipts, entered by an agent through the tools alone and released by a person in one table. */
import { expect, test } from 'vitest'
import type { Apis } from '../../../lib/cli/mcp/tool.ts'
import { TOOLS } from '../../../lib/cli/mcp/tools.ts'
import { createClient, type Send } from '../../../lib/core/http/client.ts'
import { AGENT_SCOPES } from '../../../lib/core/signatures/keys.ts'
import { accountingContract } from '../../../lib/services/accounting/contract.ts'
import { adminContract } from '../../../lib/services/admin/contract.ts'
import { registrarContract } from '../../../lib/services/registrar/contract.ts'
import { COMPANY } from '../../services/accounting/deals/world.ts'
import { type Books, serveBooks } from '../accounting/books.ts'

/** An agent with a key of its own; `used` counts the calls and the characters that it reads and writes. */
function agentOf({ served }: Books) {
  const send: Send = async ({ method, path, query, json }) => {
    const address = query ? `${path}?${new URLSearchParams(query)}` : path
    const body = json === undefined ? {} : { body: JSON.stringify(json) }
    const response = await served.call(address, { method, scopes: AGENT_SCOPES, name: 'agent', ...body })
    const reply = (await response.json()) as { readonly error?: string }
    if (!response.ok) throw Object.assign(new Error(reply.error), reply)
    return reply
  }
  const apis: Apis = {
    accounting: createClient(accountingContract, send),
    registrar: createClient(registrarContract, send),
    admin: createClient(adminContract, send),
  }
  const used = { calls: 0, written: 0, read: 0 }
  return {
    used,
    async call(name: string, given: object = {}) {
      const tool = TOOLS.find(known => known.name === name)
      const reply = await tool?.call({ ...given }, apis)
      used.calls++
      used.written += JSON.stringify(given).length
      used.read += JSON.stringify(reply).length
      return reply as Record<string, unknown>
    },
  }
}

const RECEIPTS = Array.from({ length: 30 }, (_, index) => ({
  case: `2026-06 receipt ${index + 1}`,
  company_id: COMPANY,
  issue_date: `2026-06-${String((index % 28) + 1).padStart(2, '0')}`,
  details: [{ account_item: '消耗品費', rate: 10, qualified: true, amount: 1100 + 110 * index }],
}))
/** What the key may have waiting at once. */
const PLACES = 20

test('thirty receipts are proposed, and registered once each by a person who sees them', async () => {
  const books = await serveBooks()
  await books.confirmFirst()
  const { deals } = books.served.service.company
  const before = deals.size
  const { call, used } = agentOf(books)
  await call('list_companies')
  await call('list_account_items', { company_id: String(COMPANY), name: '消耗品' })
  for (const batch of [RECEIPTS.slice(0, PLACES), RECEIPTS.slice(PLACES)]) {
    for (const receipt of batch) {
      expect(await call('check_deal', receipt)).toMatchObject({ flags: [], obstacles: [] })
      await call('propose_deal', { ...receipt, reason: 'a receipt of June' })
    }
    if (batch.length === PLACES)
      await expect(call('propose_deal', { ...RECEIPTS[PLACES], reason: 'one more' })).rejects.toMatchObject({
        code: 'limited',
      })
    const settled = await books.kura(['settle', '--proposals', '--by', 'Mei'], { answers: ['yes'] })
    expect(settled.asked).toHaveLength(1)
    expect(settled.out).toContain('which says: "a receipt of June"')
  }
  expect(deals.size - before).toBe(RECEIPTS.length)
  const references = [...deals.values()].flatMap(deal => deal.ref_number ?? [])
  expect(new Set(references).size).toBe(references.length)
  expect(used.calls).toBe(62)
  expect(used.read).toBeLessThan(40_000)
})

test('a proposal that a person declines says why to the agent', async () => {
  const books = await serveBooks()
  await books.confirmFirst()
  const { call } = agentOf(books)
  const proposal = { ...RECEIPTS[0], reason: 'a receipt of June' }
  await call('propose_deal', proposal)
  const { out } = await books.kura(
    ['settle', '2026-06 receipt 1', '--by', 'Mei', '--reason', 'it is private'],
    {
      answers: ['no', 'yes'],
    },
  )
  expect(out).toContain('declined the case "2026-06 receipt 1"')
  await expect(call('propose_deal', proposal)).rejects.toMatchObject({
    message: expect.stringContaining('it is private'),
  })
})
