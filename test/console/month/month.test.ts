/**
 * The books of a month of a company whose two people use only the console. Each step is a function in a file of this
 * folder; later steps use the results of earlier ones. `other-work.test.ts` has the rest of the month.
 */
import { test } from 'vitest'
import { describeInChromium } from '../../helpers/chromium.ts'
import { closeMonth, takeSheet } from './close.ts'
import { type Office, openOffice } from './office.ts'
import { picturesIn } from './pictures.ts'
import { checkBooks, fillPhotographs, registerAll, releaseRefunds, sendReceipts } from './receipts.ts'

const STEPS: readonly ((office: Office) => Promise<void>)[] = [
  sendReceipts,
  fillPhotographs,
  registerAll,
  releaseRefunds,
  checkBooks,
  closeMonth,
  takeSheet,
]
/** The folder for the pictures of the documentation; undefined in a usual run, which takes none. */
const PICTURES = process.env['KURA_PICTURES']

describeInChromium('a month on the console', open => {
  test('receipts, releases and the sheet; nothing twice', { timeout: 180_000 }, async () => {
    const office = await openOffice(open)
    for (const step of STEPS) await step(office)
  })

  if (PICTURES !== undefined)
    test('the pictures of the documentation', { timeout: 180_000 }, async () => {
      const office = await openOffice(open)
      for (const step of picturesIn(PICTURES)) await step(office)
    })
})
