import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, open, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { writeFileAtomic, writeSynced } from '../../../lib/core/disk/atomic-file.ts'
import { digestFile, digestHandle } from '../../../lib/core/disk/digest-file.ts'
import { fileFault } from '../../../lib/core/disk/file-fault.ts'
import { readRegular } from '../../../lib/core/disk/regular-file.ts'
import { temporaryDirectory } from '../../helpers/temporary-directory.ts'

describe('regular-file', () => {
  describe('readRegular()', () => {
    const content = Buffer.from('蔵')

    test.each(['a file', 'a link to a file'])('reads %s', async kind => {
      const dir = await temporaryDirectory()
      await writeFile(join(dir, 'file'), content)
      await symlink('file', join(dir, 'link'))
      expect(await readRegular(join(dir, kind === 'a file' ? 'file' : 'link'))).toEqual(content)
    })

    const SPECIAL = 'it is a pipe, a socket or a device, expected a file'
    const others: { name: string; make: (path: string) => unknown; why: string }[] = [
      { name: 'nothing', make: () => undefined, why: 'there is no such file or folder' },
      { name: 'a folder', make: path => mkdir(path), why: 'it is a folder, expected a file' },
      { name: 'a pipe without a writer', make: path => execFileSync('mkfifo', [path]), why: SPECIAL },
      { name: 'a socket', make: listenAt, why: SPECIAL },
      { name: 'a device without an end', make: path => symlink('/dev/zero', path), why: SPECIAL },
      { name: 'a terminal', make: path => symlink('/dev/ptmx', path), why: SPECIAL },
    ]
    test.skipIf(process.platform === 'win32').each(others)('refuses $name', async ({ make, why }) => {
      const path = join(await temporaryDirectory(), 'x')
      await make(path)
      expect(await readRegular(path).then(String, fileFault)).toBe(why)
    })
  })

  function listenAt(path: string): Promise<void> {
    const server = createServer()
    onTestFinished(() => void server.close())
    return new Promise(done => server.listen(path, done))
  }
})

describe('digest-file', () => {
  test.each([0, 1, 262_143, 262_144, 262_145, 1_000_003])('digestFile() of %i bytes', async size => {
    const content = Buffer.alloc(size, 'kura')
    const path = join(await temporaryDirectory(), 'file')
    await writeFile(path, content)
    const sha256 = createHash('sha256').update(content).digest('hex')
    expect(await digestFile(path)).toEqual({ size, sha256 })
  })

  test('a file to which a program goes on writing has an end: that of when it was opened', async () => {
    const content = Buffer.alloc(300_000, 'kura')
    const path = join(await temporaryDirectory(), 'file')
    await writeFile(path, content)
    const file = await open(path, 'a+')
    onTestFinished(() => file.close())
    const read = file.read.bind(file)
    const growing = Object.assign(file, {
      async read(...given: [Buffer, number, number, number]) {
        await file.appendFile(content)
        return read(...given)
      },
    })
    const sha256 = createHash('sha256').update(content).digest('hex')
    expect(await digestHandle(growing)).toEqual({ size: content.length, sha256 })
  })

  test.skipIf(process.platform === 'win32')('digestFile() follows no symbolic link', async () => {
    const dir = await temporaryDirectory({ target: 'x' })
    await symlink(join(dir, 'target'), join(dir, 'link'))
    await expect(digestFile(join(dir, 'link'))).rejects.toMatchObject({ code: 'ELOOP' })
  })
})

describe('atomic-file', () => {
  test('writeFileAtomic() makes folders and file, and leaves nothing beside it', async () => {
    const dir = await temporaryDirectory()
    await writeFileAtomic(join(dir, 'a/b/c.txt'), 'one')
    await writeFileAtomic(join(dir, 'a/b/c.txt'), 'two')
    expect(await readFile(join(dir, 'a/b/c.txt'), 'utf8')).toBe('two')
    expect(await readdir(join(dir, 'a/b'))).toEqual(['c.txt'])
  })

  test('writeFileAtomic() gives the new file its mode', async () => {
    const dir = await temporaryDirectory()
    await writeFileAtomic(join(dir, 'secret'), 'x', { mode: 0o600 })
    expect((await stat(join(dir, 'secret'))).mode & 0o777).toBe(0o600)
  })

  test('writeFileAtomic() keeps the old file if the new one cannot be written', async () => {
    const dir = await temporaryDirectory()
    await mkdir(join(dir, 'target'))
    await expect(writeFileAtomic(join(dir, 'target'), 'x')).rejects.toThrow()
    expect(await readdir(dir)).toEqual(['target'])
  })

  test('writeSynced() never writes over a file', async () => {
    const dir = await temporaryDirectory()
    await writeFile(join(dir, 'a'), 'old')
    await expect(writeSynced(join(dir, 'a'), 'new')).rejects.toMatchObject({ code: 'EEXIST' })
    expect(await readFile(join(dir, 'a'), 'utf8')).toBe('old')
  })
})
