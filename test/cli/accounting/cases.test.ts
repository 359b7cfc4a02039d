import { beforeEach, describe, expect, test } from 'vitest'
import { lostAnswer, lostRequest } from '../../../sandbox/faults.ts'
import { type Books, DEAL, LINE, serveBooks } from './books.ts'

let served: Books['served']
let kura: Books['kura']
let confirmFirst: Books['confirmFirst']

beforeEach(async () => {
  ;({ served, kura, confirmFirst } = await serveBooks())
})

describe('kura accounting cases, resolve, release, free', () => {
  test('a flagged case is released by name', async () => {
    await confirmFirst()
    await kura(['deal', '--write', '--case', 'receipt 1', ...LINE, '--tax-code', '190'])
    expect((await kura(['cases', '--state', 'review'])).out).toMatch(/receipt 1 +review +1,100 yen/)
    const refused = await kura(['release', 'receipt 1'], { answers: ['no'] })
    expect(refused.out).toMatch(/line 1 +消耗品費 \(501\), 課対仕入（控50）10% \(190\), 1,100 yen\n/)
    expect(refused.out).toMatch(/"tax_code": 190[\s\S]*nothing was sent\n$/)
    const { out } = await kura(['release', 'receipt 1', '--by', 'Mei'], { answers: ['yes'] })
    expect(out).toMatch(/registered the case "receipt 1" as deal \d+\n$/)
  })

  test('a release without a question names the operation that was shown, and sends no other', async () => {
    await confirmFirst()
    const flagged = ['deal', '--write', '--case', 'receipt 1', ...LINE, '--tax-code', '190']
    await kura(flagged)
    const show = () => kura(['release', 'receipt 1'], { answers: ['no'] })
    const operationOf = ({ out }: { out: string }) => /^operation +(\S+)$/m.exec(out)?.[1] ?? ''
    const seen = operationOf(await show())
    await kura([...flagged, '--description', 'corrected'])
    const release = (operation: string) =>
      kura(['release', 'receipt 1', '--by', 'Mei', '--operation', operation])
    await expect(release(seen)).rejects.toMatchObject({ code: 'conflict' })
    const { out } = await release(operationOf(await show()))
    expect(out).toMatch(/registered the case "receipt 1" as deal \d+\n$/)
  })

  test('an unknown case is looked up', async () => {
    await confirmFirst()
    served.service.sandbox.faults.arm('POST /api/1/deals', lostAnswer())
    await expect(kura(['deal', '--write', '--case', 'receipt 1', ...DEAL])).rejects.toMatchObject({
      code: 'remote_silent',
      hint: expect.stringContaining('kura accounting resolve "receipt 1"'),
    })
    expect((await kura(['resolve', 'receipt 1'])).out).toMatch(/^the case "receipt 1" is deal \d+\n$/)
  })

  test('a case whose deletion may still arrive is looked up again later', async () => {
    await confirmFirst()
    const { out } = await kura(['deal', '--write', '--case', 'receipt 1', ...DEAL])
    const deal = /as deal (\d+)/.exec(out)?.[1] ?? ''
    served.service.sandbox.faults.arm(`DELETE /api/1/deals/${deal}`, lostRequest())
    await expect(kura(['deals', 'delete', deal, '--write'])).rejects.toMatchObject({ code: 'remote_silent' })
    expect((await kura(['resolve', 'receipt 1'])).out).toBe(
      `the deal ${deal} of the case "receipt 1" is being deleted, and is still at the service\n` +
        'its deletion may still arrive: resolve the case again, a quarter of an hour after it was sent\n',
    )
  })

  describe('a case is freed by name, with a reason,', () => {
    const free = ['free', 'receipt 1', '--by', 'Mei']
    const reason = ['--reason', 'by hand']
    const review = async () => {
      await confirmFirst()
      await kura(['deal', '--write', '--case', 'receipt 1', ...DEAL, '--date', 'some day'])
      return (await served.ask('/cases/receipt%201')).body.operation
    }

    test('after it was shown and confirmed', async () => {
      const operation = await review()
      await expect(kura(free, { answers: ['yes', ''] })).rejects.toMatchObject({ code: 'usage' })
      await expect(kura([...free, '--reason', 'x'.repeat(201)], { answers: ['yes'] })).rejects.toThrow(
        /^Cannot use --reason: expected at most 200 characters$/,
      )
      expect((await kura([...free, ...reason], { answers: ['no'] })).out).toMatch(/nothing was freed\n$/)
      const { out, asked } = await kura([...free, ...reason], { answers: ['yes'] })
      expect(asked).toEqual(['let it be registered again? (yes/no) '])
      expect(out).toMatch(/^the case "receipt 1" is review:\n/)
      expect(out).toContain(operation)
      expect(out).toMatch(/it may be registered again\n$/)
    })

    test('or as the operation that was shown, and no other', async () => {
      const operation = await review()
      await expect(kura([...free, ...reason, '--operation', 'another'])).rejects.toMatchObject({
        code: 'conflict',
      })
      const { out, asked } = await kura([...free, ...reason, '--operation', operation])
      expect(asked).toEqual([])
      expect(out).toMatch(/it may be registered again\n$/)
    })
  })

  test('of nothing', async () => {
    const nothing = async (...state: string[]) => (await kura(['cases', ...state])).out
    expect(await nothing()).toBe('no case needs anybody: --state all lists those that are done\n')
    expect(await nothing('--state', 'all')).toContain('kura accounting deal --write registers one')
    expect(await nothing('--state', 'review')).toBe('no case is review: --state all lists every case\n')
    await expect(kura(['resolve', 'x'])).rejects.toMatchObject({ code: 'not_found' })
  })
})
