import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openDisk } from '../../../lib/device/disk/disk.ts'
import { keepPersonalFile } from '../../../lib/device/disk/personal-files.ts'
import { filesOf } from '../../helpers/device/device.ts'
import { temporaryDirectory } from '../../helpers/temporary-directory.ts'

async function createKeeper() {
  const dir = await temporaryDirectory()
  const disk = openDisk(dir)
  const keep = async (path: string, content: string) => {
    await disk.write('from', content)
    return (await keepPersonalFile(disk, { path, from: 'from' })).copy
  }
  const kept = async (): Promise<Record<string, string>> => {
    await disk.rename('.kura/replaced', 'seen')
    const files = Object.entries(await filesOf(dir)).filter(([path]) => path.startsWith('seen/'))
    await disk.rename('seen', '.kura/replaced')
    return Object.fromEntries(files)
  }
  return { disk, keep, kept }
}

test('one content is kept once, another one under a number that no path of a release can meet', async () => {
  const { keep, kept } = await createKeeper()
  expect(await keep('a.md', 'first')).toBe('.kura/replaced/a.md')
  expect(await keep('a.md', 'second')).toBe('.kura/replaced/.kura/2/a.md')
  expect(await keep('2/a.md', 'other')).toBe('.kura/replaced/2/a.md')
  expect(await keep('a.md', 'first')).toBe('.kura/replaced/a.md')
  expect(await kept()).toEqual({
    'seen/a.md': 'first',
    'seen/.kura/2/a.md': 'second',
    'seen/2/a.md': 'other',
  })
})

test('of a path that is changed for ever the newest 20 contents are kept, and all of another path', async () => {
  const { keep, kept, disk } = await createKeeper()
  await keep('docs/b.md', 'one')
  await keep('docs/b.md', 'two')
  for (let number = 1; number <= 50; number++) await keep('docs/deep/a.md', `content ${number}`)
  const newest = Array.from({ length: 20 }, (_, index) => `content ${index + 31}`)
  expect(Object.values(await kept()).sort()).toEqual([...newest, 'one', 'two'].sort())
  // no empty folder is left behind
  expect((await disk.list('.kura/replaced/.kura')).sort()).toEqual(
    ['2', ...newest.map((_, index) => `${index + 31}`)].sort(),
  )
  expect(await disk.list('.kura/replaced/docs')).toEqual(['b.md'])
})

test('a copy goes beside what is in its way', async () => {
  const { keep, kept } = await createKeeper()
  await keep('docs', 'a file')
  expect(await keep('docs/a.md', 'below it')).toBe('.kura/replaced/.kura/2/docs/a.md')
  expect(await keep('docs', 'the file again')).toBe('.kura/replaced/.kura/3/docs')
  expect(Object.values(await kept()).sort()).toEqual(['a file', 'below it', 'the file again'])
})

test('a copy too many that cannot be removed fails nothing', async () => {
  const { keep, disk } = await createKeeper()
  for (let number = 1; number <= 20; number++) await keep('a.md', `content ${number}`)
  const fixed = { ...disk, remove: () => Promise.reject(new Error('EPERM')) }
  await disk.write('from', 'one more')
  expect(await keepPersonalFile(fixed, { path: 'a.md', from: 'from' })).toMatchObject({
    copy: '.kura/replaced/.kura/21/a.md',
  })
  await keep('a.md', 'and one')
  expect((await disk.look('.kura/replaced/a.md')).kind).toBe('absent')
  expect((await disk.look('.kura/replaced/.kura/2/a.md')).kind).toBe('absent')
})

describe('what is not a folder in the place of one', () => {
  const PLACES = [
    { place: '.kura/replaced', copy: '.kura/replaced-2/a.md' },
    { place: '.kura/replaced/.kura', copy: '.kura/replaced-2/a.md' },
    { place: '.kura/replaced/.kura/2', copy: '.kura/replaced/a.md', second: '.kura/replaced/.kura/3/a.md' },
  ]
  const MAKERS = [
    { by: 'a file', make: (at: string) => writeFile(at, 'of a person') },
    { by: 'a link to nothing', make: (at: string) => symlink('/nowhere', at) },
    { by: 'a link to a folder outside', make: (at: string) => symlink('/tmp', at) },
  ]
  const rows = PLACES.flatMap(row => MAKERS.map(maker => ({ ...row, ...maker })))

  test.each(rows)('$by at "$place": the copies go beside it', async ({ place, copy, second, make }) => {
    const { keep, disk } = await createKeeper()
    await mkdir(join(disk.dir, dirname(place)), { recursive: true })
    await make(join(disk.dir, place))
    expect(await keep('a.md', 'first')).toBe(copy)
    expect(await keep('a.md', 'second')).toBe(second ?? '.kura/replaced-2/.kura/2/a.md')
    expect(await keep('a.md', 'first')).toBe(copy)
  })

  test('everywhere is told', async () => {
    const { keep, disk } = await createKeeper()
    await mkdir(join(disk.dir, '.kura'))
    await writeFile(join(disk.dir, '.kura/replaced'), '')
    for (let number = 2; number <= 20; number++)
      await writeFile(join(disk.dir, `.kura/replaced-${number}`), '')
    await expect(keep('a.md', 'mine')).rejects.toMatchObject({
      code: 'device_write',
      hint: expect.stringContaining('move ".kura/replaced" away'),
    })
  })
})
