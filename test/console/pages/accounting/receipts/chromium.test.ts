/**
 * The page of receipts in a browser: sending files one by one, registering all rows, on a phone and on a desktop, in
 * both languages.
 */
import { expect, test } from 'vitest'
import { digestOf } from '../../../../../lib/console/cookies.ts'
import { draftName } from '../../../../../lib/console/pages/accounting/receipts/drafts.ts'
import { endSession } from '../../../../../lib/console/sessions.ts'
import { sha256Of } from '../../../../../lib/services/accounting/receipts/identity.ts'
import { describeInChromium, type OpenWindow } from '../../../../helpers/chromium.ts'
import { PIXEL, problemsOfPages, signIn } from '../../../browser.ts'
import { atLocalhost } from '../../../signed-in.ts'
import { createReceiptsWorld, FILES, LUNCH } from './world.ts'

async function createBrowserWorld(open: OpenWindow, options: object = {}) {
  const world = await createReceiptsWorld()
  const person = await world.signIn('Mei')
  const page = await open(options)
  const url = atLocalhost(world)
  await signIn(page, { url, session: person.id })
  await page.goto(`${url}/console/receipts`)
  return { ...world, ...person, page, url }
}

describeInChromium('the page of receipts', open => {
  test('sends chosen files one by one, names those that are too large, and registers all that are ready', async () => {
    const { page, deals, post } = await createBrowserWorld(open)
    const large = Buffer.alloc(4_000_001)
    await page.locator('input[type=file]').setInputFiles([
      { name: 'a.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF a') },
      { name: 'large.pdf', mimeType: 'application/pdf', buffer: large },
      { name: 'gone.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF gone') },
      { name: 'paper.png', mimeType: 'image/png', buffer: PIXEL },
      { name: 'x.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') },
    ])
    await page.getByText('large.pdf has more than 4 MB').waitFor()
    await page.getByText('x.gif was not sent').waitFor()
    await page.reload()
    expect(await page.locator('.card h3').allTextContents()).toEqual(
      expect.arrayContaining(['a.pdf', 'paper.png']),
    )
    const links = await page.getByRole('link', { name: 'Fill in' }).all()
    const rows = await Promise.all(
      links.map(async link => (await link.getAttribute('href'))?.split('=')[1] ?? ''),
    )
    for (const [at, row] of rows.entries())
      await post({ row, act: 'save', ...LUNCH, 'line-0-amount': String(1000 + at) })
    await page.reload()
    await post({ row: draftName(sha256Of(Buffer.from('%PDF gone'))), act: 'remove' })
    await page.getByRole('button', { name: 'Register all that are ready' }).click()
    await page.getByText('gone.pdf was not registered: open it').waitFor()
    for (const name of ['a.pdf', 'paper.png'])
      await page.locator('.card h3', { hasText: name }).waitFor({ state: 'detached' })
    expect(await page.locator('.card h3').allTextContents()).toEqual(['gone.pdf'])
    await page.locator('[data-progress]').waitFor({ state: 'hidden' })
    await page.reload()
    await page.getByText('Nothing waits').waitFor()
    expect(deals()).toHaveLength(2)
  })

  test('leads to the sign-in when the session has ended', async () => {
    const { page, own, id } = await createBrowserWorld(open)
    await endSession(digestOf(id), own)
    const file = { name: 'a.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF a') }
    await page.locator('input[type=file]').setInputFiles([file])
    await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor()
  })

  test('takes one file by a form without script', async () => {
    const { page } = await createBrowserWorld(open, { javaScriptEnabled: false })
    expect(await page.locator('input[type=file]').getAttribute('multiple')).toBe(null)
    const large = Buffer.concat([PIXEL, Buffer.alloc(4_200_000)])
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'large.png', mimeType: 'image/png', buffer: large })
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.getByText('has more than 4 MB').waitFor()
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: PIXEL })
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.getByRole('heading', { name: 'Receipt', exact: true }).waitFor()
    expect(await page.locator('img').count()).toBe(1)
  })

  test('each page fits, axe finds nothing, and the keyboard reaches all', async () => {
    const { page, send, post, url } = await createBrowserWorld(open)
    const { row } = await send(['2026-04-07_1100_lunch.png', Uint8Array.from(PIXEL)])
    const { row: other } = await send(['b.pdf', FILES['train.pdf']])
    const { row: third } = await send(['c.pdf', '%PDF c'])
    await post({ row: other, act: 'register', ...LUNCH })
    await post({ row: third, act: 'save', ...LUNCH, partner: '山田食堂', qualified: 'いいえ' })
    await post({ row, act: 'save', ...LUNCH })
    const pages = {
      receipts: '/console/receipts',
      'receipts-double': `/console/receipts/row?row=${row}`,
      'receipts-partner': `/console/receipts/row?row=${third}`,
      'receipts-done': `/console/receipts/row?row=${other}`,
    } as const
    expect(await problemsOfPages(page, { url, pages })).toEqual([])
  })
})
