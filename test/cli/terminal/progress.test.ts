/** The progress of a long command: on a terminal a bar that is removed at the end, elsewhere a few plain lines. */
import { stripVTControlCharacters } from 'node:util'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { displayWidth } from '../../../lib/cli/terminal/fitting.ts'
import { createOutput } from '../../../lib/cli/terminal/output.ts'
import { type Locale, NEUTRAL } from '../../../lib/core/language/language.ts'
import { FETCHING } from '../../../lib/device/disk/words.ts'
import { JAPANESE } from '../../helpers/notice-words.ts'

/** Creates a terminal on which bars are drawn as time passes. */
function createTerminal(columns: number, locale: Locale = NEUTRAL) {
  let text = ''
  const err = {
    isTTY: true,
    columns,
    write(written: string | Uint8Array) {
      text += written
    },
  }
  const output = createOutput({ out: { write: () => undefined }, err, json: false, locale })
  return {
    output,
    /** Returns the last drawn line, after a second in which a bar is drawn again. */
    async line(): Promise<string> {
      await vi.advanceTimersByTimeAsync(1_000)
      return stripVTControlCharacters(text.split(LINE_START).at(-1) ?? '').trim()
    },
  }
}

/** The control sequence that moves the cursor to the start of the line. */
const LINE_START = '\u001b[1G'

// the code of the bar is loaded beforehand, so that this takes no time of the tests
beforeAll(() => import('cli-progress'))
beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const step = (done: number) => ({ what: 'registering', done, total: 1000, unit: 'rows' }) as const

test('a bar is in the language of the output', async () => {
  const { output, line } = createTerminal(80, JAPANESE)
  output.progress({ ...step(0), what: FETCHING, unit: 'bytes' })
  await vi.advanceTimersByTimeAsync(0)
  output.progress({ ...step(500), what: FETCHING, unit: 'bytes' })
  expect(await line()).toMatch(/^取得中 .* 50% 500 B\/1\.0 kB$/)
  output.endProgress()
})

describe.each([60, 120])('on a terminal of %i columns', columns => {
  test('a bar says how much is done', async () => {
    const { output, line } = createTerminal(columns)
    output.progress(step(0))
    expect(await line()).toMatch(/^registering .* 0% 0 of 1000 rows$/)
    output.progress(step(660))
    const shown = await line()
    expect(shown).toMatch(/^registering =+-+ 66% 660 of 1000 rows$/)
    expect(displayWidth(shown)).toBeLessThan(columns)
    output.endProgress()
  })
})

test('a line ends the bar first, and the next step begins another one', async () => {
  const { output, line } = createTerminal(60)
  output.progress(step(20))
  expect(await line()).toContain('2% 20 of 1000 rows')
  output.note('waiting for the limit of the accounting service')
  expect(await line()).toBe('waiting for the limit of the accounting service')
  output.progress(step(40))
  expect(await line()).toContain('4% 40 of 1000 rows')
  output.endProgress()
})

test('the last step takes the bar away', async () => {
  const { output, line } = createTerminal(60)
  output.progress(step(500))
  output.progress(step(1000))
  expect(await line()).toBe('')
})
