/**
 * Something unexpected is in the way of a file, or in kura's own folder. It is never followed and never removed; the
 * message names it, and once a person has moved it away, the next run succeeds.
 */
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, onTestFinished, test } from 'vitest'
import { sha256 } from '../../../lib/core/release/envelope.ts'
import { undoPath } from '../../../lib/device/disk/layout.ts'
import { status } from '../../../lib/device/status.ts'
import { createDevice, filesOf } from '../../helpers/device/device.ts'
import { drawn } from '../../helpers/run/sampled.ts'
import { AFTER, BEFORE, updating } from './updating-device.ts'

async function outside(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'kura-outside-'))
  onTestFinished(() => rm(dir, { recursive: true, force: true }))
  return dir
}

describe('something on the way', () => {
  test('a symbolic link in place of kura’s own folder is never followed', async () => {
    const device = await updating()
    const target = await outside()
    const at = '.kura/staging'
    await writeFile(join(target, 'theirs'), 'untouched')
    await rm(join(device.dir, at), { recursive: true, force: true })
    await symlink(target, join(device.dir, at))
    const error = await device.failure()
    expect(error).toMatchObject({ code: 'device_write', hint: `move "${at}" away, then sync again` })
    expect(error.message).toMatch(
      /^Cannot use "[^"]+": (?:it|"[^"]+") is a symbolic link, which kura does not follow$/,
    )
    expect(await filesOf(target)).toEqual({ theirs: 'untouched' })
    expect(await device.files()).toMatchObject(BEFORE)
    await rm(join(device.dir, at))
    expect(await device.sync()).toMatchObject({ release: 2, installed: 4, indexed: 4 })
  })

  test('a folder of a person in the place of a file is left alone and reported', async () => {
    const device = await updating()
    device.publish(2, { 'mine.md': 'M' })
    await device.write('mine.md/notes.md', 'mine')
    expect(await device.failure()).toMatchObject({
      code: 'device_write',
      message: 'Cannot use "mine.md": it is a folder in the place of a file',
      hint: 'move "mine.md" away, then sync again',
    })
    expect(await device.files()).toMatchObject({ ...BEFORE, 'mine.md/notes.md': 'mine' })
  })

  test('a file of a person in the place of a folder is kept aside', async () => {
    const device = await updating()
    await device.write('new', 'mine')
    const result = await device.sync()
    expect(result).toMatchObject({ installed: 4, replaced: [{ path: 'new', copy: '.kura/replaced/new' }] })
    expect(await device.read('.kura/replaced/new')).toBe('mine')
  })

  test('a folder in which a person put files stays', async () => {
    const device = await updating()
    await device.write('old/mine.md', 'mine')
    expect(await device.sync()).toMatchObject({
      installed: 4,
      changes: { removed: ['old/leaves.md', 'folder'] },
    })
    expect(await device.read('old/mine.md')).toBe('mine')
  })
})

/** Things in the way, made by a person or by an odd disk. */
const FORMS: Readonly<Record<string, (path: string, elsewhere: string) => Promise<unknown>>> = {
  'an empty file': path => writeFile(path, ''),
  'a damaged file': path => writeFile(path, '{"v":1}\0'),
  'an empty folder': path => mkdir(path),
  'a folder with a file': async path => {
    await mkdir(path)
    await writeFile(join(path, 'mine'), 'mine')
  },
  'a link to a folder': (path, elsewhere) => symlink(elsewhere, path),
  'a link to a file': (path, elsewhere) => symlink(join(elsewhere, 'theirs'), path),
  'a link to nothing': path => symlink('nowhere', path),
  'a pipe': path => promisify(execFile)('mkfifo', [path]),
}

const FOLDERS = ['.kura', '.kura/lock', '.kura/staging', '.kura/undo', '.kura/replaced']
const FILES = [
  '.kura/state.json',
  '.kura/state.next',
  '.kura/root.json',
  '.kura/index.new',
  '.kura/journal.json',
  '.kura/journal.next',
  `.kura/staging/${sha256('A2')}`,
  `.kura/staging/${sha256('T2')}.copy`,
  undoPath('a.md'),
  '.kura/replaced/a.md',
]
/** A damaged root is tested elsewhere, for no older root may take its place (`trust/root-rollback.test.ts`). */
const isRoot = ({ at, form }: { at: string; form: string }) =>
  at === '.kura/root.json' && /^an? \w+ file$/.test(form)
const SABOTAGE = [...FOLDERS, ...FILES]
  .flatMap(at => Object.keys(FORMS).map(form => ({ at, form })))
  .filter(row => !isRoot(row))

describe.skipIf(process.platform === 'win32')('in the place of a part of kura’s own folder', () => {
  test.each(drawn(SABOTAGE, 30))('$at: $form', async ({ at, form }) => {
    const device = await updating()
    await device.write('a.md', 'mine')
    const before = await device.files()
    const elsewhere = await outside()
    await writeFile(join(elsewhere, 'theirs'), 'untouched')
    const path = join(device.dir, at)
    await rm(path, { recursive: true, force: true })
    await mkdir(join(path, '..'), { recursive: true })
    await FORMS[form]?.(path, elsewhere)

    const failed = await device.sync().then(
      () => undefined,
      (error: unknown) => error,
    )
    if (failed) {
      expect(failed).toMatchObject({
        code: 'device_write',
        message: expect.stringContaining(`"${at}"`),
        hint: expect.stringContaining(`move "${at}"`),
      })
      expect(await device.files()).toMatchObject(before)
      await rm(path, { recursive: true })
    }
    expect(await device.sync()).toMatchObject({ release: 2, installed: 4, indexed: 4 })
    expect(await device.files()).toMatchObject(AFTER)
    expect(await status(device.dir)).toMatchObject({ release: 2, whole: true, unfinished: false })
    expect(await filesOf(elsewhere)).toEqual({ theirs: 'untouched' })
  })
})

test('a next state that kura did not write never becomes the state', async () => {
  const device = await createDevice(BEFORE)
  await device.sync()
  await device.write('.kura/state.next', '{}')
  await device.write('a.md', 'mine')
  expect(await device.sync()).toMatchObject({ release: 1, changes: { repaired: ['a.md'] } })
  expect(await status(device.dir)).toMatchObject({ release: 1, whole: true })
})

test('what a run has left before its journal was in its place is removed by the next one', async () => {
  const device = await createDevice(BEFORE)
  await device.sync()
  const left = ['state.next', 'journal.next', 'index.new']
  for (const name of left) await device.write(`.kura/${name}`, '{}')
  await device.sync()
  const own = await readdir(join(device.dir, '.kura'))
  expect(own.filter(name => left.includes(name))).toEqual([])
})

test('a journal that kura did not write is not acted on', async () => {
  const device = await updating()
  await device.write('.kura/journal.json', '{"steps": "all"}')
  await device.write('.kura/undo/theirs', 'a file of a person')
  expect(await device.failure()).toMatchObject({
    code: 'device_write',
    message: 'Cannot read ".kura/journal.json": it is damaged',
    hint: expect.stringMatching(/move ".kura\/journal.json" and ".kura\/undo" away/),
  })
  expect(await device.files()).toMatchObject(BEFORE)
  expect(await device.read('.kura/undo/theirs')).toBe('a file of a person')
})
