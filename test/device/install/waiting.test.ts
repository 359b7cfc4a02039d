import { describe, expect, test } from 'vitest'
import type { Journal, Step } from '../../../lib/device/install/journal.ts'
import { keptNames, settle, waits } from '../../../lib/device/install/waiting.ts'

test.each([
  { path: 'docs/a.md', held: 'docs/a.md', want: true },
  { path: 'docs', held: 'docs/a.md', want: true },
  { path: 'docs/a.md/deep/b.md', held: 'docs/a.md', want: true },
  { path: 'docs/b.md', held: 'docs/a.md', want: false },
  { path: 'docs/a.md.bak', held: 'docs/a.md', want: false },
  { path: 'doc', held: 'docs/a.md', want: false },
])('$path waits while $held is held: $want', ({ path, held, want }) => {
  expect(waits(path, [held])).toBe(want)
})

describe('settle()', () => {
  const STEPS: Step[] = [
    { do: 'remove', path: 'left.md', installed: 'left' },
    { do: 'remove', path: 'person.md' },
    { do: 'drop-folder', path: 'old' },
    { do: 'make-folder', path: 'new' },
    { do: 'put', path: 'new/b.md', sha256: 'B' },
    { do: 'put', path: 'a.md', sha256: 'A2', installed: 'A' },
  ]
  const journal = {
    v: 1,
    steps: STEPS,
    next: {
      installed: [
        ['new/b.md', 'B'],
        ['a.md', 'A2'],
        ['same.md', 'S'],
      ],
      folders: ['docs', 'new'],
    },
    makesIndex: false,
  } as unknown as Journal

  test.each<{ held: string[]; steps: string[]; installed: [string, string][]; folders: string[] }>([
    {
      held: ['a.md'],
      steps: ['left.md', 'person.md', 'old', 'new', 'new/b.md'],
      installed: [
        ['new/b.md', 'B'],
        ['a.md', 'A'],
        ['same.md', 'S'],
      ],
      folders: ['docs', 'new'],
    },
    {
      held: ['left.md', 'person.md', 'old/x'],
      steps: ['new', 'new/b.md', 'a.md'],
      installed: [
        ['new/b.md', 'B'],
        ['a.md', 'A2'],
        ['same.md', 'S'],
        ['left.md', 'left'],
      ],
      folders: ['docs', 'new', 'old'],
    },
    {
      held: ['new'],
      steps: ['left.md', 'person.md', 'old', 'a.md'],
      installed: [
        ['a.md', 'A2'],
        ['same.md', 'S'],
      ],
      folders: ['docs'],
    },
  ])('records what is on the disk while $held are held', ({ held, steps, installed, folders }) => {
    const settled = settle(journal, new Set(held))
    expect(settled.steps.map(({ path }) => path)).toEqual(steps)
    expect(settled.next).toMatchObject({ installed, folders })
  })

  test('is the same journal if nothing waits', () => {
    expect(settle(journal, new Set())).toBe(journal)
    expect(settle(journal, new Set(['same.md']))).toBe(journal)
  })
})

test('the staged content of a step that waits stays', () => {
  const steps: Step[] = [{ do: 'put', path: 'a.md', sha256: 'A2' }]
  expect([...keptNames({ held: new Set(['a.md']), steps })]).toEqual([
    '.kura/staging/A2',
    expect.stringMatching(/^\.kura\/undo\/[0-9a-f]{64}$/),
  ])
})
