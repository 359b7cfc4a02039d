import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { openDisk } from '../../../lib/device/disk/disk.ts'
import { filesOf } from '../../helpers/device/device.ts'
import { temporaryDirectory } from '../../helpers/temporary-directory.ts'

async function withLink() {
  const outside = await mkdtemp(join(tmpdir(), 'kura-outside-'))
  onTestFinished(() => rm(outside, { recursive: true, force: true }))
  await writeFile(join(outside, 'theirs'), 'untouched')
  const dir = await temporaryDirectory({ 'a.md': 'A' })
  await symlink(outside, join(dir, 'link'))
  await symlink(join(outside, 'theirs'), join(dir, 'file-link'))
  return { outside, disk: openDisk(dir) }
}

const WAYS: { name: string; act: (disk: ReturnType<typeof openDisk>) => Promise<unknown> }[] = [
  { name: 'write below a link', act: disk => disk.write('link/new', 'x') },
  { name: 'write through a link', act: disk => disk.write('file-link', 'x') },
  { name: 'replace below a link', act: disk => disk.replace('link/theirs', 'x') },
  { name: 'replace a link', act: disk => disk.replace('file-link', 'x') },
  { name: 'extend through a link', act: disk => disk.extend('file-link', Buffer.from('x'), { length: 0 }) },
  { name: 'link to below a link', act: disk => disk.link('a.md', 'link/new') },
  { name: 'link from below a link', act: disk => disk.link('link/theirs', 'new') },
  { name: 'copy from a link', act: disk => disk.copy('file-link', 'new') },
  { name: 'copy to below a link', act: disk => disk.copy('a.md', 'link/new') },
  { name: 'rename from below a link', act: disk => disk.rename('link/theirs', 'new') },
  { name: 'rename onto a link', act: disk => disk.rename('a.md', 'file-link') },
  { name: 'make a folder below a link', act: disk => disk.makeFolder('link/new') },
  { name: 'make a folder at a link', act: disk => disk.makeFolder('link') },
  { name: 'remove below a link', act: disk => disk.remove('link/theirs') },
  { name: 'remove a folder below a link', act: disk => disk.removeFolder('link/theirs') },
  { name: 'read below a link', act: disk => disk.read('link/theirs') },
  { name: 'read a link', act: disk => disk.read('file-link') },
]
test.each(WAYS)('it does not $name', async ({ act }) => {
  const { disk, outside } = await withLink()
  await expect(act(disk)).rejects.toMatchObject({
    code: 'device_write',
    message: expect.stringContaining('is a symbolic link, which kura does not follow'),
  })
  expect(await filesOf(outside)).toEqual({ theirs: 'untouched' })
})

test('look() and digest() tell of a link and do not go through it', async () => {
  const { disk } = await withLink()
  expect(await disk.look('link/theirs')).toEqual({ kind: 'blocked', at: 'link', by: 'link' })
  expect(await disk.look('file-link')).toEqual({ kind: 'blocked', at: 'file-link', by: 'link' })
  expect(await disk.digest('link/theirs')).toBeUndefined()
  expect(await disk.list('link')).toEqual([])
})

test('look() tells what is there', async () => {
  const dir = await temporaryDirectory({ 'a.md': 'A', 'docs/b.md': 'B' })
  const disk = openDisk(dir)
  expect(await disk.look('a.md')).toMatchObject({ kind: 'file', size: 1 })
  expect(await disk.look('docs')).toEqual({ kind: 'folder' })
  expect(await disk.look('docs/none/deep')).toEqual({ kind: 'absent' })
  expect(await disk.look('a.md/below')).toEqual({ kind: 'blocked', at: 'a.md', by: 'file' })
})

const STEPS: { name: string; step: (disk: ReturnType<typeof openDisk>) => Promise<unknown> }[] = [
  { name: 'look()', step: disk => disk.look('none') },
  { name: 'digest()', step: disk => disk.digest('none') },
  { name: 'remove()', step: disk => disk.remove('none') },
  { name: 'removeFolder()', step: disk => disk.removeFolder('none') },
  { name: 'rename()', step: disk => disk.rename('a.md', 'a.md') },
]
test.each(STEPS)('a loop over $name lets other work have its turn', async ({ step }) => {
  const disk = openDisk(await temporaryDirectory({ 'a.md': 'A' }))
  let time = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (time += 100))
  onTestFinished(() => clock.mockRestore())
  let turns = 0
  const timer = setInterval(() => turns++, 0)
  onTestFinished(() => clearInterval(timer))
  for (let steps = 0; turns < 3; steps++) {
    expect(steps).toBeLessThan(100_000)
    await step(disk)
  }
})

describe('changes', () => {
  test('extend() cuts and adds', async () => {
    const disk = openDisk(await temporaryDirectory())
    await disk.extend('p', Buffer.from('12345'), { length: 0 })
    await disk.extend('p', Buffer.from('abc'), { length: 3 })
    expect(Buffer.from(await disk.read('p')).toString()).toBe('123abc')
  })

  test('removeFolder() leaves a folder that is not empty, and does not mind one that is gone', async () => {
    const dir = await temporaryDirectory({ 'docs/a.md': 'A' })
    const disk = openDisk(dir)
    await disk.removeFolder('docs')
    await disk.removeFolder('gone')
    expect(await readdir(dir)).toEqual(['docs'])
  })

  test('a write that fails leaves nothing under the name', async () => {
    const dir = await temporaryDirectory()
    const disk = openDisk(dir)
    await mkdir(join(dir, 'folder'))
    await expect(disk.write('missing/file', 'x')).rejects.toMatchObject({ code: 'ENOENT' })
    await expect(disk.copy('missing', 'to')).rejects.toMatchObject({ code: 'ENOENT' })
    expect(await readdir(dir)).toEqual(['folder'])
  })
})
