import { parse } from 'csv-parse/sync'
import iconv from 'iconv-lite'
import { beforeEach, expect, test } from 'vitest'
import { JOURNAL_COLUMNS } from '../../../sandbox/accounting/columns.ts'
import { type RunningSandbox, startAccountingSandbox } from '../../helpers/remotes/accounting-sandbox.ts'
import { COMPANY } from './company.ts'

let running: RunningSandbox
beforeEach(async () => {
  running = await startAccountingSandbox()
})

const get = (path: string) => running.call('GET', path)
const request = async (query = '') => {
  const answer = await get(`/api/1/journals?company_id=${COMPANY}&download_type=generic_v2${query}`)
  return { status: answer.status, ...answer.body.journals }
}
const status = async (id: number) =>
  (await get(`/api/1/journals/reports/${id}/status?company_id=${COMPANY}`)).body.journals
const download = async (id: number) => {
  const token = running.sandbox.oauth.grant().access_token
  const path = `/api/1/journals/reports/${id}/download?company_id=${COMPANY}`
  const answer = await fetch(`${running.url}${path}`, { headers: { authorization: `Bearer ${token}` } })
  return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) }
}
const uploaded = async (query = '') => {
  const { id } = await request(query)
  for (let poll = 0; poll < 3; poll++) await status(id)
  return (await download(id)).bytes
}

test('a job is accepted with 202, enqueued, working and then uploaded, one state a question', async () => {
  const job = await request()
  expect(job).toMatchObject({ status: 202, encoding: 'sjis', start_date: '2026-01-01' })
  const seen: string[] = []
  for (let poll = 0; poll < 4; poll++) {
    const journals = await status(job.id)
    seen.push(journals.status)
    const ready = journals.status === 'uploaded'
    expect(journals.download_url !== undefined).toBe(ready)
    expect((await download(job.id)).status).toBe(ready ? 200 : 404)
  }
  expect(seen).toEqual(['enqueued', 'working', 'uploaded', 'uploaded'])
})

test('a job fails now and then, as chance has it', async () => {
  const unlucky = await startAccountingSandbox({ random: () => 0 })
  const ask = (path: string) => unlucky.call('GET', `/api/1/journals${path}company_id=${COMPANY}`)
  const { id } = (await ask('?download_type=generic_v2&')).body.journals
  const seen: string[] = []
  for (let poll = 0; poll < 3; poll++) seen.push((await ask(`/reports/${id}/status?`)).body.journals.status)
  expect(seen).toEqual(['enqueued', 'working', 'failed'])
  expect((await ask(`/reports/${id}/download?`)).status).toBe(404)
})

test('the file is Windows-31J with every header, CRLF and the deal’s id', async () => {
  const bytes = await uploaded()
  expect(bytes.includes(iconv.encode('①㈱髙﨑商店 ﾄﾅｰ 表示灯', 'cp932'))).toBe(true)
  const text = iconv.decode(bytes, 'cp932')
  expect(text.split('\r\n')[0]).toBe(JOURNAL_COLUMNS.join(','))
  const rows: Record<string, string>[] = parse(text, { columns: true, record_delimiter: '\r\n' })
  const [first, second, third] = running.company.deals.values()
  expect(rows.map(row => row['取引ID'])).toEqual([first?.id, second?.id, third?.id].map(String))
  expect(rows[2]).toMatchObject({
    取引日: '2026-04-28',
    借方金額: '2200',
    借方税区分: '課対仕入（控80）10%',
    借方取引先名: '①㈱髙﨑商店',
  })
  expect(rows[1]?.['借方備考']).toBe('会議の茶菓\n"差し入れ", ほか')
})

test('the file is UTF-8 on request', async () => {
  expect((await uploaded('&encoding=utf-8')).toString('utf8')).toContain('①㈱髙﨑商店')
})

test('quotes, dates and columns differ as they do between companies', async () => {
  const { journal } = running.sandbox.state
  journal.quotes = 'all'
  journal.dates = 'YYYY/MM/DD'
  journal.columns = ['取引日', '借方金額']
  const text = iconv.decode(await uploaded(), 'cp932')
  expect(text).toBe(
    '"取引日","借方金額"\r\n"2026/04/03","1100"\r\n"2026/04/10","540"\r\n"2026/04/28","2200"\r\n',
  )
})

test('only the days that are asked for are in it', async () => {
  running.sandbox.state.journal.columns = ['取引日']
  const text = iconv.decode(await uploaded('&start_date=2026-04-10&end_date=2026-04-10'), 'cp932')
  expect(text).toBe('取引日\r\n2026-04-10\r\n')
})

test.each([
  { name: 'no type', query: 'download_type=' },
  { name: 'an unknown type', query: 'download_type=xml' },
  { name: 'a day of another form', query: 'download_type=generic_v2&start_date=2026/04/01' },
  {
    name: 'days in the wrong order',
    query: 'download_type=generic_v2&start_date=2026-05-01&end_date=2026-04-01',
  },
  { name: 'an unknown encoding', query: 'download_type=generic_v2&encoding=euc' },
])('$name is refused', async ({ query }) => {
  expect((await get(`/api/1/journals?company_id=${COMPANY}&${query}`)).status).toBe(400)
})
