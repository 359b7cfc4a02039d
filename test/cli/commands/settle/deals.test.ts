import { beforeEach, describe, expect, test } from 'vitest'
import { lostAnswer, lostRequest } from '../../../../sandbox/faults.ts'
import { type Books, DEAL, LINE, serveBooks } from '../accounting/books.ts'

let served: Books['served']
let kura: Books['kura']
let confirmFirst: Books['confirmFirst']

beforeEach(async () => {
  ;({ served, kura, confirmFirst } = await serveBooks())
})

describe('kura settle of deals', () => {
  test('a flagged case is released by name', async () => {
    await confirmFirst()
    await kura(['deal', '--write', '--case', 'receipt 1', ...LINE, '--tax-code', '190'])
    expect((await kura(['list', 'cases', '--state', 'review'])).out).toMatch(/receipt 1 +review +1,100 yen/)
    const refused = await kura(['settle', 'receipt 1'], { answers: ['no'] })
    expect(refused.status).toBe(3)
    expect(refused.out).toMatch(/line 1 +消耗品費 \(501\), 課対仕入（控50）10% \(190\), 1,100 yen\n/)
    expect(refused.out).toMatch(/"tax_code": 190[\s\S]*nothing was decided about "receipt 1"\n$/)
    const { out } = await kura(['settle', 'receipt 1', '--by', 'Mei'], { answers: ['yes'] })
    expect(out).toMatch(/registered the case "receipt 1" as deal \d+\n$/)
  })

  test('a release without a question names the operation that was shown, and sends no other', async () => {
    await confirmFirst()
    const flagged = ['deal', '--write', '--case', 'receipt 1', ...LINE, '--tax-code', '190']
    await kura(flagged)
    const show = () => kura(['settle', 'receipt 1'], { answers: ['no'] })
    const operationOf = ({ out }: { out: string }) => /^operation +(\S+)$/m.exec(out)?.[1] ?? ''
    const seen = operationOf(await show())
    await kura([...flagged, '--description', 'corrected'])
    const release = (operation: string) =>
      kura(['settle', 'receipt 1', '--release', '--by', 'Mei', '--operation', operation])
    await expect(release(seen)).rejects.toMatchObject({ code: 'conflict' })
    const { out } = await release(operationOf(await show()))
    expect(out).toMatch(/registered the case "receipt 1" as deal \d+\n$/)
  })

  test('an unknown case is looked up', async () => {
    await confirmFirst()
    served.service.sandbox.faults.arm('POST /api/1/deals', lostAnswer())
    await expect(kura(['deal', '--write', '--case', 'receipt 1', ...DEAL])).rejects.toMatchObject({
      code: 'remote_silent',
      hint: expect.stringContaining('kura settle "receipt 1"'),
    })
    expect((await kura(['settle', 'receipt 1'])).out).toMatch(/^the case "receipt 1" is deal \d+\n$/)
  })

  test('a case whose deletion may still arrive is looked up again later', async () => {
    await confirmFirst()
    const { out } = await kura(['deal', '--write', '--case', 'receipt 1', ...DEAL])
    const deal = /as deal (\d+)/.exec(out)?.[1] ?? ''
    served.service.sandbox.faults.arm(`DELETE /api/1/deals/${deal}`, lostRequest())
    await expect(kura(['delete', deal, '--write'])).rejects.toMatchObject({ code: 'remote_silent' })
    expect((await kura(['settle', 'receipt 1'])).out).toBe(
      `the deal ${deal} of the case "receipt 1" is being deleted, and is still at the service\n` +
        'its deletion may still arrive: settle the case again, a quarter of an hour after it was sent\n',
    )
  })

  describe('a case is freed by name, with a reason,', () => {
    const free = ['settle', 'receipt 1', '--free', '--by', 'Mei']
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
      expect((await kura([...free, ...reason], { answers: ['no'] })).out).toMatch(/nothing was changed\n$/)
      const { out, asked } = await kura([...free, ...reason], { answers: ['yes'] })
      expect(asked).toEqual([
        'it cannot be sent: register it again, corrected. close it until then? (yes/no) ',
      ])
      expect(out).toMatch(/^the deal "receipt 1" is review:\n/)
      expect(out).toContain(operation)
      expect(out).toMatch(/it may be registered again\n$/)
    })

    test('the only decision that is offered if the deal has to be corrected first', async () => {
      await review()
      const kept = await kura(['settle', 'receipt 1'], { answers: ['no'] })
      expect({ asked: kept.asked.length, status: kept.status }).toEqual({ asked: 1, status: 3 })
      const answers = ['yes', 'by hand', 'Mei']
      const { asked, status } = await kura(['settle', 'receipt 1'], { answers })
      expect(asked).toEqual([expect.stringContaining('close it until then?'), 'why: ', 'your name: '])
      expect(status).toBe(0)
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

  describe('many at once', () => {
    const flagged = async (...names: string[]) => {
      await confirmFirst()
      for (const name of names) await kura(['deal', '--write', '--case', name, ...LINE, '--tax-code', '190'])
      const { items } = JSON.parse((await kura(['settle', '--list', '--kind', 'deal', '--json'])).out)
      return new Map(items.map((item: { case: string; operation: string }) => [item.case, item.operation]))
    }

    test('for different reasons are asked about one after the other, and the name is asked for once', async () => {
      await flagged('receipt 1')
      await kura(['deal', '--write', '--case', 'receipt 2', ...DEAL, '--amount=-500'])
      const { out, asked, status } = await kura(['settle', '--kind', 'deal'], {
        answers: ['yes', 'Mei', 'yes'],
      })
      expect(asked).toEqual(['send it as it is? (yes/no) ', 'your name: ', 'send it as it is? (yes/no) '])
      expect(out.match(/^registered the case "receipt [12]" as deal \d+$/gm)).toHaveLength(2)
      expect(status).toBe(0)
    })

    const WHICH = 'send these 3 as they are? (yes, no, or the numbers of those to send) '
    const refunds = async () => {
      await confirmFirst()
      for (const name of ['a', 'b', 'c'])
        await kura(['deal', '--write', '--case', name, ...DEAL, '--amount=-500', '--date', '2026-06-14'])
    }

    test.each([
      { answer: 'yes', sent: 3, status: 0 },
      { answer: '１、３', sent: 2, status: 3 },
      { answer: 'no', sent: 0, status: 3 },
      { answer: '', sent: 0, status: 3 },
    ])(
      'of one kind have one table and one question: "$answer" sends $sent',
      async ({ answer, sent, status }) => {
        await refunds()
        const shown = await kura(['settle', '--kind', 'deal'], { answers: [answer, 'Mei'] })
        expect(shown.asked).toEqual(sent > 0 ? [WHICH, 'your name: '] : [WHICH])
        expect(shown.out).toMatch(/^deals with a negative amount, like refunds:$/m)
        expect(shown.out).toMatch(
          /^\[[123]\] +a +2026-06-14 +-500 yen +消耗品費 課対仕入10% +it has a negative/m,
        )
        expect(shown.out.match(/^registered the case "[abc]" as deal \d+$/gm) ?? []).toHaveLength(sent)
        expect(shown.status).toBe(status)
      },
    )

    test('of one kind are sent only as the table showed them', async () => {
      await refunds()
      const changed = async () => {
        await kura(['deal', '--write', '--case', 'b', ...DEAL, '--amount=-700', '--date', '2026-06-14'])
        return 'yes'
      }
      const { out, err, status } = await kura(['settle', '--kind', 'deal', '--by', 'Mei'], {
        answers: [changed],
      })
      expect(err).toContain('its body was changed since it was looked at')
      expect(out.match(/^registered the case "[ac]" as deal \d+$/gm)).toHaveLength(2)
      expect(status).toBe(1)
    })

    test('an answer that names no number of the table decides nothing', async () => {
      await refunds()
      await expect(kura(['settle', '--kind', 'deal'], { answers: ['4'] })).rejects.toMatchObject({
        code: 'usage',
        hint: 'expected yes, no, or numbers from 1 to 3',
      })
      expect((await kura(['list', 'cases'])).out.match(/ review /g)).toHaveLength(3)
    })

    test('name an operation each, in the order of the cases; one that changed is not sent', async () => {
      const shown = await flagged('receipt 1', 'receipt 2')
      const operations = ['--operation', 'another', '--operation', String(shown.get('receipt 2'))]
      const words = ['settle', 'receipt 1', 'receipt 2', '--release', '--by', 'Mei', '--kind', 'deal']
      const { out, err, status, asked } = await kura([...words, ...operations, '--json'])
      expect({ asked, status }).toEqual({ asked: [], status: 1 })
      expect(err).toContain('its body was changed since it was looked at')
      expect(JSON.parse(out).items).toMatchObject([
        { kind: 'deal', case: 'receipt 1', error: expect.any(String), isOpen: true },
        { kind: 'deal', case: 'receipt 2', decision: 'release', isOpen: false, reply: { state: 'done' } },
      ])
    })

    test('nothing is decided without a terminal that was not named', async () => {
      const shown = await flagged('receipt 1')
      for (const words of [
        ['--by', 'Mei'],
        ['--release', '--by', 'Mei'],
        ['--by', 'Mei', '--operation', String(shown.get('receipt 1'))],
      ])
        await expect(kura(['settle', 'receipt 1', ...words])).rejects.toMatchObject({ code: 'usage' })
      const { out, status } = await kura(['settle', 'receipt 1', '--look'])
      expect(out).toMatch(/^flag .*\n(?:.*\n)*operation +\S+\n/m)
      expect(status).toBe(3)
      expect((await kura(['list', 'cases'])).out).toMatch(/receipt 1 +review/)
    })
  })
})
