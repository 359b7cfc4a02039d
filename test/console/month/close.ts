/**
 * The end of the month. A large refund needs the approval of two people. After both have approved it, the sheet of the
 * month has all deals with their files and approvals, and Mei downloads the sheet and the journal for the tax
 * accountant.
 */
import { readFile } from 'node:fs/promises'
import iconv from 'iconv-lite'
import { expect } from 'vitest'
import { DEAL, JOURNAL, MONTH } from '../../../lib/console/pages/accounting/deals/words.ts'
import { LIST } from '../../../lib/console/pages/accounting/receipts/words.ts'
import { WAITING } from '../../../lib/services/accounting/lists/waiting-words.ts'
import type { Office, Worker } from './office.ts'

const TABLE = '日付,科目,税率,適格,金額,摘要,取引先,番号\n2026-04-30,消耗品費,10,はい,▲300000,返品,,30\n'
const SHEET = '/console/deals/month?month=2026-04'

export async function closeMonth({ mei, hana, deals }: Office): Promise<void> {
  const { page, say } = mei
  await mei.visit('/console/receipts')
  const buffer = Buffer.from(TABLE)
  await page.locator('input[type=file]').setInputFiles([{ name: '月末.csv', mimeType: 'text/csv', buffer }])
  await page.waitForURL(/\/console\/receipts\/row/)
  await mei.visit('/console/receipts')
  await mei.press(say(LIST.register))
  await mei.visit(SHEET)
  await page.getByText(say(MONTH.waiting, { count: 1 })).waitFor()
  const before = deals().length
  await approveFrom(mei)
  expect(deals()).toHaveLength(before)
  await approveFrom(hana)
  expect(deals()).toHaveLength(before + 1)
  await mei.visit(SHEET)
  await page.getByText(say(MONTH.complete)).waitFor()
  await page.getByText(/Mei(?:, |、)Hana/).waitFor()
}

/** Opens the waiting deal from the sheet of the month, and approves it. */
async function approveFrom(worker: Worker): Promise<void> {
  const { page, say } = worker
  await worker.visit(SHEET)
  await page.getByRole('link', { name: say(MONTH.open) }).click()
  await page.locator('main a[href*="kind=deal"]').first().click()
  await worker.press(say(WAITING.release))
}

/** Mei downloads the sheet and the journal; Hana opens the proof of an approval. */
export async function takeSheet({ mei, hana, deals }: Office): Promise<void> {
  const { page, say } = mei
  await mei.visit(SHEET)
  const sheet = await download(mei, say(MONTH['utf-8']))
  expect(String(sheet)).toMatch(/,-300000,[^\n]*"Mei, Hana",[0-9a-f]{64} [0-9a-f]{64},\r\n/)
  for (const { id } of deals()) expect(String(sheet)).toContain(String(id))
  await mei.visit('/console/deals/journal')
  await page.locator('#from').fill('2026-04-01')
  await page.locator('#until').fill('2026-04-30')
  await mei.press(say(JOURNAL.make))
  const ready = page.getByText(say(JOURNAL.ready, { from: '2026-04-01', until: '2026-04-30' }))
  for (let look = 0; look < 5 && !(await ready.isVisible()); look++)
    await page.getByRole('link', { name: say(JOURNAL.again) }).click()
  const journal = iconv.decode(await download(mei, say(MONTH.shift_jis)), 'cp932')
  expect(journal).toContain('300000')

  await hana.visit(SHEET)
  await hana.page
    .getByRole('row', { name: /Mei(?:, |、)Hana/ })
    .getByRole('link')
    .click()
  const proof = String(await download(hana, hana.say(DEAL.proof)))
  expect(proof).toContain('/api/accounting/cases/')
}

async function download({ page }: Worker, name: string): Promise<Buffer> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name }).first().click(),
  ])
  return readFile(await file.path())
}
