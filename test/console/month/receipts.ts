/** The receipts of the month: Mei photographs and registers them, Hana releases what needs a person. */
import { expect } from 'vitest'
import { LIST, ROW, STATES } from '../../../lib/console/pages/accounting/receipts/words.ts'
import { ITEM, TO_DO } from '../../../lib/console/pages/to-do/words.ts'
import { WAITING } from '../../../lib/services/accounting/lists/waiting-words.ts'
import { lostAnswer } from '../../../sandbox/faults.ts'
import { PIXEL } from '../browser.ts'
import type { Office, Worker } from './office.ts'

/** Different bytes after the picture make different files. */
const picture = (name: string) => ({
  name: `${name}.png`,
  mimeType: 'image/png',
  buffer: Buffer.concat([PIXEL, Buffer.from(name)]),
})

const HEADER = '日付,科目,税率,適格,金額,摘要,取引先,番号'
/** Ten receipts: the third has two rates, the fifth and the eighth are refunds, and the last is a double. */
const ROWS = [
  '2026-04-01,消耗品費,10,はい,1001,紙,,領収書1',
  '2026/4/2,会議費,8,はい,"1,002",茶,,領収書2',
  '令和8年4月3日,消耗品費,10,はい,1003,ペン,,領収書3',
  '令和8年4月3日,会議費,8,はい,203,菓子,,領収書3',
  '2026-04-06,旅費交通費,10,はい,1004円,電車,,領収書4',
  '2026-04-07,消耗品費,10,はい,▲1005,返品,,領収書5',
  '2026-04-08,新聞図書費,10,いいえ,１００６,本,,領収書6',
  '2026-04-09,会議費,10,はい,1007,会議,,領収書7',
  '2026-04-10,消耗品費,10,はい,▲1008,返品,,領収書8',
  '2026-04-13,消耗品費,10,はい,1009,箱,,領収書9',
  '2026-04-13,消耗品費,10,はい,1009,箱,,領収書10',
]

/** Mei sends two photographs and a table. As long as she fills in nothing, nothing is registered. */
export async function sendReceipts({ mei, deals }: Office): Promise<void> {
  const { page } = mei
  await mei.visit('/console/receipts')
  const table = { name: '4月.csv', mimeType: 'text/csv', buffer: Buffer.from([HEADER, ...ROWS].join('\n')) }
  await page.locator('input[type=file]').setInputFiles([picture('lunch'), picture('shop'), table])
  // the files are sent as soon as they are chosen, and the first row opens when all are there
  await page.waitForURL(/\/console\/receipts\/row/)
  await mei.visit('/console/receipts')
  await page.locator('section.card').nth(11).waitFor()
  expect(await page.locator('section.card').count()).toBe(12)
  expect(deals()).toEqual([])
}

/** Mei fills in the rows of the photographs. The books do not have the shop of one of them yet. */
export async function fillPhotographs({ mei, books }: Office): Promise<void> {
  await fill(mei, 'lunch.png', { 'line-0-amount': '2001' })
  await mei.press(mei.say(ROW.register))
  await mei.page.getByText(/登録しました/).waitFor()
  await fill(mei, 'shop.png', { 'line-0-amount': '2002', partner: '山田文具店' })
  await mei.press(mei.say(ROW.register))
  await mei.press(mei.say(ROW.createPartner))
  await mei.page.getByText(/登録しました/).waitFor()
  expect([...books.company.partners.values()].filter(({ name }) => name === '山田文具店')).toHaveLength(1)
}

async function fill(
  { page, say, visit }: Worker,
  file: string,
  cells: Record<string, string>,
): Promise<void> {
  await visit('/console/receipts')
  const card = page.locator('section.card', { has: page.getByText(file, { exact: true }) })
  await card.getByRole('link', { name: say(LIST.fill) }).click()
  const given = { date: '2026-04-14', qualified: 'はい', 'line-0-account_item': '会議費', ...cells }
  for (const [name, value] of Object.entries(given)) await page.locator(`[id="${name}"]`).fill(value)
  await page.locator('[id="line-0-rate"]').selectOption('10')
}

/** Mei registers all rows that are ready; one receipt looks double. */
export async function registerAll({ mei, deals }: Office): Promise<void> {
  const { page, say } = mei
  await mei.visit('/console/receipts')
  await page.getByRole('button', { name: say(LIST.registerAll) }).click()
  await page.getByText(say(STATES.double)).waitFor()
  await page.getByRole('button', { name: say(LIST.registerAll) }).waitFor({ state: 'detached' })
  const double = page.locator('section.card', { has: page.getByText(say(STATES.double)) })
  await double.getByRole('link').first().click()
  await mei.press(say(ROW.leaveOut))
  expect(deals()).toHaveLength(2 + 7)
}

/**
 * Hana releases both refunds with one approval. The service answers only one of the calls, so kura searches for the
 * other deal.
 */
export async function releaseRefunds({ hana, books, deals, kura }: Office): Promise<void> {
  const { page, say } = hana
  books.sandbox.faults.arm('POST /api/1/deals', lostAnswer(), { skip: 1 })
  await hana.visit('/console')
  await page.getByRole('link', { name: say(TO_DO.all, { count: 2 }) }).click()
  for (const box of await page.getByRole('checkbox').all()) await box.check()
  await hana.press(say(WAITING.release))
  await hana.press(say(WAITING.release))
  // a reload sends the same form again, and the page shows the first outcome
  for (const _ of ['the form', 'the reload']) {
    await page.getByText('1 of 2 items done').waitFor()
    await page.reload()
  }
  await hana.visit('/console')
  await page.getByRole('link', { name: /^Open: / }).click()
  await hana.press(say(ITEM.look))
  await page.reload()
  await page.getByText(say(ITEM.lookedDone)).waitFor()
  await hana.visit('/console')
  await page.getByText(say(TO_DO.nothing)).waitFor()
  expect(deals()).toHaveLength(2 + 9)
  const posts = kura.lines.filter(line => line['method'] === 'POST' && line['path'] === '/console/approve')
  expect(posts).toHaveLength(3)
}

/** Each receipt is in the books once, with its lines, and each photograph with its deal. */
export async function checkBooks({ deals, books, mei }: Office): Promise<void> {
  const amounts = deals().map(({ details }) => details.map(({ amount }) => amount))
  const inTable = [1001, 1002, 1004, -1005, 1006, 1007, -1008, 1009].map(amount => [amount])
  const expected = [...inTable, [1003, 203], [2001], [2002]]
  const sorted = (lists: readonly (readonly number[])[]) => lists.map(String).toSorted()
  expect(sorted(amounts)).toEqual(sorted(expected))
  const references = deals().map(({ ref_number }) => ref_number)
  expect(new Set(references).size).toBe(references.length)
  expect([...books.company.receipts.values()]).toHaveLength(2)
  await mei.visit('/console/receipts')
  await mei.page.getByText(mei.say(LIST.nothing)).waitFor()
}
