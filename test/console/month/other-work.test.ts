/** The other work of the month on the console: a colleague, a domain, a message and a device. */
import { test } from 'vitest'
import { describeInChromium } from '../../helpers/chromium.ts'
import { inviteAndRemove } from './colleague.ts'
import { enrolDevice } from './device.ts'
import { buyDomain } from './domain.ts'
import { deliverMessage } from './message.ts'
import { openOffice } from './office.ts'

describeInChromium('a company on the console', open => {
  test('a colleague, a domain, a message and a device', { timeout: 180_000 }, async () => {
    const office = await openOffice(open)
    for (const step of [inviteAndRemove, buyDomain, deliverMessage, enrolDevice]) await step(office)
  })
})
