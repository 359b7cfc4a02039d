/** The pages that the sandbox shows a person in place of the service. */
import { expect, test } from 'vitest'
import { OUT_OF_BAND } from '../../../sandbox/accounting/seed.ts'
import { describeInChromium, problemsOf } from '../../helpers/chromium.ts'
import { startAccountingSandbox } from '../../helpers/remotes/accounting-sandbox.ts'

describeInChromium('a page of the sandbox', open => {
  test.each([
    { name: 'with a code', changes: {}, heading: '認可コード' },
    { name: 'about an unknown application', changes: { client_id: 'other' }, heading: 'エラー' },
  ])('$name has no fault', async ({ changes, heading }) => {
    const running = await startAccountingSandbox()
    const { client_id } = running.sandbox.state.application
    const query = new URLSearchParams({
      client_id,
      redirect_uri: OUT_OF_BAND,
      response_type: 'code',
      ...changes,
    })
    const view = await open()
    await view.goto(`${running.url}/public_api/authorize?${query}`)
    expect(await view.locator('h1').textContent()).toBe(heading)
    expect(await problemsOf(view)).toEqual([])
  })
})
