/** The pages of To do in a real browser: axe, the width of a phone, and the keyboard. */
import { expect, test } from 'vitest'
import { describeInChromium } from '../../../helpers/chromium.ts'
import { insertPasskey, problemsOfPages, signIn } from '../../browser.ts'
import { fileInBox, incorrect, inReview, proposed, servedConsole, unknown } from './world.ts'

const PAGES = {
  'to-do': '/console',
  table: '/console?show=deal_review',
  proposals: '/console?show=deal_proposed',
  review: '/console/item?kind=deal&name=receipt+1',
  unknown: '/console/item?kind=deal&name=receipt+5',
  reason: '/console/item?kind=deal&name=receipt+5&act=free',
  correct: '/console/item?kind=deal&name=receipt+4&act=correct',
  fault: '/console?a=1',
} as const

describeInChromium('To do', open => {
  test('each page fits, axe finds nothing, and the keyboard reaches all', async () => {
    const world = await servedConsole()
    for (const name of ['receipt 1', '領収書 2', 'a <b>\u202e']) await inReview(world, name)
    await incorrect(world, 'receipt 4')
    await unknown(world, 'receipt 5')
    await proposed(world, '領収書 8')
    await proposed(world, '領収書 9', { receipt_ids: [await fileInBox(world)] })
    const view = await open()
    await signIn(view, world)
    expect(await problemsOfPages(view, { url: world.url, pages: PAGES })).toEqual([])
  })

  test('with the keyboard: Enter twice, a reload, the way back and a second tab register once', async () => {
    const world = await servedConsole({ env: { KURA_LANGUAGE: 'ja' } })
    await inReview(world, '領収書 1')
    const before = world.service.company.deals.size
    const { url, key } = world
    const view = await open()
    await signIn(view, world)
    await insertPasskey(view, key)
    const second = await view.context().newPage()
    await insertPasskey(second, key)
    await second.goto(`${url}/console/item?kind=deal&name=${encodeURIComponent('領収書 1')}`)
    const press = async (words: string, address: RegExp) => {
      for (let at = 0; at < 30; at++) {
        await view.keyboard.press('Tab')
        if ((await view.evaluate('document.activeElement.textContent')) === words) break
      }
      await view.keyboard.press('Enter')
      await view.keyboard.press('Enter').catch(() => undefined)
      await view.waitForURL(address)
    }
    await view.goto(`${url}/console`)
    await press('開く', /console\/item/)
    await press('この内容で登録する', /console\/approve/)
    const outcome = await view.locator('main').innerText()
    expect(outcome).toContain('1件が完了しました')
    await view.reload()
    expect(await view.locator('main').innerText()).toBe(outcome)
    await view.goBack()
    expect(await view.locator('.tag').first().innerText()).toBe('登録済み')
    await second.getByRole('button', { name: 'この内容で登録する' }).dblclick()
    await second.waitForURL(/console\/approve/)
    expect(await second.locator('main').innerText()).toContain(
      '「領収書 1」を承認できません：確認待ちではありません（登録済み',
    )
    expect(world.service.company.deals.size - before).toBe(1)
  })

  test('without scripts, a deal is corrected and looked at again', async () => {
    const world = await servedConsole()
    await incorrect(world, 'receipt 4')
    await unknown(world, 'receipt 5', 4400)
    const { url } = world
    const view = await open({ javaScriptEnabled: false })
    await signIn(view, world)
    await view.goto(`${url}/console`)
    await view.getByRole('link', { name: /^Open: .*receipt 4/ }).click()
    await view.getByRole('link', { name: 'Correct it' }).click()
    await view.getByLabel('Day').fill('2026-06-15')
    await view.getByLabel('Amount in yen').fill('1,234')
    await view.getByLabel('Account item').selectOption('消耗品費')
    await view.getByLabel('Tax rate').selectOption('another tax category, typed below')
    await view
      .getByLabel('Tax only')
      .or(view.getByLabel('Tax', { exact: true }))
      .fill('課対仕入10%')
    await view.getByRole('button', { name: 'Check it' }).click()
    await view.getByRole('button', { name: 'Register it' }).click()
    expect(new URL(view.url()).pathname).toBe('/console/item')
    expect((await world.ask('/cases/receipt%204')).body).toMatchObject({ state: 'done' })
    await view.goto(`${url}/console/item?kind=deal&name=receipt+5`)
    await view.getByRole('button', { name: 'Look at the service again' }).click()
    expect(await view.getByText('The service has it').count()).toBe(1)
  })
})
