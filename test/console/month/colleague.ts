/** A colleague joins and leaves: Hana invites Ken, confirms his passkey by its number, and removes him. */
import { expect } from 'vitest'
import { ENROL } from '../../../lib/console/entrance/enrolment-words.ts'
import { SIGN_IN } from '../../../lib/console/entrance/words.ts'
import { CONNECTIONS, PEOPLE } from '../../../lib/console/pages/connections/words.ts'
import { TO_DO } from '../../../lib/console/pages/to-do/words.ts'
import { addAuthenticator } from '../browser.ts'
import type { Office } from './office.ts'

export async function inviteAndRemove({ hana, newPhone }: Office): Promise<void> {
  const { page, say } = hana
  await hana.visit('/console/connections')
  await page.getByRole('link', { name: say(CONNECTIONS.people) }).click()
  await page.getByLabel(say(PEOPLE.name)).fill('Ken')
  await page.getByLabel(say(PEOPLE.role)).selectOption('viewer')
  await hana.press(say(PEOPLE.invite))
  await hana.press(say(PEOPLE.confirm))
  const link = await page.locator('#link').inputValue()

  const ken = await newPhone('Ken', 'ja')
  await addAuthenticator(ken.page)
  await ken.page.goto(link)
  await ken.press(ken.say(ENROL.begin))
  await ken.press(ken.say(ENROL.create))
  const number = (await ken.page.locator('.number').textContent()) ?? ''

  await hana.visit('/console/people')
  await page.getByLabel(say(PEOPLE.number)).fill(number)
  await hana.press(say(PEOPLE.vouch))
  await hana.press(say(PEOPLE.confirm))
  await ken.visit('/console')
  await ken.press(ken.say(SIGN_IN.button))
  await ken.page.getByText(ken.say(TO_DO.nothing)).waitFor()

  await hana.visit('/console/people')
  await hana.press(say(PEOPLE.remove, { name: 'Ken' }))
  await hana.press(say(PEOPLE.confirm))
  const { pathname } = new URL(page.url())
  expect(pathname).toBe('/console/approve')
  await ken.visit('/console')
  await ken.page.getByRole('button', { name: ken.say(SIGN_IN.button) }).waitFor()
  await hana.visit('/console/people')
  expect(await page.getByRole('heading', { name: 'Ken' }).count()).toBe(0)
}
