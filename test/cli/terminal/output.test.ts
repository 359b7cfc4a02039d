import { describe, expect, test } from 'vitest'
import { createOutput, errorLines, heldOutput } from '../../../lib/cli/terminal/output.ts'
import { byteText } from '../../../lib/cli/terminal/progress.ts'
import { tableLines } from '../../../lib/cli/terminal/rows.ts'
import { AppError } from '../../../lib/core/errors.ts'

function createTestOutput(json = false, columns?: number) {
  const written = { out: '', err: '' }
  const sink = (name: 'out' | 'err') => ({
    ...(columns !== undefined && { columns }),
    write(text: string) {
      written[name] += text
    },
  })
  return { output: createOutput({ out: sink('out'), err: sink('err'), json }), written }
}

test('tableLines() aligns wide characters and leaves no trailing space', () => {
  const lines = tableLines(
    [
      ['営業', 'x'],
      ['a', ''],
    ],
    { head: ['name', 'y'] },
  )
  expect(lines).toEqual(['name  y', '----  -', '営業  x', 'a'])
})

test('byteText() uses decimal units', () => {
  expect([999, 1500, 3_500_000].map(byteText)).toEqual(['999 B', '1.5 kB', '3.5 MB'])
})

describe('createOutput()', () => {
  const EVIL = 'a\u001b]0;x\u0007\u009b2J\r\u202eb\tc\nd'
  const SHOWN = 'a\ufffd]0;x\ufffd\ufffd2J\ufffd\ufffdb\tc\nd'

  test('names the tag characters, which hide a text from people', () => {
    const { output, written } = createTestOutput()
    output.line('a\u{e0001}\u{e0041}b 👩\u200d💻')
    expect(written.out).toBe('a<U+E0001><U+E0041>b 👩\u200d💻\n')
  })

  test('shows nothing that a terminal would act on', () => {
    const { output, written } = createTestOutput()
    output.line(EVIL)
    output.command(EVIL)
    output.table([['1', EVIL]])
    output.list('names', ['name']).add([], [[EVIL]])
    expect(written.out).not.toMatch(/[^\P{Cc}\n\t]|\p{Bidi_Control}/u)
    expect(written.out).toContain(`${SHOWN}\n${SHOWN}\n1  ${SHOWN}\n`)
    output.note(EVIL)
    output.error(new AppError('usage', EVIL, { hint: EVIL }))
    expect(written.err).toBe(`${SHOWN}\nkura: ${SHOWN}\n  hint: ${SHOWN}\n`)
  })

  test.each([
    { isTTY: true, want: SHOWN },
    { isTTY: false, want: EVIL },
  ])('leaves the texts of others as they are unless they are shown: $isTTY', ({ isTTY, want }) => {
    let written = ''
    const out = {
      isTTY,
      write: (text: string) => {
        written += text
      },
    }
    createOutput({ out, err: out, json: false }).verbatim(EVIL)
    expect(written).toBe(`${want}\n`)
  })

  test('with json only the result reaches standard output', () => {
    const { output, written } = createTestOutput(true)
    output.line('for people')
    output.verbatim('for people')
    output.command('for people')
    output.table([['a']])
    output.progress({ what: 'fetching', done: 1, total: 2, unit: 'files' })
    output.result({ installed: 7 })
    expect(JSON.parse(written.out)).toEqual({ installed: 7 })
  })

  test('without a terminal progress is a few plain lines on standard error', () => {
    const { output, written } = createTestOutput()
    for (let done = 0; done <= 100; done++)
      output.progress({ what: 'fetching', done, total: 100, unit: 'files' })
    expect(written).toEqual({
      out: '',
      err: ['0', '25', '50', '75', '100'].map(done => `fetching ${done} of 100 files\n`).join(''),
    })
  })

  test('an error says what to do', () => {
    expect(errorLines(new AppError('usage', 'Cannot do it', { hint: 'do that' }))).toEqual([
      'kura: Cannot do it',
      '  hint: do that',
    ])
  })
})

describe('on a terminal of 20 columns', () => {
  const text = 'run kura today to see what needs a person'
  const want = 'run kura today to\n  see what needs a\n  person\n'

  test('a line, a remark and an error are wrapped, and their later lines indented', () => {
    const { output, written } = createTestOutput(false, 20)
    output.line(text)
    output.note(text)
    output.error(new AppError('usage', 'Cannot do it', { hint: text }))
    expect(written.out).toBe(want)
    expect(written.err).toBe(
      `${want}kura: Cannot do it\n  hint: run kura\n    today to see\n    what needs a\n    person\n`,
    )
  })

  test('a command stays on one line, and a text of others is shown as it is', () => {
    const shownOut: (string | Uint8Array)[] = []
    const out = { columns: 20, write: (shown: string | Uint8Array) => void shownOut.push(shown) }
    const wording = (given: string) => given.replace('kura ', 'npx --no kura ')
    const output = createOutput({ out, err: out, json: false, wording })
    output.command(text)
    output.verbatim(text)
    expect(shownOut.join('')).toBe(`${wording(text)}\n${text}\n`)
  })
})

describe('list()', () => {
  const parts = [[{ name: 'a', is: 1 }], [], [{ name: 'long name' }, { name: 'b', is: [2] }], [{ name: 'c' }]]
  const show = (json: boolean, shown: typeof parts) => {
    const { output, written } = createTestOutput(json)
    const list = output.list('devices', ['name', 'is'])
    const seen: string[] = []
    for (const part of shown) {
      list.add(
        part,
        part.map(({ name }) => [name, 'x']),
      )
      seen.push(written.out)
    }
    list.end()
    return { out: written.out, seen }
  }

  test('shows rows as they arrive, columns as wide as before', () => {
    const { out, seen } = show(false, parts)
    expect(seen[0]).toBe('name  is\n----  --\na     x\n')
    expect(out.slice(seen[0]?.length)).toBe('long name  x\nb          x\nc          x\n')
    expect(show(false, [[]]).out).toBe('')
  })

  test.each([{ shown: parts }, { shown: [[]] }])(
    'writes the JSON of all entries, part by part',
    ({ shown }) => {
      const { out, seen } = show(true, shown)
      expect(out).toBe(`${JSON.stringify({ devices: shown.flat() }, null, 2)}\n`)
      expect(out.startsWith(seen[0] ?? 'x')).toBe(true)
      if (shown === parts) expect(seen[0]).toContain('"a"')
    },
  )
})

test('heldOutput() keeps lines and tables until they are shown, once, and remarks are written at once', () => {
  const { output, written } = createTestOutput()
  const held = heldOutput(output)
  held.output.line('one')
  held.output.verbatim('one and a half')
  held.output.command('kura today')
  held.output.table([['two', 'three']])
  held.output.note('now')
  expect(written).toEqual({ out: '', err: 'now\n' })
  held.show()
  held.show()
  expect(written.out).toBe('one\none and a half\nkura today\ntwo  three\n')
})

test.each([
  { name: 'without a result is the result', answered: false, out: '"code": "usage"', err: '' },
  { name: 'after a result is JSON on standard error', answered: true, out: '{}', err: '"code": "usage"' },
])('with json the error that ends a command $name', ({ answered, out, err }) => {
  const { output, written: shown } = createTestOutput(true)
  if (answered) output.result({})
  output.failed(new AppError('usage', 'Cannot x'))
  expect(shown.out).toContain(out)
  expect(shown.err).toContain(err)
  expect(JSON.parse(answered ? shown.err : shown.out)).toMatchObject({ error: 'Cannot x' })
})

test('with json an unexpected error is JSON, and where it happened is on standard error', () => {
  const { output, written: shown } = createTestOutput(true)
  output.failed(new TypeError('x is no function'))
  expect(JSON.parse(shown.out)).toEqual({ error: 'x is no function', code: 'internal' })
  expect(shown.err).toContain('please report it')
})

test('JSON has the same value, and no control character that a terminal would obey', () => {
  const written: string[] = []
  const sink = { write: (text: string) => void written.push(text) } as never
  const evil = 'a\u001b[2J\u007f\u009b2J\u202eb 日本\n'
  const shown = createOutput({ out: sink, err: sink, json: true })
  shown.result({ evil })
  shown.note(evil)
  createOutput({ out: sink, err: sink, json: true }).failed(new AppError('remote_refused', evil))
  expect(written.join('')).not.toMatch(/[^\P{Cc}\n]|\p{Bidi_Control}/u)
  expect(JSON.parse(written[0] ?? '')).toEqual({ evil })
  expect(JSON.parse(written[1] ?? '')).toEqual({ note: evil })
  expect(JSON.parse(written[2] ?? '')).toMatchObject({ error: evil })
})
