/**
 * What else the company does on the console in the month: it has a colleague for a while, and sets up a device. In a run
 * with all rows it also buys a domain and sends a message, as the tests of these pages do in each run.
 */
import { test } from 'vitest'
import { describeInChromium } from '../../../helpers/chromium.ts'
import { count } from '../../../helpers/run/sampled.ts'
import { inviteAndRemove } from './colleague.ts'
import { enrolDevice } from './device.ts'
import { buyDomain } from './domain.ts'
import { deliverMessage } from './message.ts'
import { type Office, openOffice } from './office.ts'

const BOUGHT_AND_SENT = count({ few: [], all: [buyDomain, deliverMessage] })
const STEPS: readonly ((office: Office) => Promise<void>)[] = [
  inviteAndRemove,
  ...BOUGHT_AND_SENT,
  enrolDevice,
]

describeInChromium('a company on the console', open => {
  test('a colleague and a device', { timeout: 60_000 }, async () => {
    const office = await openOffice(open)
    for (const step of STEPS) await step(office)
  })
})
