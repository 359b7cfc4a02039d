import { describe, expect, test } from 'vitest'
import type { Manifest } from '../../../lib/core/release/schema.ts'
import type { DiskEntry } from '../../../lib/device/disk/entry.ts'
import type { ScannedEntry } from '../../../lib/device/disk/scan.ts'
import { type PlanFacts, planInstall } from '../../../lib/device/install/plan.ts'

const file = (sha256: string): ScannedEntry => ({ kind: 'file', sha256 })
const folder: DiskEntry = { kind: 'folder' }
const plainFile: DiskEntry = { kind: 'file', size: 1, mode: 0o644, stamp: '' }

function manifest(files: Record<string, string>, index = 'MEMORY.md'): Manifest {
  const list = Object.entries(files).map(([path, sha256]) => ({ path, size: 1, sha256 }))
  return {
    v: 1,
    version: 2,
    created: '',
    expires: '',
    index: { path: index, heading: '## Shared' },
    files: list,
  }
}

interface Given {
  target: Record<string, string>
  installed?: Record<string, string>
  folders?: string[]
  scanned?: Record<string, ScannedEntry>
  entries?: Record<string, DiskEntry>
  yielding?: PlanFacts['yielding']
  index?: string
}

const NOTHING = { files: [], folders: [], obstacles: [] }

function plan(given: Given) {
  const {
    target,
    installed = {},
    folders = [],
    scanned = {},
    entries = {},
    yielding = NOTHING,
    index,
  } = given
  const facts: PlanFacts = {
    target: manifest(target, index),
    installed: new Map(Object.entries(installed)),
    folders,
    scanned: new Map(Object.entries(scanned)),
    entries: new Map(Object.entries(entries)),
    yielding,
  }
  return planInstall(facts)
}

test('a fresh device gets every folder, the outer ones first, and then every file', () => {
  const { steps, added, folders } = plan({
    target: { 'a/b/c.md': 'C', 'd.md': 'D' },
    index: 'memory/index.md',
  })
  expect(steps).toEqual([
    { do: 'make-folder', path: 'a' },
    { do: 'make-folder', path: 'memory' },
    { do: 'make-folder', path: 'a/b' },
    { do: 'put', path: 'a/b/c.md', sha256: 'C' },
    { do: 'put', path: 'd.md', sha256: 'D' },
  ])
  expect(added).toEqual(['a/b/c.md', 'd.md'])
  expect(folders).toEqual(['a', 'memory', 'a/b'])
})

test('nothing is done about what is there already', () => {
  const { steps, folders } = plan({
    target: { 'docs/a.md': 'A' },
    scanned: { 'docs/a.md': file('A') },
    entries: { docs: folder },
  })
  expect({ steps, folders }).toEqual({ steps: [], folders: [] })
})

const CHANGES = [
  { name: 'new in the release', scanned: {}, installed: {}, want: 'added' },
  {
    name: 'new in the release, a file of a person is there',
    scanned: { a: file('mine') },
    installed: {},
    want: 'added',
  },
  { name: 'with new content', scanned: { a: file('old') }, installed: { a: 'old' }, want: 'updated' },
  {
    name: 'with new content, changed here',
    scanned: { a: file('mine') },
    installed: { a: 'old' },
    want: 'updated',
  },
  { name: 'the same, changed here', scanned: { a: file('mine') }, installed: { a: 'A' }, want: 'repaired' },
  { name: 'the same, missing here', scanned: {}, installed: { a: 'A' }, want: 'repaired' },
]
test.each(CHANGES)('a file is $want if it is $name', ({ scanned, installed, want }) => {
  const { added, updated, repaired, steps } = plan({ target: { a: 'A' }, scanned, installed } as Given)
  expect({ added, updated, repaired }).toEqual({ added: [], updated: [], repaired: [], [want]: ['a'] })
  expect(steps).toMatchObject([{ do: 'put', path: 'a', sha256: 'A' }])
})

describe('a file that left the release', () => {
  const given = {
    target: { 'b.md': 'B' },
    scanned: { 'b.md': file('B') },
    installed: { 'b.md': 'B', 'docs/a.md': 'A' },
  }

  test('is removed if kura installed it and nobody changed it, and so is the folder that kura created', () => {
    const { steps, removed, folders } = plan({
      ...given,
      scanned: { ...given.scanned, 'docs/a.md': file('A') },
      folders: ['docs'],
    })
    expect(steps).toEqual([
      { do: 'remove', path: 'docs/a.md', installed: 'A' },
      { do: 'drop-folder', path: 'docs' },
    ])
    expect({ removed, folders }).toEqual({ removed: ['docs/a.md'], folders: [] })
  })

  test('stays and is reported if it was changed', () => {
    const { steps, kept, removed } = plan({
      ...given,
      scanned: { ...given.scanned, 'docs/a.md': file('mine') },
    })
    expect({ steps, kept, removed }).toEqual({ steps: [], kept: ['docs/a.md'], removed: [] })
  })

  test.each<ScannedEntry>([
    { kind: 'absent' },
    { kind: 'folder' },
    { kind: 'blocked', at: 'docs', by: 'link' },
  ])('needs nothing if it is gone: %j', there => {
    const { steps, kept } = plan({ ...given, scanned: { ...given.scanned, 'docs/a.md': there } })
    expect({ steps, kept }).toEqual({ steps: [], kept: [] })
  })

  test('its folder stays on the list of kura’s own while the release needs it', () => {
    const { folders, steps } = plan({
      target: { 'docs/b.md': 'B' },
      scanned: { 'docs/b.md': file('B'), 'docs/a.md': file('A') },
      installed: { 'docs/a.md': 'A' },
      folders: ['docs'],
      entries: { docs: folder },
    })
    expect(folders).toEqual(['docs'])
    expect(steps).toEqual([{ do: 'remove', path: 'docs/a.md', installed: 'A' }])
  })
})

describe('an obstacle', () => {
  test('a file in the place of a folder is moved away first', () => {
    const { steps, obstacles, kept } = plan({
      target: { 'docs/a.md': 'A' },
      installed: { docs: 'old' },
      scanned: { docs: file('mine'), 'docs/a.md': { kind: 'blocked', at: 'docs', by: 'file' } },
      entries: { docs: plainFile },
    })
    expect(steps.map(({ do: what, path }) => `${what} ${path}`)).toEqual([
      'remove docs',
      'make-folder docs',
      'put docs/a.md',
    ])
    expect({ obstacles, kept }).toEqual({ obstacles: [], kept: [] })
  })

  test('a folder of kura’s in the place of a file is removed', () => {
    const { steps, obstacles } = plan({
      target: { docs: 'D' },
      installed: { 'docs/a.md': 'A' },
      folders: ['docs'],
      scanned: { docs: { kind: 'folder' }, 'docs/a.md': file('A') },
    })
    expect(steps.map(({ do: what, path }) => `${what} ${path}`)).toEqual([
      'remove docs/a.md',
      'drop-folder docs',
      'put docs',
    ])
    expect(obstacles).toEqual([])
  })

  test('what a person has put into it is moved away', () => {
    const { steps, removed, kept } = plan({
      target: { docs: 'D' },
      installed: { 'docs/a.md': 'A', 'docs/b.md': 'B' },
      folders: ['docs'],
      scanned: { docs: { kind: 'folder' }, 'docs/a.md': file('A'), 'docs/b.md': file('edited') },
      yielding: {
        files: ['docs/a.md', 'docs/b.md', 'docs/sub/mine.md'],
        folders: ['docs/sub'],
        obstacles: [],
      },
    })
    expect(steps).toEqual([
      { do: 'remove', path: 'docs/a.md', installed: 'A' },
      { do: 'remove', path: 'docs/b.md', installed: 'B' },
      { do: 'remove', path: 'docs/sub/mine.md' },
      { do: 'drop-folder', path: 'docs/sub' },
      { do: 'drop-folder', path: 'docs' },
      { do: 'put', path: 'docs', sha256: 'D' },
    ])
    expect({ removed, kept }).toEqual({ removed: ['docs/a.md'], kept: [] })
  })

  const OBSTACLES: { name: string; given: Given; at: string; by: string }[] = [
    {
      name: 'a folder of a person in the place of a file',
      given: { target: { docs: 'D' }, scanned: { docs: { kind: 'folder' } } },
      at: 'docs',
      by: 'folder',
    },
    {
      name: 'a symbolic link in place of a file',
      given: { target: { a: 'A' }, scanned: { a: { kind: 'blocked', at: 'a', by: 'link' } } },
      at: 'a',
      by: 'link',
    },
    {
      name: 'a symbolic link in place of a folder',
      given: {
        target: { 'docs/a': 'A' },
        scanned: { 'docs/a': { kind: 'blocked', at: 'docs', by: 'link' } },
        entries: { docs: { kind: 'blocked', at: 'docs', by: 'link' } },
      },
      at: 'docs',
      by: 'link',
    },
    {
      name: 'a link in the place of the folder of the index',
      given: {
        target: { a: 'A' },
        index: 'memory/index.md',
        entries: { memory: { kind: 'blocked', at: 'memory', by: 'link' } },
      },
      at: 'memory',
      by: 'link',
    },
    {
      name: 'a special file',
      given: { target: { a: 'A' }, scanned: { a: { kind: 'blocked', at: 'a', by: 'special' } } },
      at: 'a',
      by: 'special',
    },
  ]
  test.each(OBSTACLES)('$name is an obstacle', ({ given, at, by }) => {
    expect(plan(given).obstacles[0]).toMatchObject({ at, by })
  })
})
