/** The pages of Messages in a real browser: a delivery with a passkey, axe, and reading without scripts. */
import { expect, test } from 'vitest'
import { LANGUAGES } from '../../../../lib/core/language/language.ts'
import { describeInChromium, type OpenWindow } from '../../../helpers/chromium.ts'
import { turn } from '../../../helpers/run/sampled.ts'
import { insertPasskey, problemsIn, signIn } from '../../browser.ts'
import { createMessagesWorld, ORDER } from './world.ts'

async function browse(open: OpenWindow, language: string, options: object = {}) {
  const world = await createMessagesWorld({ env: { KURA_LANGUAGE: language } })
  const view = await open(options)
  await signIn(view, world)
  await view.goto(`${world.url}/console/messages`)
  return { ...world, view }
}

describeInChromium('Messages', open => {
  test.each(turn(LANGUAGES))('%s: fits, axe finds nothing, and a message is sent', async language => {
    const { view, url, key, remote, directOf, keepStatus } = await browse(open, language)
    await keepStatus('取引 2件')
    await insertPasskey(view, key)
    const check = async (name: string) => {
      expect(await problemsIn(language, { view, name: `messages-${name}` })).toEqual([])
    }
    for (const name of ['name', 'text', 'people'] as const) await view.locator(`#${name}`).fill(ORDER[name])
    await view.locator('main button.first').click()
    await check('preview')
    await view.locator('form[data-passkey] button').click()
    await view.waitForURL(`${url}/console/approve`)
    expect(remote.texts(directOf())).toEqual([ORDER.text])
    await view.locator('main .acts a.first').click()
    await view.getByText('ken').waitFor()
    await check('delivery')
    await view.goto(`${url}/console/messages`)
    await check('list')
  })

  test('is read, and corrected, without scripts', async () => {
    const { view } = await browse(open, 'en', { javaScriptEnabled: false })
    await view.locator('#name').fill('friday')
    await view.locator('#text').fill('Coming?')
    await view.locator('#people').fill('eve')
    await view.locator('main button.first').click()
    expect(await view.locator('#people-fault').textContent()).toContain('eve')
    await view.locator('#people').fill('hana')
    await view.locator('main button.first').click()
    expect(await view.getByRole('heading', { name: 'hana' }).count()).toBe(1)
  })
})
