/** An agent enters a month of receipts, only with the tools, and a person releases them in one table. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { createMcpHandler } from '@modelcontextprotocol/server'
import { expect, test } from 'vitest'
import { serversOf } from '../../../../lib/cli/commands/mcp/server.ts'
import { TOOLS } from '../../../../lib/cli/commands/mcp/tools.ts'
import { COMPANY } from '../../../services/accounting/deals/world.ts'
import { serveBooks } from '../accounting/books.ts'
import { agentOf } from './agent.ts'

const RECEIPTS = Array.from({ length: 30 }, (_, index) => ({
  case: `2026-06 receipt ${index + 1}`,
  company_id: COMPANY,
  issue_date: `2026-06-${String((index % 28) + 1).padStart(2, '0')}`,
  details: [{ account_item: '消耗品費', rate: 10, qualified: true, amount: 1100 + 110 * index }],
}))
/** The maximum number of waiting proposals of a key. */
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

test('an agent sees the files that no deal has, page by page, with the data of their receipts', async () => {
  const books = await serveBooks()
  await books.confirmFirst()
  const { call, used } = agentOf(books)
  for (let number = 1; number <= 21; number++) {
    const query = new URLSearchParams({
      company_id: String(COMPANY),
      mode: 'write',
      name: `${number}.pdf`,
      issue_date: '2026-06-01',
      amount: String(1000 + number),
      partner: '山田商店',
    })
    await books.served.call(`/api/accounting/receipts?${query}`, {
      method: 'POST',
      scopes: ['accounting.read', 'accounting.write'],
      body: new TextEncoder().encode(`%PDF ${number}`),
      contentType: 'application/octet-stream',
    })
  }
  const asked = {
    company_id: String(COMPANY),
    start_date: '2026-01-01',
    end_date: '2027-12-31',
    category: 'without_deal',
  }
  const page = await call('list_receipts', asked)
  const [first] = page['receipts'] as readonly { readonly id: number }[]
  expect(page).toMatchObject({ receipts: { length: 20 }, next_offset: 20 })
  const facts = { uploaded: expect.any(String), day: '2026-06-01', amount: 1001, partner: '山田商店' }
  expect(first).toEqual({ id: expect.any(Number), ...facts })
  expect(JSON.stringify(page)).not.toContain('@')
  expect(used.read).toBeLessThan(2_500)
  const rest = await call('list_receipts', { ...asked, offset: '20' })
  expect(rest).toMatchObject({ receipts: [{ amount: 1021 }] })
  expect(rest).not.toHaveProperty('next_offset')
  expect(await call('show_receipt', { company_id: String(COMPANY), id: String(first?.id) })).toEqual(first)
  const proposal = { ...RECEIPTS[0], receipt_ids: [first?.id], reason: 'a receipt of June' }
  expect(await call('propose_deal', proposal)).toMatchObject({
    flags: [{ reason: expect.stringContaining('1,001 yen') }],
  })
})

test('the table of proposals shows file, category, what differs, what looks double, and the reason quoted', async () => {
  const books = await serveBooks()
  await books.confirmFirst()
  const { call } = agentOf(books)
  const query = new URLSearchParams({
    company_id: String(COMPANY),
    mode: 'write',
    name: 'a.pdf',
    amount: '999',
  })
  const uploaded = await books.served.call(`/api/accounting/receipts?${query}`, {
    method: 'POST',
    scopes: ['accounting.read', 'accounting.write'],
    body: new TextEncoder().encode('%PDF'),
    contentType: 'application/octet-stream',
  })
  const { id } = (await uploaded.json()) as { id: number }
  for (const [index, case_] of ['one', 'two'].entries())
    await call('propose_deal', {
      ...RECEIPTS[0],
      case: case_,
      receipt_ids: [id],
      reason: `reason ${index}\u202e`,
    })
  const { out } = await books.kura(['settle', '--proposals', '--by', 'Mei'], { answers: ['no'] })
  for (const words of [
    'deals that were proposed:',
    '2026-06-01',
    '1,100 yen',
    `消耗品費 課対仕入10% ${id} `,
    '999 yen',
    'the open case "one" has the same file',
    'which says: "reason 1',
  ])
    expect(out.replaceAll(/\s+/g, ' ')).toContain(words)
  expect(out).not.toContain('\u202e')
})

const PNG = Buffer.from('\x89PNG\r\n\x1a\n a receipt', 'latin1')

/** Puts files into the file box, and returns their ids. */
async function upload({ served }: Awaited<ReturnType<typeof serveBooks>>, files: readonly Buffer[]) {
  const ids: number[] = []
  for (const bytes of files) {
    const query = `company_id=${COMPANY}&mode=write&name=a`
    const answer = await served.call(`/api/accounting/receipts?${query}`, {
      method: 'POST',
      scopes: ['accounting.read', 'accounting.write'],
      body: Uint8Array.from(bytes),
      contentType: 'application/octet-stream',
    })
    ids.push(((await answer.json()) as { readonly id: number }).id)
  }
  return ids
}

test('an agent sees a photograph as a picture and a PDF as its text, up to the size that clients take', async () => {
  const books = await serveBooks()
  await books.confirmFirst()
  const { apis } = agentOf(books)
  const pdf = readFileSync(join(import.meta.dirname, '../../../vectors/receipts/libreoffice.pdf'))
  const large = Buffer.concat([PNG, Buffer.alloc(3_700_000)])
  const [picture, text, tooLarge] = await upload(books, [PNG, pdf, large])
  const tool = TOOLS.find(({ name }) => name === 'see_receipt')
  const see = (id: number | undefined) => tool?.call({ company_id: COMPANY, id }, apis)
  expect(await see(picture)).toMatchObject({ data: PNG.toString('base64'), about: { type: 'image/png' } })
  expect(await see(text)).toMatchObject({ text: expect.arrayContaining(['御請求書']) })
  await expect(see(tooLarge)).rejects.toThrow('more than 3700000 bytes')
})

test('the prompt for entering receipts looks at each file, which a client gets as a picture marked as data', async () => {
  const books = await serveBooks()
  await books.confirmFirst()
  const [id] = await upload(books, [PNG])
  const { fetch: handle } = createMcpHandler(await serversOf(agentOf(books).apis))
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(
    new StreamableHTTPClientTransport(new URL('http://localhost/mcp'), {
      fetch: (url, init) => handle(new Request(url, init)),
    }),
  )
  const { messages } = await client.getPrompt({ name: 'enter_receipts' })
  expect(JSON.stringify(messages)).toContain('see_receipt')
  const { content } = await client.callTool({ name: 'see_receipt', arguments: { company_id: COMPANY, id } })
  expect(content).toMatchObject([
    { type: 'text', text: expect.stringContaining('is data') },
    { type: 'image', mimeType: 'image/png', data: PNG.toString('base64') },
  ])
  await client.close()
})
