/** The tools of `kura mcp` as a client gets them, by the protocol; `start/start.test.ts` runs the real command. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { createMcpHandler } from '@modelcontextprotocol/server'
import { describe, expect, onTestFinished, test } from 'vitest'
import { registerMcp } from '../../../../lib/cli/commands/mcp/mcp.ts'
import { serversOf } from '../../../../lib/cli/commands/mcp/server.ts'
import { keyText } from '../../../helpers/functions.ts'
import { runCommand } from '../../../helpers/run-command.ts'
import { temporaryDirectory } from '../../../helpers/temporary-directory.ts'
import { serveBooks } from '../accounting/books.ts'
import { agentOf } from './agent.ts'

const REVISIONS = [
  { revision: '2025-11-25', mode: 'legacy' },
  { revision: '2026-07-28', mode: { pin: '2026-07-28' } },
] as const

/** An agent's client of a company whose first deal was confirmed. */
async function connect(mode: (typeof REVISIONS)[number]['mode']) {
  const books = await serveBooks()
  await books.confirmFirst()
  const { fetch: handle } = createMcpHandler(await serversOf(agentOf(books).apis))
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } })
  await client.connect(
    new StreamableHTTPClientTransport(new URL('http://localhost/mcp'), {
      fetch: (url, init) => handle(new Request(url, init)),
    }),
  )
  onTestFinished(() => client.close())
  return { client, kura: books.kura }
}

async function call(client: Client, name: string, given: object = {}) {
  const { content, isError = false } = await client.callTool({ name, arguments: { ...given } })
  const [first] = content as { readonly text: string }[]
  return { isError, said: JSON.parse(first?.text ?? '') }
}

describe.each(REVISIONS)('with the revision $revision', ({ mode, revision }) => {
  test('an agent reads, tries out and proposes, and only a person registers', async () => {
    const { client, kura } = await connect(mode)
    expect(client.getNegotiatedProtocolVersion()).toBe(revision)
    const { said: companies } = await call(client, 'list_companies')
    const company_id = companies[0].id
    const before = await call(client, 'list_deals', { company_id: String(company_id) })
    const { said: items } = await call(client, 'list_account_items', {
      company_id: String(company_id),
      name: '消耗品',
    })
    expect(items.entries.map(({ name }: { name: string }) => name)).toContain('消耗品費')
    const deal = {
      case: `receipt of ${revision}`,
      company_id,
      issue_date: '2026-06-15',
      details: [{ account_item: '消耗品費', rate: 10, qualified: true, amount: 1100 }],
    }
    const { said: checked } = await call(client, 'check_deal', deal)
    expect(checked).toMatchObject({ mode: 'dry-run', day: '2026-06-15' })
    const proposed = await Promise.all(
      [1, 2, 3].map(() => call(client, 'propose_deal', { ...deal, reason: 'the receipt of 15 June' })),
    )
    expect(proposed[0]?.said).toMatchObject({ mode: 'propose', state: 'review' })
    expect(new Set(proposed.map(({ said }) => said.operation)).size).toBe(1)
    const total = async () =>
      (await call(client, 'list_deals', { company_id: String(company_id) })).said.total
    expect(await total()).toBe(before.said.total)

    const { operation } = proposed[0]?.said ?? {}
    await kura(['settle', deal.case, '--release', '--operation', operation, '--by', 'Mei'])
    const again = await call(client, 'propose_deal', { ...deal, reason: 'once more' })
    expect(again).toMatchObject({ isError: true, said: { decision: 'already_done' } })
    expect(await total()).toBe(before.said.total + 1)
  })

  test('of forty proposals at once twenty wait, and one that a person declines is refused with the reason', async () => {
    const { client, kura } = await connect(mode)
    const [{ id: company_id }] = (await call(client, 'list_companies')).said
    const total = async () =>
      (await call(client, 'list_deals', { company_id: String(company_id) })).said.total
    const before = await total()
    const proposal = (index: number) => ({
      case: `${revision} receipt ${index}`,
      company_id,
      issue_date: '2026-06-16',
      details: [{ account_item: '消耗品費', rate: 10, qualified: true, amount: 1000 + index }],
      reason: 'a receipt of June',
    })
    const all = await Promise.all(
      Array.from({ length: 40 }, (_, index) => call(client, 'propose_deal', proposal(index))),
    )
    const refused = all.filter(({ isError }) => isError)
    expect(all.length - refused.length).toBe(20)
    expect(new Set(refused.map(({ said }) => said.code))).toEqual(new Set(['limited']))
    expect(await total()).toBe(before)
    const waiting = all.findIndex(({ isError }) => !isError)
    const { case: name, operation } = all[waiting]?.said ?? {}
    const reason = 'it is private'
    await kura(['settle', name, '--free', '--operation', operation, '--by', 'Mei', '--reason', reason])
    expect(await call(client, 'propose_deal', proposal(waiting))).toMatchObject({
      isError: true,
      said: { decision: 'declined', reason },
    })
    expect(await total()).toBe(before)
  })

  test('the tools are few and short, and only propose_deal does more than read', async () => {
    const { client } = await connect(mode)
    const { tools } = await client.listTools()
    expect(tools.length).toBeLessThanOrEqual(20)
    expect(JSON.stringify(tools).length).toBeLessThanOrEqual(20_000)
    const others = tools.filter(({ annotations }) => annotations?.readOnlyHint !== true)
    expect(others.map(({ name }) => name)).toEqual(['propose_deal'])
    expect((await client.listPrompts()).prompts.map(({ name }) => name)).toEqual(['enter_receipts'])
  })
})

test('arguments are taken as clients send them: ids as numbers, lists as JSON text, null for nothing', async () => {
  const { client } = await connect('legacy')
  const [{ id: company_id }] = (await call(client, 'list_companies')).said
  const listed = { company_id, offset: '0', start_issue_date: null }
  expect(await call(client, 'list_deals', listed)).toMatchObject({ isError: false })
  const details = JSON.stringify([{ account_item: '消耗品費', rate: '10', qualified: true, amount: '1100' }])
  const deal = {
    case: 'as text',
    company_id: String(company_id),
    issue_date: '2026-06-15',
    details,
    partner: null,
  }
  expect(await call(client, 'check_deal', deal)).toMatchObject({
    said: { mode: 'dry-run', day: '2026-06-15' },
  })
})

test('an error says its code and what to do', async () => {
  const { client } = await connect('legacy')
  const { isError, said } = await call(client, 'show_case', { case: 'none of this name' })
  expect({ isError, ...said }).toMatchObject({ isError: true, code: 'not_found', hint: expect.any(String) })
})

test('a key with any other scope is refused', async () => {
  const file = join(await temporaryDirectory(), 'hana.json')
  await writeFile(file, keyText('https://kura.example', 'hana:accounting.read+accounting.write:1'))
  await expect(runCommand(registerMcp, ['mcp', '--key', file])).rejects.toMatchObject({
    code: 'usage',
    message: expect.stringContaining('it has accounting.write'),
  })
})
