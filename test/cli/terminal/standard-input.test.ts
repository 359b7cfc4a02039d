import { PassThrough, Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { readStandardInput } from '../../../lib/cli/terminal/standard-input.ts'

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
