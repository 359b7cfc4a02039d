import { PassThrough, Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { readGivenFile } from '../../../lib/cli/terminal/given-file.ts'
import { readStandardInput } from '../../../lib/cli/terminal/standard-input.ts'
import { stoppableSleep } from '../../../lib/cli/terminal/stoppable-sleep.ts'
import { wholeNumber } from '../../../lib/cli/terminal/whole-number.ts'
import { temporaryDirectory } from '../../helpers/temporary-directory.ts'

describe('given-file', () => {
  test('readGivenFile() reads a file beside the person', async () => {
    const cwd = await temporaryDirectory({ 'deal.json': '{}' })
    expect(await readGivenFile('deal.json', 'the deal', { cwd })).toBe('{}')
  })

  test('readGivenFile() leaves out the byte order mark that an editor has put before the text', async () => {
    const cwd = await temporaryDirectory({ 'deal.json': '\ufeff{}' })
    expect(await readGivenFile('deal.json', 'the deal', { cwd })).toBe('{}')
  })

  test.each([
    ['none.json', 'there is no such file or folder'],
    ['folder', 'it is a folder, expected a file'],
  ])('readGivenFile() says why "%s" cannot be read', async (file, why) => {
    const cwd = await temporaryDirectory({ 'folder/deal.json': '{}' })
    await expect(readGivenFile(file, 'the deal', { cwd })).rejects.toMatchObject({
      code: 'usage',
      message: `Cannot read the deal "${file}": ${why}`,
    })
  })
})

describe('stoppable-sleep', () => {
  const HOUR = 3_600_000

  test('stoppableSleep() ends with the reason of the abort', async () => {
    const stop = new AbortController()
    const asleep = stoppableSleep(stop.signal)(HOUR)
    const reason = new Error('stopped')
    stop.abort(reason)
    await expect(asleep).rejects.toBe(reason)
  })

  test('stoppableSleep() does not begin if the work was stopped before', async () => {
    const reason = new Error('stopped')
    await expect(stoppableSleep(AbortSignal.abort(reason))(HOUR)).rejects.toBe(reason)
  })

  test('stoppableSleep() wakes by itself', async () => {
    await expect(stoppableSleep(new AbortController().signal)(0)).resolves.toBeUndefined()
  })
})

describe('whole-number', () => {
  const read = wholeNumber('--days', 365)

  test.each([
    ['1', 1],
    ['365', 365],
    ['３０', 30],
    [' 7 ', 7],
  ])('wholeNumber() reads "%s"', (text, want) => {
    expect(read(text)).toBe(want)
  })

  test.each(['0', '366', '-1', '1.5', '1e2', '', '三', '00000001'])('wholeNumber() refuses "%s"', text => {
    expect(() => read(text)).toThrow(`Cannot use --days "${text}": expected a whole number from 1 to 365`)
  })
})

describe('standard-input', () => {
  test('readStandardInput() reads the whole input', async () => {
    const { signal } = new AbortController()
    const input = Readable.from([Buffer.from([0xe8, 0x94]), Buffer.from([0xb5])])
    expect(await readStandardInput({ signal }, input)).toBe('蔵')
  })

  test('readStandardInput() ends if it is stopped', async () => {
    const stop = new AbortController()
    const reading = readStandardInput({ signal: stop.signal }, new PassThrough())
    stop.abort(new Error('stopped'))
    await expect(reading).rejects.toThrow('stopped')
  })
})
