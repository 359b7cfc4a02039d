/** The page of a journal: it is requested once, and downloaded in both encodings when it is ready. */
import iconv from 'iconv-lite'
import { expect, test } from 'vitest'
import { answered } from '../../../../../sandbox/faults.ts'
import { createDealsWorld } from '../deals/world.ts'

/** Creates the world, with the form of the page and a function that sends it. */
async function createJournalWorld() {
  const world = await createDealsWorld()
  world.addPartner(77, '㈱髙﨑①')
  world.add({ partner_id: 77 })
  const form = async () =>
    /name="form" value="([^"]+)"/.exec(await world.text('/console/deals/journal'))?.[1] ?? ''
  const make = async (fields: Record<string, string>) =>
    world.open('/console/deals/journal', {
      method: 'POST',
      body: new URLSearchParams({ company: '', ...fields }),
    })
  const reports = () =>
    world.service.requests.filter(request => request.startsWith('GET /api/1/journals?')).length
  return { ...world, form, make, reports }
}

const DAYS = { from: '2026-04-01', until: '2026-04-30' }

test('a journal is asked for once, is being made, and is then offered in both encodings', async () => {
  const { form, make, text, open, reports } = await createJournalWorld()
  const number = await form()
  const { status, to } = await make({ form: number, ...DAYS })
  expect(status).toBe(303)
  expect((await make({ form: number, ...DAYS })).to).toBe(to)
  expect(reports()).toBe(1)
  const making = await text(to)
  expect(making).toContain('is being made')
  expect(making).toContain(to.replaceAll('&', '&amp;'))
  await text(to)
  const ready = await text(to)
  expect(ready).toContain('The journal of 2026-04-01 to 2026-04-30 is ready')
  const links = [...ready.matchAll(/href="([^"]*journal\/file[^"]*)"/g)].map(([, link = '']) =>
    link.replaceAll('&amp;', '&'),
  )
  const [utf8, shiftJis] = await Promise.all(links.map(link => open(link)))
  expect(utf8?.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(utf8?.headers.get('content-disposition')).toContain('journal-2026-04-01-2026-04-30-1234567.csv')
  const csv = String(utf8?.bytes)
  expect(csv.startsWith('\ufeff')).toBe(true)
  expect(csv).toContain('㈱髙﨑①')
  expect(csv).not.toContain('"digest"')
  expect(iconv.decode(shiftJis?.bytes ?? Buffer.alloc(0), 'cp932')).toBe(csv.slice(1))
})

test('a journal that failed at the service can be made again', async () => {
  const { form, make, text, service } = await createJournalWorld()
  service.sandbox.state.journal.failureRate = 1
  const { to } = await make({ form: await form(), ...DAYS })
  for (let look = 0; look < 2; look++) await text(to)
  const failed = await text(to)
  expect(failed).toContain('could not make it')
  expect(failed).toContain('value="2026-04-01"')
  expect(failed).not.toContain('journal/file')
})

test.each([
  ['from', { from: 'in spring', until: '2026-04-30' }, 'not a date'],
  ['until', { from: '2026-04-30', until: '2026-04-01' }, 'before the first'],
])('a wrong day is named beside its field: %s', async (name, days, why) => {
  const { form, make, reports } = await createJournalWorld()
  const { status, bytes } = await make({ form: await form(), ...days })
  expect(status).toBe(400)
  expect(String(bytes)).toContain(`id="${name}-fault"`)
  expect(String(bytes)).toContain(why)
  expect(reports()).toBe(0)
})

test('a journal that does not arrive whole is no file', async () => {
  const { form, make, text, open, service } = await createJournalWorld()
  const { to } = await make({ form: await form(), ...DAYS })
  for (let look = 0; look < 3; look++) await text(to)
  const broken = () => new Response(ReadableStream.from([Buffer.from('a,b\r\n"never ended')]))
  service.sandbox.faults.arm('GET /api/1/journals/reports/{id}/download', answered(broken))
  await expect(open(to.replace('/journal?', '/journal/file?'))).rejects.toThrow()
  expect((await open('/console/deals/journal/file?company=99&report=1')).status).toBe(404)
})

test('while the books cannot be read, the page says when to try again, and keeps what was entered', async () => {
  const { form, make, text, service } = await createJournalWorld()
  const number = await form()
  service.sandbox.faults.arm(
    'GET /api/1/companies',
    answered(() => new Response('{}', { status: 503 })),
    { times: 100 },
  )
  const { status, bytes } = await make({ form: number, ...DAYS })
  expect(status).toBe(200)
  for (const shown of ['again in a few minutes', 'value="2026-04-01"', 'value="2026-04-30"'])
    expect(String(bytes)).toContain(shown)
  expect(await text('/console/deals/journal?company=1234567&report=7')).toContain('Is it ready?')
})
