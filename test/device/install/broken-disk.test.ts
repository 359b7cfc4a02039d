/** A full or read-only disk: the installation is undone, and the message says what to do. */
import { execFile } from 'node:child_process'
import { chmod, cp, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { mapConcurrently } from '../../../lib/core/work/concurrency.ts'
import type { DiskChanges } from '../../../lib/device/disk/disk.ts'
import { sync } from '../../../lib/device/sync/sync.ts'
import { createDevice, enrol, filesOf, STILL, type TestDevice } from '../../helpers/device/device.ts'
import { useDeviceProcess } from '../../helpers/device/run-process.ts'
import { temporaryDirectory } from '../../helpers/temporary-directory.ts'
import { AFTER, BEFORE, updating } from './updating-device.ts'

type Change = keyof DiskChanges

function systemError(code: string): Error {
  return Object.assign(new Error(`${code}: injected, write '/somewhere'`), { code })
}

/** Makes some changes of the disk fail: `when` gets the number and the name of each. */
function failing(code: string, when: (number: number, name: Change) => boolean) {
  let number = 0
  return (changes: DiskChanges): DiskChanges => {
    const entries = Object.entries(changes).map(([name, change]) => [
      name,
      async (...given: unknown[]) => {
        if (when(number++, name as Change)) throw systemError(code)
        return (change as (...all: unknown[]) => Promise<void>)(...given)
      },
    ])
    return Object.fromEntries(entries)
  }
}

describe('a change that fails', () => {
  let template: TestDevice
  let count = 0
  beforeEach(async () => {
    template = await updating()
    const intercept = failing('', number => {
      count = number + 1
      return false
    })
    await sync(await copyOf(template), { ...STILL, intercept })
  })

  async function copyOf({ dir }: TestDevice): Promise<string> {
    const copy = join(await temporaryDirectory(), 'device')
    await cp(dir, copy, { recursive: true })
    return copy
  }

  /** Syncs a copy of the device while some changes fail; returns the error. */
  async function broken(code: string, when: (number: number, name: Change) => boolean) {
    const dir = await copyOf(template)
    const intercept = failing(code, when)
    const error: unknown = await sync(dir, { ...STILL, intercept }).then(
      () => undefined,
      (thrown: unknown) => thrown,
    )
    return { dir, error }
  }

  async function eachChange(work: (change: number) => Promise<void>): Promise<void> {
    await mapConcurrently([...Array(count).keys()], work, { width: 4 })
  }

  async function expectRecovery(dir: string, when: string): Promise<void> {
    expect(await sync(dir, STILL), when).toMatchObject({ release: 2, installed: 4, indexed: 4 })
    expect(await filesOf(dir), when).toMatchObject(AFTER)
  }

  test('once, whichever it is, is undone', async () => {
    const before = await template.files()
    let takenBack = 0
    await eachChange(async change => {
      const when = `change ${change}`
      const { dir, error } = await broken('EACCES', number => number === change)
      if (error) {
        takenBack++
        expect(await filesOf(dir), when).toEqual(before)
        expect(error, when).toMatchObject({ code: 'device_write', hint: expect.any(String) })
        expect(String(error), when).toContain('EACCES')
      }
      await expectRecovery(dir, when)
    })
    // failures while cleaning up, or while noting the number of a report, come too late to matter
    expect(takenBack).toBeGreaterThan(count / 2)
  })

  test('from then on, as on a full disk, is undone without needing space', async () => {
    const before = await template.files()
    const needsRoom: Change[] = ['write', 'replace', 'extend', 'copy', 'link', 'makeFolder']
    await eachChange(async full => {
      const { dir, error } = await broken(
        'ENOSPC',
        (number, name) => number >= full && needsRoom.includes(name),
      )
      if (error) expect(await filesOf(dir), `change ${full}`).toEqual(before)
      await expectRecovery(dir, `change ${full}`)
    })
  })

  test('so that nothing can be restored either leaves the journal, and the next run continues', async () => {
    let left = 0
    await eachChange(async change => {
      const { dir, error } = await broken('EROFS', number => number >= change)
      if (error && (await readdir(join(dir, '.kura'))).includes('journal.json')) {
        left++
        expect(error, `change ${change}`).toMatchObject({
          code: 'device_write',
          hint: expect.stringContaining('continues at the next sync'),
        })
      }
      await expectRecovery(dir, `change ${change}`)
    })
    expect(left).toBeGreaterThan(10)
  })
})

test('an installation that is undone keeps no copy of a file that is in its place again', async () => {
  const device = await updating()
  await device.write('a.md', 'mine')
  const intercept = failing('EIO', (_number, name) => name === 'rename')
  await device.failure({ intercept })
  expect(await device.files()).toMatchObject({ 'a.md': 'mine' })
  expect(await readdir(join(device.dir, '.kura'))).not.toContain('replaced')
})

describe('a full disk', () => {
  test('while fetching says how much is needed, and keeps what was fetched', async () => {
    const device = await updating()
    device.publish(2, { 'a.md': 'A2', 'b.md': 'B'.repeat(50_000) })
    let writes = 0
    const intercept = failing('ENOSPC', (_number, name) => name === 'write' && writes++ > 0)
    expect(await device.failure({ intercept })).toMatchObject({
      code: 'device_write',
      message: expect.stringMatching(
        /^Cannot fetch release 2: the disk is full, 0\.0[56] MB are needed, .* are free$/,
      ),
      hint: expect.stringMatching(/free space.*what was fetched is kept, the files are unchanged/),
    })
    expect(await device.files()).toMatchObject(BEFORE)
    expect(await device.sync()).toMatchObject({ release: 2, installed: 2 })
    expect(device.host.asked.at(-2)).toMatchObject({ query: { have: expect.any(String) } })
  })

  test('for real, on a small file system', async ({ skip }) => {
    const dir = await mkdtemp(join(tmpdir(), 'kura-small-'))
    onTestFinished(() => rm(dir, { recursive: true, force: true }))
    const run = promisify(execFile)
    const mounted = await run('mount', ['-t', 'tmpfs', '-o', 'size=512k', 'tmpfs', dir]).then(
      () => true,
      () => false,
    )
    skip(!mounted, 'this process may not mount a file system')
    onTestFinished(async () => void (await run('umount', [dir])))
    const device = await createDevice({ 'a.md': 'A' })
    await enrol(dir, { url: device.host.url, root: device.publisher.root })
    await sync(dir, STILL)
    device.publish(2, { 'a.md': 'A2', 'large.bin': 'x'.repeat(600_000) })
    await expect(sync(dir, STILL)).rejects.toMatchObject({
      code: 'device_write',
      message: expect.stringMatching(/the disk is full, 0\.6[01] MB are needed/),
    })
    expect(await filesOf(dir)).toMatchObject({ 'a.md': 'A' })
    device.publish(3, { 'a.md': 'A3', 'small.bin': 'x'.repeat(1000) })
    expect(await sync(dir, STILL)).toMatchObject({ release: 3, installed: 2, indexed: 2 })
  })
})

const run = useDeviceProcess()

describe('a destination that cannot be written', () => {
  test.skipIf(process.platform === 'win32')('for lack of rights is named, and nothing changes', async () => {
    const device = await updating()
    await chmod(join(device.dir, 'old'), 0o500)
    onTestFinished(() => chmod(join(device.dir, 'old'), 0o700).catch(() => undefined))
    const before = await device.files()
    // root may do anything, so the program runs as another user
    const uid = process.getuid?.() === 0 ? { uid: 65_534 } : {}
    if (uid.uid) await promisify(execFile)('chown', ['-R', `${uid.uid}`, device.dir])
    const { said } = await run(device.dir, uid)
    expect(said?.error).toMatchObject({
      code: 'device_write',
      message: expect.stringMatching(/"old\/leaves.md": EACCES, permission denied/),
      hint: expect.stringMatching(/the right to read and to write there.*as they were before/),
    })
    expect(await device.files()).toEqual(before)
    await chmod(join(device.dir, 'old'), 0o700)
    expect((await run(device.dir, uid)).said?.result).toMatchObject({ release: 2, installed: 4 })
  })

  test('because all of it is read-only is reported before anything is requested', async () => {
    const device = await updating()
    const asked = device.host.asked.length
    expect(await device.failure({ intercept: failing('EROFS', () => true) })).toMatchObject({
      code: 'device_write',
      message: expect.stringContaining(`Cannot write in "${device.dir}": EROFS`),
      hint: expect.stringContaining('read-only'),
    })
    expect(device.host.asked).toHaveLength(asked)
  })

  test('because it is not a directory is reported', async () => {
    const { dir } = await updating()
    for (const wrong of [join(dir, 'missing'), join(dir, 'a.md')]) {
      await expect(sync(wrong, STILL)).rejects.toMatchObject({
        code: 'device_write',
        hint: expect.stringContaining('kura enrol NAME'),
      })
    }
  })
})

test('an index that is not UTF-8 is reported before anything is changed', async () => {
  const device = await updating()
  for (const bytes of [Buffer.from([0x82, 0xa0, 0x0a]), Buffer.from('a\0b\0', 'latin1')]) {
    await writeFile(join(device.dir, 'MEMORY.md'), bytes)
    expect(await device.failure()).toMatchObject({
      code: 'index_unreadable',
      message: 'Cannot update the index "MEMORY.md": it is not UTF-8 text',
      hint: expect.stringContaining('save it as UTF-8'),
    })
    expect(await device.files()).toMatchObject(BEFORE)
  }
  expect(device.host.reports.at(-1)).toMatchObject({ version: 1, installed: 4, indexed: 0 })
})

test('an index that another program writes meanwhile is read again, and nothing of it is lost', async () => {
  const device = await updating()
  let written = false
  await device.sync({
    intercept: changes => ({
      ...changes,
      async write(path, ...rest) {
        await changes.write(path, ...rest)
        if (path !== '.kura/index.new' || written) return
        written = true
        await device.write('MEMORY.md', '# Mine\n\nwritten just now\n')
      },
    }),
  })
  expect(await device.read('MEMORY.md')).toMatch(/^# Mine\n\nwritten just now\n\n## Shared\n\n- \[a\.md\]/)
})

test('an index that another program never stops writing ends the run', async () => {
  const device = await updating()
  let written = 0
  const intercept = (changes: DiskChanges): DiskChanges => ({
    ...changes,
    async write(path, ...rest) {
      await changes.write(path, ...rest)
      if (path !== '.kura/index.new') return
      written += 1
      await device.write('MEMORY.md', `# Mine ${written}\n`)
    },
  })
  expect(await device.failure({ intercept })).toMatchObject({
    code: 'index_unreadable',
    message: 'Cannot update the index "MEMORY.md": another program keeps changing it',
  })
  expect(written).toBeLessThan(20)
  expect(await device.files()).toMatchObject({ ...BEFORE, 'MEMORY.md': `# Mine ${written}\n` })
})

test.skipIf(process.platform === 'win32')('the index keeps its mode', async () => {
  const device = await updating()
  await chmod(join(device.dir, 'MEMORY.md'), 0o640)
  await device.sync()
  const { mode } = await stat(join(device.dir, 'MEMORY.md'))
  expect(mode & 0o777).toBe(0o640)
})

test('a disk that says that it has renamed, and has not, ends the run', async () => {
  const device = await createDevice({ 'a.md': 'A' })
  const intercept = (changes: DiskChanges): DiskChanges => ({ ...changes, rename: async () => undefined })
  await expect(sync(device.dir, { ...STILL, intercept })).rejects.toMatchObject({
    code: 'internal',
    message: 'Cannot install "a.md": it needs more than 6 acts',
  })
  expect(await device.sync()).toMatchObject({ release: 1, installed: 1 })
})
