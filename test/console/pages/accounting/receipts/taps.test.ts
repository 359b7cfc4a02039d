/**
 * From a file to its registered deal, in a browser: how many taps and keys it takes, and that the receipt and the first
 * field are in sight.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { describeInChromium, PHONE, problemsOf } from '../../../../helpers/chromium.ts'
import { PIXEL, setCookie, signIn } from '../../../browser.ts'
import { atLocalhost } from '../../../signed-in.ts'
import { createReceiptsWorld, FILES, LUNCH } from './world.ts'

const PDF = readFileSync(join(import.meta.dirname, '../../../../vectors/receipts/libreoffice.pdf'))
const PARTNER = {
  id: 900,
  name: '株式会社金山',
  available: true,
  invoice_registration_number: 'T7000012050002',
}

/** A picture of one grey pixel, followed by the text that the sandbox reads on it. */
const READ = {
  partner_name: PARTNER.name,
  issue_date: '2026-04-09',
  amount: 1980,
  document_type: 'receipt',
  qualified_invoice: 'qualified',
  invoice_registration_number: PARTNER.invoice_registration_number,
}
const PHOTO = Buffer.concat([PIXEL, Buffer.from(`reads ${JSON.stringify(READ)}`)])

/** A world in which the partner has one deal, and a person who counts every tap and key. */
async function createCountingWorld(page: Page, language: 'en' | 'ja') {
  const world = await createReceiptsWorld()
  world.company.partners.set(PARTNER.id, PARTNER as never)
  const mei = await world.signIn('Mei')
  const { row } = await mei.send(['first.pdf', FILES['train.pdf']])
  await mei.post({ row, act: 'register', ...LUNCH, partner: PARTNER.name, payment: '現金' })
  expect(world.deals()).toHaveLength(1)
  const url = atLocalhost(world)
  await signIn(page, { url, session: mei.id })
  await setCookie(page, { url, name: 'language', value: language })
  await page.goto(`${url}/console/receipts`)
  const count = { taps: 0, keys: 0 }
  /** One tap opens the picker, another chooses the file in it. */
  const choose = async (...files: { name: string; mimeType: string; buffer: Buffer }[]) => {
    count.taps += 2
    await page.locator('input[type=file]').setInputFiles(files)
    await page.locator('form[data-fills]').waitFor()
  }
  const press = async (name: string) => {
    count.taps += 1
    await page.getByRole('button', { name, exact: true }).click()
  }
  return { ...world, ...mei, count, choose, press, url }
}

/** Whether the receipt and the first field are in the window, without scrolling. */
const IN_SIGHT = `(() => ['.sight', '#date'].map(place => {
  const { top, bottom } = document.querySelector(place).getBoundingClientRect()
  return scrollY === 0 && top >= 0 && bottom <= innerHeight
}))()`

describeInChromium('a receipt from file to registered', open => {
  test.each([
    { language: 'ja', size: PHONE, register: '登録する' },
    { language: 'en', size: { width: 1280, height: 800 }, register: 'Register' },
  ] as const)(
    'a PDF of a known partner takes at most 4 taps and no key: $language, $size.width pixels',
    async ({ language, size, register }) => {
      const page = await open({ viewport: size, locale: language })
      const { choose, press, count, deals } = await createCountingWorld(page, language)
      await choose({ name: 'scan.pdf', mimeType: 'application/pdf', buffer: PDF })
      expect(await page.evaluate(IN_SIGHT)).toEqual([true, true])
      await page.frames()[1]?.waitForLoadState()
      await press(register)
      await page.getByText(/It is in the books|登録しました/).waitFor()
      expect(count.taps).toBeLessThanOrEqual(4)
      expect(count.keys).toBe(0)
      expect(deals()[1]).toMatchObject({ issue_date: '2026-04-10', amount: 18_260, partner_id: PARTNER.id })
    },
  )

  test.each([
    { language: 'ja', size: PHONE, register: '登録する', read: 'freeeの読み取り' },
    { language: 'en', size: { width: 1280, height: 800 }, register: 'Register', read: 'read by freee' },
  ] as const)(
    'a photograph takes at most 6 taps and no key: $language, $size.width pixels',
    async ({ language, size, register, read }) => {
      const page = await open({ viewport: size, locale: language, timezoneId: 'Asia/Tokyo' })
      await page.clock.install()
      const { choose, press, count, deals, receipts, service } = await createCountingWorld(page, language)
      await choose({ name: 'photo.png', mimeType: 'image/png', buffer: PHOTO })
      expect(await page.evaluate(IN_SIGHT)).toEqual([true, true])
      // it is in the file box already, and the service has not read it yet
      expect(receipts().at(-1)?.receipt_metadatum.amount).toBeNull()
      expect(await page.locator('#line-0-amount').inputValue()).toBe('')
      service.clock.now += 10_000
      await page.clock.fastForward(10_000)
      await expect.poll(() => page.locator('#line-0-amount').inputValue()).toBe('1980')
      expect(await page.locator('#line-0-amount-hint').textContent()).toContain(read)
      expect(await page.locator('#line-0-account_item').inputValue()).toBe(LUNCH['line-0-account_item'])
      expect(await problemsOf(page)).toEqual([])
      await press(register)
      await page.getByText(/It is in the books|登録しました/).waitFor()
      expect(count.taps).toBeLessThanOrEqual(6)
      expect(count.keys).toBe(0)
      expect(deals()[1]).toMatchObject({ issue_date: '2026-04-09', amount: 1980, partner_id: PARTNER.id })
      // the file box finds it by what the person has confirmed
      expect(receipts().at(-1)).toMatchObject({
        receipt_metadatum: { amount: 1980, issue_date: '2026-04-09', partner_name: PARTNER.name },
      })
    },
  )

  /** Drops files on the page, as a person drags them from a folder. */
  const drop = async (page: Page, files: readonly { name: string; type: string; base64: string }[]) =>
    page.evaluate(`(() => {
      const dataTransfer = new DataTransfer()
      for (const { name, type, base64 } of ${JSON.stringify(files)})
        dataTransfer.items.add(new File([Uint8Array.from(atob(base64), c => c.charCodeAt(0))], name, { type }))
      for (const type of ['dragover', 'drop'])
        document.body.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer }))
    })()`)

  test('dropped files are sent; a photo in HEIC is converted if the browser reads it, and else taken as it is', async () => {
    const page = await open()
    const { url, receipts } = await createCountingWorld(page, 'en')
    const before = receipts().length
    // the browser can show the first file, whatever its name says, but not the second
    await drop(page, [
      { name: 'IMG_1.HEIC', type: 'image/heic', base64: PHOTO.toString('base64') },
      { name: 'IMG_2.HEIC', type: '', base64: Buffer.from(FILES['phone.heic'], 'latin1').toString('base64') },
    ])
    await page.locator('form[data-fills]').waitFor()
    await page.goto(`${url}/console/receipts`)
    await page.locator('.card h3', { hasText: 'IMG_1.jpg' }).waitFor()
    await page.locator('.card h3', { hasText: 'IMG_2.HEIC' }).waitFor()
    expect(receipts()).toHaveLength(before + 2)
  })

  test('several files have a line each; a photograph that is too large is made smaller; the next row opens', async () => {
    const page = await open()
    const { deals, url, press } = await createCountingWorld(page, 'en')
    const png: string = await page.evaluate(`(() => {
      const canvas = document.createElement('canvas')
      canvas.width = 3000
      canvas.height = 1500
      return canvas.toDataURL('image/png').slice(22)
    })()`)
    const buffer = Buffer.concat([Buffer.from(png, 'base64'), Buffer.alloc(4_000_000)])
    const photo = { name: 'large.png', mimeType: 'image/png', buffer }
    expect(photo.buffer.length).toBeGreaterThan(4_000_000)
    const pdf = { name: 'scan.pdf', mimeType: 'application/pdf', buffer: PDF }
    const lines: (string | null)[] = []
    await page.route('**/console/receipts', async route => {
      if (route.request().method() === 'POST') lines.push(await page.getByText(/^Sending/).textContent())
      await route.continue()
    })
    await page.locator('input[type=file]').setInputFiles([pdf, photo])
    await page.locator('form[data-fills]').waitFor()
    expect(lines).toEqual(['Sending 1 of 2: scan.pdf', 'Sending 2 of 2: large.png'])
    await press('Register')
    await page.getByText('Registered: scan.pdf. This is the next one; 1 receipt is left.').waitFor()
    expect(deals()).toHaveLength(2)
    const picture = page.locator('.sight img')
    await expect
      .poll(() => picture.evaluate(img => (img as unknown as { naturalWidth: number }).naturalWidth))
      .toBe(2400)
    await page.goto(`${url}/console/receipts`)
    await page.locator('.card h3', { hasText: 'large.jpg' }).waitFor()
  })
})
