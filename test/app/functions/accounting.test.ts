import { beforeEach, describe, expect, test } from 'vitest'
import { SCOPES } from '../../../lib/core/signatures/keys.ts'
import { lostAnswer } from '../../../sandbox/faults.ts'
import { serveAccounting } from '../../helpers/remotes/accounting-function.ts'
import { startAccountingSandbox } from '../../helpers/remotes/accounting-sandbox.ts'
import { COMPANY } from '../../services/accounting/deals/world.ts'

const LINE = { account_item: '消耗品費', tax_code: 136, amount: 1100 }
const DEAL = { company_id: COMPANY, issue_date: '2026-06-15', details: [LINE] }

/** Learns the tax codes; a person confirms the first deal. */
async function learn({ post }: Awaited<ReturnType<typeof serveAccounting>>): Promise<void> {
  const request = { company_id: COMPANY }
  const first = await post('/tax-table/learning?mode=write', request)
  expect(first.body).toMatchObject({ status: 'confirm' })
  const confirmation = { ...request, deal: first.body.deal, person: 'Mei' }
  expect((await post('/first-deal', confirmation)).body).toMatchObject({ confirmedBy: 'Mei', key: 'hana' })
  for (let call = 0; call < 5; call++) {
    const next = await post('/tax-table/learning?mode=write', request)
    if (next.body.status === 'ended') return
  }
  throw new Error('the tax codes were not learned')
}

test('from learning the tax codes to a registered case', async () => {
  const served = await serveAccounting()
  await learn(served)
  const { ask, post, service } = served
  expect((await ask(`/tax-table?company_id=${COMPANY}`)).body).toMatchObject({
    source: 'learned',
    entries: expect.arrayContaining([expect.objectContaining({ code: 136, name: '課対仕入10%' })]),
  })
  const dry = await post('/deals', { ...DEAL, case: 'receipt 1' })
  expect(dry).toMatchObject({ status: 200, body: { mode: 'dry-run', obstacles: [] } })
  const done = await post('/deals?mode=write', { ...DEAL, case: 'receipt 1' })
  expect(done).toMatchObject({ status: 201, body: { state: 'done', deal: expect.any(Number) } })
  expect(service.company.deals.get(done.body.deal)?.ref_number).toBe(dry.body.body.ref_number)
  const again = await post('/deals?mode=write', { ...DEAL, case: 'receipt 1' })
  expect(again).toMatchObject({
    status: 409,
    body: { code: 'conflict', deal: done.body.deal, state: 'done' },
  })
  expect((await ask('/cases/receipt%201')).body).toMatchObject({ state: 'done', deal: done.body.deal })
})

const TAXES = ['companies', 'users', 'account_items', 'taxes', 'deals'] as const
let served: Awaited<ReturnType<typeof serveAccounting>>

describe('/api/accounting, deals', () => {
  beforeEach(async () => {
    served = await serveAccounting({}, await startAccountingSandbox({ permissions: TAXES }))
    const { post } = served
    const details = [{ ...LINE, amount: 100 }]
    const first = await post('/deals?mode=write', { ...DEAL, details, case: `first-deal-${COMPANY}` })
    await post('/first-deal', { company_id: COMPANY, deal: first.body.deal, person: 'Mei' })
  })

  test('a deal with the day, the amount and the partner of another one waits for a person', async () => {
    const { post, service } = served
    const one = await post('/deals?mode=write', { ...DEAL, case: 'receipt 1' })
    const double = {
      flag: 'looks_double',
      reason: { text: expect.stringContaining(`: deal ${one.body.deal}`) },
    }
    expect((await post('/deals', { ...DEAL, case: 'receipt 2' })).body).toMatchObject({ flags: [double] })
    const held = await post('/deals?mode=write', { ...DEAL, case: 'receipt 2' })
    expect(held).toMatchObject({ status: 202, body: { state: 'review', flags: [double] } })
    const registered = () =>
      [...service.company.deals.values()].filter(({ issue_date }) => issue_date === '2026-06-15')
    expect(registered().length).toBe(2)
    const decision = { person: 'Mei', operation: held.body.operation }
    const released = await post('/cases/receipt%202/release?mode=write', decision)
    expect(released.body).toMatchObject({ state: 'done' })
    expect(registered().length).toBe(3)
    expect((await post('/deals', { ...DEAL, case: 'receipt 1' })).body).toMatchObject({
      flags: [{ flag: 'looks_double' }],
    })
    for (const other of [
      { issue_date: '2026-06-14' },
      { type: 'income' },
      { details: [{ ...LINE, amount: 7 }] },
    ])
      expect(
        (await post('/deals', { ...DEAL, case: 'receipt 3', ...other })).body.flags,
        JSON.stringify(other),
      ).toEqual([])
  })

  test('the company is found by its office number too', async () => {
    const { body } = await served.post('/deals', { ...DEAL, company_id: '8101234567' })
    expect(body.body.company_id).toBe(COMPANY)
  })

  test('an unknown case is found at the service', async () => {
    const { post, ask, service } = served
    service.sandbox.faults.arm('POST /api/1/deals', lostAnswer())
    const lost = await post('/deals?mode=write', { ...DEAL, case: 'receipt 2' })
    expect(lost).toMatchObject({ status: 504, body: { code: 'remote_silent', state: 'unknown' } })
    expect((await ask('/cases?state=unknown')).body.cases).toHaveLength(1)
    expect((await post('/cases/receipt%202/resolve')).body).toMatchObject({
      state: 'done',
      deal: expect.any(Number),
    })
  })

  test('a flagged deal waits for a person, who releases what was looked at', async () => {
    const { post, ask, service } = served
    const before = service.company.deals.size
    const flagged = {
      ...DEAL,
      case: 'receipt 3',
      details: [{ ...LINE, rate: 10, qualified: false, tax_code: undefined }],
    }
    const review = await post('/deals?mode=write', { ...flagged, issue_date: 'some day' })
    const reason = {
      id: 'deals.unreadable',
      values: { text: 'some day' },
      text: '"some day" is not a date in a known form',
    }
    expect(review).toMatchObject({
      status: 202,
      body: { state: 'review', flags: [{ flag: 'unreadable', reason }] },
    })
    expect((await ask('/cases/receipt%203')).body).toMatchObject({ flags: [reason] })
    const { operation } = review.body
    const refused = await post('/cases/receipt%203/release?mode=write', { person: 'Mei', operation })
    expect(refused).toMatchObject({ status: 400, body: { hint: expect.stringContaining('some day') } })
    expect(service.company.deals.size).toBe(before)
    expect((await post('/deals?mode=write', flagged)).status).toBe(201)
  })

  test('a case is found in either Unicode form', async () => {
    const { post, ask } = served
    await post('/deals?mode=write', { ...DEAL, case: 'ガス' })
    const path = `/cases/${encodeURIComponent('ガス'.normalize('NFD'))}`
    expect((await ask(path)).body).toMatchObject({ case: 'ガス', state: 'done' })
  })

  test('a dry run releases nothing', async () => {
    const { post, service } = served
    const before = service.company.deals.size
    const json = {
      ...DEAL,
      case: 'receipt 4',
      details: [{ ...LINE, tax_code: 189 }],
      issue_date: '2026-10-02',
    }
    const review = await post('/deals?mode=write', json)
    expect(review.body).toMatchObject({ state: 'review' })
    const { operation } = review.body
    const shown = await post('/cases/receipt%204/release', { person: 'Mei', operation })
    expect(shown.body).toMatchObject({ mode: 'dry-run', state: 'review', body: { issue_date: '2026-10-02' } })
    expect(service.company.deals.size).toBe(before)
    const sent = await post('/cases/receipt%204/release?mode=write', { person: 'Mei', operation })
    expect(sent.body).toMatchObject({ state: 'done', deal: expect.any(Number) })
  })

  test('a case is freed by name and with a reason', async () => {
    const { post } = served
    const json = { ...DEAL, case: 'receipt 5', issue_date: 'some day' }
    const { operation } = (await post('/deals?mode=write', json)).body
    expect((await post('/cases/receipt%205/free', { person: 'Mei', operation })).status).toBe(400)
    const decision = { person: 'Mei', reason: 'entered by hand' }
    expect((await post('/cases/receipt%205/free', decision)).status, 'of what nobody saw').toBe(400)
    const freed = await post('/cases/receipt%205/free', { ...decision, operation })
    expect(freed.body).toMatchObject({
      state: 'refused',
      by: 'Mei (key hana)',
      reason: { text: 'entered by hand' },
    })
  })

  test('a release of what nobody saw is refused: without an operation, or of another one', async () => {
    const { post, service } = served
    const before = service.company.deals.size
    const flagged = {
      ...DEAL,
      case: 'receipt 7',
      issue_date: '2026-10-02',
      details: [{ ...LINE, tax_code: 189 }],
    }
    const seen = (await post('/deals?mode=write', flagged)).body.operation
    const corrected = { ...flagged, details: [{ ...LINE, tax_code: 189, amount: 99_000 }] }
    expect((await post('/deals?mode=write', corrected)).body.state).toBe('review')
    const path = '/cases/receipt%207/release?mode=write'
    expect(await post(path, { person: 'Mei' })).toMatchObject({ status: 400, body: { code: 'bad_request' } })
    const refused = await post(path, { person: 'Mei', operation: seen })
    expect(refused).toMatchObject({ status: 409, body: { code: 'conflict' } })
    expect(service.company.deals.size).toBe(before)
  })

  const guarded = [
    { path: '/deals?mode=write', scope: 'accounting.write' },
    { path: '/cases/receipt%201/resolve', scope: 'accounting.write' },
    { path: '/tax-table/learning?mode=write', scope: 'accounting.write' },
    { path: '/cases/receipt%201/release?mode=write', scope: 'approve' },
    { path: '/cases/receipt%201/free', scope: 'approve' },
    { path: '/first-deal', scope: 'approve' },
  ] as const
  test.each(guarded)('$path needs the scope $scope, and no other is enough', async ({ path, scope }) => {
    const others = SCOPES.filter(other => other !== scope)
    expect(await served.post(path, undefined, others)).toMatchObject({
      status: 403,
      body: { code: 'scope_missing', hint: expect.stringContaining(scope) },
    })
    const hint = (await served.post(path, undefined, others)).body.hint
    expect(hint).toMatch(/kura key issue NAME --scope [a-z.,]+$/)
  })

  test('a key that may approve and not write releases what a key that may write has prepared', async () => {
    const { post } = served
    const flagged = {
      ...DEAL,
      case: 'receipt 8',
      issue_date: '2026-10-02',
      details: [{ ...LINE, tax_code: 189 }],
    }
    const writer = ['accounting.read', 'accounting.write'] as const
    const { operation } = (await post('/deals?mode=write', flagged, writer)).body
    const path = '/cases/receipt%208/release?mode=write'
    const given = { person: 'Mei', operation }
    expect((await post(path, given, writer)).body.code).toBe('scope_missing')
    expect((await post(path, given, ['approve'])).body).toMatchObject({ state: 'done' })
    const released = await served.ask('/cases/receipt%208')
    expect(released.body.releasedBy).toBe('Mei (key hana)')
  })

  test('each change of a case has a line of its own, and no line holds a token', async () => {
    await served.post('/deals?mode=write', { ...DEAL, case: 'receipt 6' })
    expect(served.lines).toContainEqual(
      expect.objectContaining({ event: 'deal', case: 'receipt 6', state: 'done' }),
    )
    expect(JSON.stringify(served.lines)).not.toMatch(/[0-9a-f]{64}/)
  })
})
