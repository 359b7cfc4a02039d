/** The archive with the folder of a device can be read by another program. */
import { spawnSync } from 'node:child_process'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { zipOf } from '../../../../lib/console/pages/devices/zip.ts'
import { temporaryDirectory } from '../../../helpers/temporary-directory.ts'

const AT = Date.parse('2026-11-23T12:34:56Z')

test.skipIf(spawnSync('unzip', ['-v']).status !== 0)(
  'unzip finds every file, its name, content and mode',
  async () => {
    const dir = await temporaryDirectory()
    const files = [
      { path: '端末/start.sh', content: Buffer.from('echo 1\n'), runs: true },
      { path: '端末/empty', content: Buffer.alloc(0) },
      { path: '端末/large', content: Buffer.alloc(300_000, 'abc') },
    ]
    const file = join(dir, 'a.zip')
    const archive = zipOf(files, AT)
    // bit 11 of the flags says that the name is UTF-8
    expect(archive.readUInt16LE(6) & 0x0800).not.toBe(0)
    await writeFile(file, archive)
    const env = { ...process.env, LC_ALL: 'C.UTF-8' }
    expect(spawnSync('unzip', ['-tq', file], { encoding: 'utf8', env }).stdout).toContain(
      'No errors detected',
    )
    expect(spawnSync('unzip', ['-q', file, '-d', dir], { env }).status).toBe(0)
    for (const { path, content, runs } of files) {
      expect(Buffer.compare(await readFile(join(dir, path)), content)).toBe(0)
      expect((await stat(join(dir, path))).mode & 0o777).toBe(runs ? 0o755 : 0o600)
    }
    expect(spawnSync('unzip', ['-l', file], { encoding: 'utf8', env }).stdout).toMatch(
      /2026-11-23 12:34\s+端末\/start\.sh/,
    )
  },
)
