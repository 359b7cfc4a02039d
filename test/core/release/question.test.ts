import { describe, expect, test } from 'vitest'
import { deviceStatusSchema } from '../../../lib/core/release/question.ts'

const STATUS = {
  sequence: 1,
  expected: 7,
  installed: 7,
  indexed: 7,
  line: 'memory=7 / index reference=yes',
  at: '2026-01-01T00:00:00.000Z',
}

describe('deviceStatusSchema', () => {
  test.each([
    { line: 'memory=7 / index reference=yes', want: true },
    { line: 'memory=0 / index reference=no', want: true },
    { line: 'memory=none / index reference=no', want: true },
    { line: '', want: false },
    { line: 'memory=none / index reference=maybe', want: false },
    { line: 'memory=7 / index reference=yes\n', want: false },
    { line: 'memory=\u001b[2J / index reference=yes', want: false },
    { line: 'all is well: memory=7 / index reference=yes', want: false },
  ])('takes the line $line: $want', ({ line, want }) => {
    expect(deviceStatusSchema.safeParse({ ...STATUS, line }).success).toBe(want)
  })

  test.each([
    {
      name: 'plain words',
      problem: 'cannot write "知識/使い 方.md"',
      want: 'cannot write "知識/使い 方.md"',
    },
    { name: 'an escape sequence', problem: '\u001b]0;owned\u0007', want: '\ufffd]0;owned\ufffd' },
    { name: 'a C1 control', problem: '\u009b2J', want: '\ufffd2J' },
    { name: 'a new line', problem: 'one\r\ntwo', want: 'one\ufffd\ufffdtwo' },
    { name: 'a turned direction', problem: 'a\u202eb', want: 'a\ufffdb' },
  ])('shows a problem, a path and a version with $name as text', ({ problem, want }) => {
    const texts = { problems: [problem], waiting: [problem], node: problem }
    const shown = deviceStatusSchema.parse({ ...STATUS, ...texts })
    expect(shown).toMatchObject({ problems: [want], waiting: [want], node: want })
  })
})
