import { execFileSync } from 'node:child_process'
import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { fileFault } from '../../../lib/core/disk/file-fault.ts'
import { readRegular } from '../../../lib/core/disk/regular-file.ts'
import { temporaryDirectory } from '../../helpers/temporary-directory.ts'

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
