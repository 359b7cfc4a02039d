/**
 * Takes the pictures of the documentation, docs/images/: `KURA_PICTURES=docs/images npx vitest run
 * test/console/month`.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { LIST, ROW } from '../../../lib/console/pages/accounting/receipts/words.ts'
import { TO_DO } from '../../../lib/console/pages/to-do/words.ts'
import { PHONE } from '../../helpers/chromium.ts'
import type { Office, Worker } from './office.ts'
import { fillPhotographs, registerAll, sendReceipts } from './receipts.ts'

/** An invoice with text, which fills its row. */
const INVOICE = join(import.meta.dirname, '../../../sandbox/receipts/invoice.pdf')

/** The steps of a company of its own, so that the month takes no longer when pictures are taken. */
export function picturesIn(folder: string): ((office: Office) => Promise<void>)[] {
  return [
    sendReceipts,
    fillPhotographs,
    office => pictureReceipts(office, folder),
    registerAll,
    office => pictureReleases(office, folder),
  ]
}

/** Takes pictures of Receipts, with rows that wait to be registered, and of a row that the file has filled. */
async function pictureReceipts({ hana, mei }: Office, folder: string): Promise<void> {
  for (const [worker, language] of [
    [hana, 'en'],
    [mei, 'ja'],
  ] as const) {
    await worker.visit('/console/receipts')
    await worker.page.getByRole('heading', { name: worker.say(LIST.waiting) }).scrollIntoViewIfNeeded()
    await keep(worker, `receipts-${language}`, folder)
    await worker.page.locator('input[type=file]').setInputFiles(INVOICE)
    await worker.page.locator('form[data-fills]').waitFor()
    await worker.page.frames()[1]?.waitForLoadState('networkidle')
    await keep(worker, `receipt-${language}`, folder)
    await worker.page.getByText(worker.say(ROW.remove)).first().click()
    await worker.press(worker.say(ROW.remove))
  }
}

/** Takes pictures of To do, and of the page of a release with the exact text and the button for the passkey. */
async function pictureReleases({ hana, mei }: Office, folder: string): Promise<void> {
  for (const [worker, language] of [
    [hana, 'en'],
    [mei, 'ja'],
  ] as const) {
    await worker.visit('/console')
    await keep(worker, `to-do-${language}`, folder)
    const first = worker.page.locator('article.card').first()
    await first.getByRole('link', { name: new RegExp(`^${worker.say(TO_DO.open)}`) }).click()
    await worker.page.locator('form[data-passkey]').waitFor()
    await keep(worker, `release-${language}`, folder, { fullPage: true })
  }
}

/** Stores a picture of the phone's window as WebP, a format that the browser itself can write. */
async function keep(
  { page }: Worker,
  name: string,
  folder: string,
  { fullPage = false } = {},
): Promise<void> {
  await page.setViewportSize({ width: PHONE.width, height: 780 })
  const png = (await page.screenshot({ fullPage })).toString('base64')
  const blank = await page.context().newPage()
  const webp: string = await blank.evaluate(`(async () => {
    const bytes = Uint8Array.from(atob('${png}'), character => character.charCodeAt(0))
    const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
    const canvas = new OffscreenCanvas(image.width, image.height)
    canvas.getContext('2d').drawImage(image, 0, 0)
    const written = new Uint8Array(await (await canvas.convertToBlob({ type: 'image/webp', quality: 0.8 })).arrayBuffer())
    return btoa(Array.from(written, byte => String.fromCharCode(byte)).join(''))
  })()`)
  await blank.close()
  await page.setViewportSize(PHONE)
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, `${name}.webp`), Buffer.from(webp, 'base64'))
}
