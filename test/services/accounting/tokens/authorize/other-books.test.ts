import { describe, expect, test } from 'vitest'
import type { UserCompany } from '../../../../../lib/services/accounting/tokens/company.ts'
import { createWorld, HOUR, shownCode } from '../world.ts'

describe('the books of another company', () => {
  const OTHER = { id: 7_654_321, number: '0091234567', name: '' }

  test('are refused, and the pair in use stays', async () => {
    const world = await createWorld()
    world.sandbox.state.chosen = OTHER.id
    const tokens = world.tokens()
    const code = await shownCode((await tokens.begin()).url)
    await expect(tokens.finish(code)).rejects.toMatchObject({
      code: 'authorization_failed',
      message: expect.stringContaining('these are the books of 7654321, and kura uses 1234567'),
      hint: expect.stringContaining('kura accounting authorize --company 0091234567'),
    })
    expect(await tokens.status()).toMatchObject({ generation: 1, company: { id: 1_234_567 } })
    expect(await world.call(await tokens.accessToken())).toBe(200)
  })

  test('are refused although those in use are not known', async () => {
    const world = await createWorld()
    await world.change({ authorization: undefined })
    const tokens = world.tokens()
    const code = await shownCode((await tokens.begin()).url)
    await expect(tokens.finish(code)).rejects.toMatchObject({
      message: expect.stringMatching(/these are the books of 1234567, so nothing was stored$/),
      hint: expect.stringContaining('--company 8101234567'),
    })
    expect((await tokens.status()).generation).toBe(1)
  })

  test('are used in place of unknown ones if they are named', async () => {
    const world = await createWorld()
    await world.change({ authorization: undefined })
    const tokens = world.tokens()
    const code = await shownCode((await tokens.begin()).url)
    expect(await tokens.finish(code, { company: '1234567' })).toMatchObject({
      generation: 2,
      company: { id: 1_234_567 },
    })
  })

  test('are used if they are named, and stay known while the pair is refreshed', async () => {
    const world = await createWorld()
    world.sandbox.state.chosen = OTHER.id
    const tokens = world.tokens()
    const code = await shownCode((await tokens.begin()).url)
    expect((await tokens.finish(code, { company: '009-1234567' })).company).toEqual(OTHER)
    world.advance(6 * HOUR)
    await tokens.accessToken()
    expect(await tokens.status()).toMatchObject({ generation: 3, company: OTHER })
  })

  test('are refused if others came into use while the code was exchanged', async () => {
    const world = await createWorld({ authorized: false })
    const tokens = world.tokens()
    const code = await shownCode((await tokens.begin()).url)
    const overtaken = world.tokens({
      companies: async () => {
        world.sandbox.state.chosen = OTHER.id
        const other = world.tokens()
        await other.finish(await shownCode((await other.begin()).url))
        return []
      },
    })
    await expect(overtaken.finish(code)).rejects.toMatchObject({ code: 'authorization_failed' })
    expect((await tokens.status()).company).toEqual(OTHER)
  })

  test('are named by the service, or by its list if it does not say which, or not kept', async () => {
    const world = await createWorld({ authorized: false })
    const silent: typeof fetch = async (...given) => {
      const {
        company_id: _,
        external_cid: __,
        ...reply
      } = (await (await fetch(...given)).json()) as Record<string, unknown>
      return Response.json(reply)
    }
    const finish = async (companies?: readonly UserCompany[]) => {
      const tokens = world.tokens({ fetch: silent, ...(companies && { companies: async () => companies }) })
      return tokens.finish(await shownCode((await tokens.begin()).url))
    }
    await expect(finish()).rejects.toMatchObject({
      message: expect.stringContaining('does not say whose books'),
    })
    await expect(finish([OTHER, { ...OTHER, id: 2 }])).rejects.toMatchObject({
      message: expect.stringMatching(/the books of several companies, so nothing was stored$/),
      hint: expect.stringMatching(/--company NUMBER$/),
    })
    expect((await finish([{ ...OTHER, role: 'admin' }])).company).toEqual(OTHER)
  })
})
