import { readFileSync } from 'node:fs'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { withoutEnd } from '../../../lib/services/accounting/journals/end.ts'
import { CREDENTIAL_KEY } from '../../../lib/services/accounting/tokens/schema.ts'
import { TOKEN_PATH } from '../../../sandbox/accounting/sandbox.ts'
import { answered } from '../../../sandbox/faults.ts'
import { serveAccounting } from '../../helpers/remotes/accounting-function.ts'
import { COMPANY } from '../../services/accounting/deals/world.ts'

const READ = { scopes: ['accounting.read'] } as const
const OF_COMPANY = `company_id=${COMPANY}`

/** Serves both functions, and a report that is ready unless `polls` says otherwise. */
async function serve({ polls = 3 } = {}) {
  let passed = 0
  const clock = () => performance.now() + passed
  const served = await serveAccounting({}, undefined, { clock })
  const { body } = await served.ask(`/journals?${OF_COMPANY}&start_date=2026-04-01`)
  const report = `/journals/reports/${body.journals.id}`
  const status = () => served.ask(`${report}/status?${OF_COMPANY}`)
  for (let poll = 0; poll < polls; poll += 1) await status()
  const download = (query = '', options: Parameters<typeof served.call>[1] = READ) =>
    served.call(`/api${report}/download?${OF_COMPANY}${query}`, options)
  /** Makes the stored access token expire, and lets no function remember an earlier token. */
  const expire = async () => {
    const { record } = await served.store.read(CREDENTIAL_KEY)
    const value = JSON.stringify({ ...JSON.parse(record?.value ?? ''), accessExpiresAt: 0 })
    await served.store.swap(CREDENTIAL_KEY, record?.version, { value, version: 'expired' })
    passed += 10_000
  }
  return { ...served, status, download, expire }
}

afterEach(() => void vi.restoreAllMocks())

describe('/api/journals', () => {
  test('sends the CSV as it is, in UTF-8', async () => {
    const { download } = await serve()
    const response = await download()
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(response.headers.get('cache-control')).toBe('no-store')
    const text = await response.text()
    expect(text).toContain('①㈱髙﨑商店')
    expect(text).not.toContain('"digest"')
    const ended = await (await download('&end=1')).bytes()
    const whole = await new Response(
      ReadableStream.from(
        withoutEnd(ReadableStream.from([ended]), { format: 'csv', journal: 'the journal' }),
      ),
    ).text()
    expect(whole).toBe(text)
  })

  test('ends JSON lines with their number and digest', async () => {
    const { download } = await serve()
    for (const query of ['&format=jsonl', '&format=jsonl&end=1']) {
      const response = await download(query)
      expect(response.headers.get('content-type')).toBe('application/jsonl; charset=utf-8')
      const lines = (await response.text()).trim().split('\n')
      expect(JSON.parse(lines[2] ?? '')).toMatchObject({ 借方金額: '2200' })
      expect(lines[3]).toMatch(/^\{"rows":3,"digest":"sha-256=:[A-Za-z0-9+/]{43}=:"\}$/)
      expect(lines).toHaveLength(4)
    }
  })

  const refused = [
    { name: 'a report that is not ready', polls: 0, query: '', options: READ, status: 404 },
    { name: 'another scope', polls: 0, query: '', options: { scopes: ['admin'] }, status: 403 },
    { name: 'another format', polls: 0, query: '&format=pdf', options: READ, status: 400 },
    { name: 'another end', polls: 0, query: '&end=2', options: READ, status: 400 },
    { name: 'another method', polls: 0, query: '', options: { ...READ, method: 'POST' }, status: 405 },
  ] as const
  test.each(refused)('refuses $name', async ({ polls, query, options, status }) => {
    const { download } = await serve({ polls })
    expect((await download(query, options)).status).toBe(status)
  })

  test('never refreshes the token: the calls before a download do', async () => {
    const { download, status, service, expire } = await serve()
    await expire()
    const refused = await download()
    expect(refused.status).toBe(503)
    expect(await refused.json()).toMatchObject({
      code: 'token_busy',
      hint: expect.stringContaining("report's status"),
    })
    expect(service.sandbox.oauth.counts.rotations).toBe(0)
    await status()
    expect(service.sandbox.oauth.counts.rotations).toBe(1)
    expect((await download()).status).toBe(200)
  })

  test('does not refresh after a 401 either, and opens no lease', async () => {
    const { download, service, store } = await serve()
    const expired = () => Response.json({ message: 'x', code: 'expired_access_token' }, { status: 401 })
    service.sandbox.faults.arm('GET /api/1/journals/reports/{id}/download', answered(expired))
    expect((await download()).status).toBe(503)
    const { record } = await store.read(CREDENTIAL_KEY)
    expect(JSON.parse(record?.value ?? '')).toMatchObject({
      accessRejected: true,
      standing: { state: 'current' },
    })
    expect(service.requests.filter(request => request.includes(TOKEN_PATH))).toHaveLength(1)
  })

  test('gives a file as long as 100 MB take at 5 Mbit/s, and ends before its function does', async () => {
    const { functions } = JSON.parse(readFileSync(new URL('../../../vercel.json', import.meta.url), 'utf8'))
    const { download } = await serve()
    const timeouts = vi.spyOn(AbortSignal, 'timeout')
    await (await download()).text()
    const longest = Math.max(...timeouts.mock.calls.map(([milliseconds]) => milliseconds))
    expect(longest).toBeGreaterThan(160_000)
    expect(longest).toBeLessThan(functions['api/journals.ts'].maxDuration * 1000)
  })
})
