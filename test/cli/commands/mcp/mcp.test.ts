/**
 * `kura mcp` as an agent's program starts it: the real command, over standard input and output, with the host of `npm
 * start`.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { type LocalProject, startLocalProject } from '../../../docs/run/local-project.ts'
import { drawn } from '../../../helpers/run/sampled.ts'

const PATIENCE = 60_000
const NODE = process.execPath
const REVISIONS = [
  { revision: '2025-11-25', mode: 'legacy' },
  { revision: '2026-07-28', mode: { pin: '2026-07-28' } },
] as const

let project: LocalProject
beforeAll(async () => {
  project = await startLocalProject()
  const { status, output } = await project.shell(
    'npx --no kura key issue agent --scope agent --out agent.json',
  )
  expect({ status, output }).toMatchObject({ status: 0 })
  const first = [
    '--date',
    '2026-04-28',
    '--account-item',
    '消耗品費',
    '--tax-code',
    '136',
    '--amount',
    '1100',
  ]
  const confirmed = await project.answered(
    ['accounting', 'first-deal', ...first],
    ['yes', 'yes', 'Mei', 'yes'],
  )
  expect(confirmed).toMatchObject({ status: 0 })
}, PATIENCE)
afterAll(() => project.stop())

async function connect(mode: (typeof REVISIONS)[number]['mode'], key = 'agent.json'): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } })
  const args = [join(project.folder, 'bin/kura.js'), 'mcp', '--key', key]
  await client.connect(
    new StdioClientTransport({ command: NODE, args, cwd: project.folder, stderr: 'ignore' }),
  )
  onTestFinished(() => client.close())
  return client
}

async function call(client: Client, name: string, given: object = {}) {
  const { content, isError = false } = await client.callTool({ name, arguments: { ...given } })
  const [first] = content as { readonly text: string }[]
  return { isError, said: JSON.parse(first?.text ?? '') }
}

test('npm start leaves a configuration that works for the program of an agent', async () => {
  expect(project.screen).toContain('.kura/mcp.json')
  const ready = JSON.parse(await readFile(join(project.folder, '.kura/mcp.json'), 'utf8'))
  const { command, args } = ready.mcpServers.kura
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(new StdioClientTransport({ command, args, stderr: 'ignore' }))
  onTestFinished(() => client.close())
  expect(await call(client, 'list_companies')).toMatchObject({ isError: false })
})

describe.each(drawn(REVISIONS, 1))('with the revision $revision', ({ mode, revision }) => {
  test('an agent reads, tries out and proposes, and only a person registers', async () => {
    const client = await connect(mode)
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
    const settled = await project.shell(
      `npx --no kura settle '${deal.case}' --release --operation ${operation} --by Mei`,
    )
    expect(settled).toMatchObject({ status: 0 })
    const again = await call(client, 'propose_deal', { ...deal, reason: 'once more' })
    expect(again).toMatchObject({ isError: true, said: { decision: 'already_done' } })
    expect(await total()).toBe(before.said.total + 1)
  })

  test('of forty proposals at once twenty wait, and one that a person declines is refused with the reason', async () => {
    const key = `forty-${revision}`
    await project.shell(`npx --no kura key issue ${key} --scope agent --out ${key}.json`)
    const client = await connect(mode, `${key}.json`)
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
    const declined = await project.shell(
      `npx --no kura settle '${name}' --free --operation ${operation} --by Mei --reason 'it is private'`,
    )
    expect(declined).toMatchObject({ status: 0 })
    expect(await call(client, 'propose_deal', proposal(waiting))).toMatchObject({
      isError: true,
      said: { decision: 'declined', reason: 'it is private' },
    })
    expect(await total()).toBe(before)
  })

  test('the tools are few and short, and only propose_deal does more than read', async () => {
    const client = await connect(mode)
    const { tools } = await client.listTools()
    expect(tools.length).toBeLessThanOrEqual(20)
    expect(JSON.stringify(tools).length).toBeLessThanOrEqual(20_000)
    const others = tools.filter(({ annotations }) => annotations?.readOnlyHint !== true)
    expect(others.map(({ name }) => name)).toEqual(['propose_deal'])
    expect((await client.listPrompts()).prompts.map(({ name }) => name)).toEqual(['enter_receipts'])
  })
})

test('arguments are taken as clients send them: ids as numbers, lists as JSON text, null for nothing', async () => {
  const client = await connect('legacy')
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
  const client = await connect('legacy')
  const { isError, said } = await call(client, 'show_case', { case: 'none of this name' })
  expect({ isError, ...said }).toMatchObject({ isError: true, code: 'not_found', hint: expect.any(String) })
})

test('a key with any other scope is refused', async () => {
  const { status, output } = await project.shell(
    'npx --no kura key issue hana --scope accounting.read,accounting.write --out hana.json\n' +
      'npx --no kura mcp --key hana.json',
  )
  expect({ status, output }).toMatchObject({
    status: 2,
    output: expect.stringContaining('it has accounting.write'),
  })
})
