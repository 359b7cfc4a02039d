/**
 * The pages of deals in a real browser: at the widths of a phone and of a desktop, in both languages, without scripts.
 */
import { expect, test } from 'vitest'
import { describeInChromium } from '../../../../helpers/chromium.ts'
import { PIXEL, problemsOfPages, signIn } from '../../../browser.ts'
import { atLocalhost } from '../../../signed-in.ts'
import { HOSTILE } from '../../../view.ts'
import { createDealsWorld } from './world.ts'

const REPORT = { from: '2026-06-01', until: '2026-06-30' }

describeInChromium('Deals', open => {
  test('each page fits, axe finds nothing, and the keyboard reaches all', async () => {
    const world = await createDealsWorld({}, ['accounting.read', 'admin'])
    const { add, addPartner, file, write, service, id: session } = world
    addPartner(77, HOSTILE)
    addPartner(78, '株式会社とても長い名前の取引先食堂')
    addPartner(79, '長い食堂')
    const bytes = Uint8Array.from(PIXEL)
    const stored = { id: 9001, mime_type: 'image/png', file: { name: 'a', size: 70, sha256: '', bytes } }
    service.company.receipts.set(9001, stored as never)
    const { id } = add({ issue_date: '2026-06-02', partner_id: 77, ...file(9001, HOSTILE) })
    for (let count = 0; count < 3; count++)
      add({ issue_date: '2026-06-03', partner_id: 78, amount: 1000 + count })
    const details = [{ account_item: '会議費', tax_code: 136, amount: 4321, description: '<b>lunch' }]
    const of = { company_id: 1_234_567, details }
    const done = await write('/deals?mode=write', { ...of, issue_date: '2026-06-14', case: 'lunch <b>14' })
    expect(done.body).toMatchObject({ state: 'done' })
    await write('/deals?mode=write', { ...of, issue_date: '2026-06-29', case: 'later' })
    const url = atLocalhost(world)
    const view = await open()
    await signIn(view, { url, session })
    const pages = {
      deals: '/console/deals',
      'deals-found': '/console/deals?from=2026-06-01&least=1000&partner=食堂&word=x',
      'deals-deal': `/console/deals/deal?id=${id}`,
      'deals-own': `/console/deals/deal?id=${done.body.deal}`,
      'deals-month': '/console/deals/month?month=2026-06',
      'deals-journal': '/console/deals/journal',
    } as const
    expect(await problemsOfPages(view, { url, pages })).toEqual([])
    const reader = await open({ javaScriptEnabled: false })
    await signIn(reader, { url, session })
    const report = `/console/deals/journal?${new URLSearchParams(REPORT)}` as const
    await reader.goto(url + report)
    await reader.locator('main form button').click()
    const making = reader.url().slice(url.length) as typeof report
    expect(await problemsOfPages(view, { url, pages: { 'deals-making': making } })).toEqual([])
    await reader.reload()
    expect(await problemsOfPages(view, { url, pages: { 'deals-ready': making } })).toEqual([])
  })

  test('without scripts, deals are found, opened, and a month is printed', async () => {
    const world = await createDealsWorld()
    const { add, addPartner } = world
    addPartner(77, '山田食堂')
    add({ issue_date: '2026-06-02', partner_id: 77, amount: 2200 })
    add({ issue_date: '2026-06-03' })
    const url = atLocalhost(world)
    const view = await open({ javaScriptEnabled: false })
    await signIn(view, { url, session: world.id })
    await view.goto(`${url}/console/deals`)
    await view.getByText('Find deals').click()
    await view.getByLabel('From').fill('2026-06-01')
    await view.getByLabel('Amount, at least').fill('2,000')
    await view.getByLabel('Partner').fill('食堂')
    await view.getByRole('button', { name: 'Find' }).click()
    expect(await view.locator('tbody tr').count()).toBe(1)
    await view.getByRole('link', { name: '2,200 yen' }).click()
    await view.getByText('kura did not register this deal').waitFor()
    await view.goto(`${url}/console/deals/month?month=2026-06&show=all`)
    await view.emulateMedia({ media: 'print' })
    expect(await view.locator('nav, header, form, .acts').filter({ visible: true }).count()).toBe(0)
    expect(await view.getByText('Totals by tax category').isVisible()).toBe(true)
  })
})
