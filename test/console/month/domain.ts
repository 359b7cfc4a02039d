/** A domain is bought: Hana asks for its price, buys it with the passkey, and sees it in the list of bought domains. */
import { expect } from 'vitest'
import { DOMAINS } from '../../../lib/console/pages/registrar/words.ts'
import { CONTACT, CONTACT_TEXTS } from '../../helpers/remotes/registrar-sandbox.ts'
import type { Office } from './office.ts'

export async function buyDomain({ hana, registrar, kura }: Office): Promise<void> {
  const { page, say } = hana
  await hana.visit('/console/domains')
  await page.getByLabel(say(DOMAINS.domain)).fill('example.com')
  await page.getByLabel(say(DOMAINS.autoRenew)).selectOption('off')
  await hana.press(say(DOMAINS.quote))
  for (const [name, value] of Object.entries(CONTACT)) await page.locator(`#${name}`).fill(value)
  await hana.press(say(DOMAINS.check))
  await page.getByText(say(DOMAINS.final)).waitFor()
  await hana.press(say(DOMAINS.buy, { domain: 'example.com', price: 'US$11.25' }))
  await page.reload()
  expect(registrar.charges('example.com')).toBe(1)
  await hana.visit('/console/domains')
  await page.getByRole('link', { name: 'example.com', exact: true }).waitFor()
  const records = await Promise.all(
    (await kura.store.keys('')).keys.map(async key => (await kura.store.read(key)).record?.value),
  )
  for (const text of CONTACT_TEXTS) expect(JSON.stringify([records, kura.lines])).not.toContain(text)
}
