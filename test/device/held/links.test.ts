/**
 * A link or a special file is in the place of a file of the release, of a folder on the way, or of the index. It is
 * never followed and never removed; only what it blocks waits, as an open file does.
 */
import { execFile } from 'node:child_process'
import { lstat, mkdir, readlink, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { readProblem } from '../../../lib/core/release/read-problem.ts'
import { statusStatement } from '../../../lib/services/distribution/device-states.ts'
import { createDevice, filesOf, type TestDevice } from '../../helpers/device/device.ts'
import { temporaryDirectory } from '../../helpers/temporary-directory.ts'
import { AFTER, BEFORE, stateOf, updating } from '../install/updating-device.ts'

/** Replaces what is at a path of the device by a link. */
async function link({ dir }: TestDevice, at: string, target: string): Promise<void> {
  await rm(join(dir, at), { recursive: true, force: true })
  await mkdir(join(dir, at, '..'), { recursive: true })
  await symlink(target, join(dir, at))
}

const questionsOf = ({ host }: TestDevice, from: number) =>
  host.asked.slice(from).filter(({ body }) => !body.status)

const PLACES: { name: string; at: string; installed: number; indexed: number; lacks: string[] }[] = [
  { name: 'a file that changes', at: 'a.md', installed: 3, indexed: 4, lacks: ['a.md'] },
  { name: 'a new file', at: 'new/twin.md', installed: 3, indexed: 3, lacks: ['new/twin.md'] },
  { name: 'a new folder', at: 'new', installed: 3, indexed: 3, lacks: ['new/twin.md'] },
  { name: 'a file that becomes a folder', at: 'folder', installed: 3, indexed: 3, lacks: ['folder/in.md'] },
  { name: 'the index', at: 'MEMORY.md', installed: 4, indexed: 0, lacks: [] },
]
const TARGETS = ['a file', 'a folder', 'nothing'] as const

describe.skipIf(process.platform === 'win32')('a link in the place of', () => {
  test.each(PLACES.flatMap(place => TARGETS.map(to => ({ ...place, to }))))(
    '$name, to $to, holds back only itself',
    async ({ at, to, installed, indexed, lacks }) => {
      const device = await updating()
      const elsewhere = await temporaryDirectory()
      await writeFile(join(elsewhere, 'theirs'), 'untouched')
      const target = { 'a file': join(elsewhere, 'theirs'), 'a folder': elsewhere, nothing: '/nowhere' }[to]
      await link(device, at, target)
      const asked = device.host.asked.length
      for (const runs of [1, 2]) {
        const result = await device.sync()
        expect(result, `run ${runs}`).toMatchObject({
          release: 2,
          expected: 4,
          installed,
          waiting: [at],
          inPlace: [{ path: at, by: 'link' }],
          warnings: [],
          replaced: [],
        })
        expect(result.indexed, `run ${runs}`).toBe(indexed)
        if (runs === 2) expect(result).toMatchObject({ changed: 0, removed: 0 })
      }
      const whole = Object.entries(AFTER).filter(([path]) => !lacks.includes(path))
      expect(await device.files()).toMatchObject(Object.fromEntries(whole))
      expect(await readlink(join(device.dir, at))).toBe(target)
      expect(await filesOf(elsewhere)).toEqual({ theirs: 'untouched' })
      const questions = questionsOf(device, asked)
      for (const { query } of questions.slice(1)) expect(query).not.toHaveProperty('have')
      // the content of a.md stays staged; that of new/twin.md is also in twin.md, so it is not staged
      if (at === 'a.md')
        expect(questions.at(-1)?.body, 'no content is fetched again').toMatchObject({ lacks: [] })
      const problem = `"${at}" is a symbolic link, which kura does not follow, and waits: move it away, then sync again`
      expect(device.host.reports.at(-1)).toMatchObject({ installed, waiting: [at], problems: [problem] })

      await rm(join(device.dir, at))
      expect(await device.sync()).toMatchObject({ installed: 4, indexed: 4, waiting: [] })
      expect(await device.files()).toEqual({ ...AFTER, 'MEMORY.md': expect.not.stringContaining('leaves') })
      expect(await stateOf(device)).not.toHaveProperty('waitingIndex')
      expect(await device.sync()).toMatchObject({ requests: 1, bytes: 0, changed: 0 })
      expect(device.host.asked.at(-1)?.query).toHaveProperty('have')
    },
  )

  test('one file does not keep another from being restored', async () => {
    const device = await createDevice({ 'a.md': 'A', 'b.md': 'B' })
    await device.sync()
    await link(device, 'a.md', '/etc/hostname')
    await rm(join(device.dir, 'b.md'))
    expect(await device.sync()).toMatchObject({
      installed: 1,
      waiting: ['a.md'],
      changes: { repaired: ['b.md'] },
    })
    expect(await device.read('b.md')).toBe('B')
  })

  test('a file that leaves the release stays, and its line goes', async () => {
    const device = await updating()
    await link(device, 'old/leaves.md', '/nowhere')
    expect(await device.sync()).toMatchObject({
      installed: 4,
      indexed: 4,
      waiting: [],
      changes: { kept: ['old/leaves.md'], removed: ['folder'] },
    })
    expect(await readlink(join(device.dir, 'old/leaves.md'))).toBe('/nowhere')
    expect(await device.read('MEMORY.md')).not.toContain('leaves')
    expect(await device.sync()).toMatchObject({ requests: 1, bytes: 0 })
  })

  test('a folder that leaves the release stays, and nothing behind it is removed', async () => {
    const device = await updating()
    const elsewhere = await temporaryDirectory()
    await writeFile(join(elsewhere, 'leaves.md'), 'L')
    await link(device, 'old', elsewhere)
    expect(await device.sync()).toMatchObject({ installed: 4, indexed: 4, waiting: [] })
    expect(await filesOf(elsewhere)).toEqual({ 'leaves.md': 'L' })
    expect(await readlink(join(device.dir, 'old'))).toBe(elsewhere)
  })

  test('the index of the release before does not keep the new one from being written', async () => {
    const device = await updating()
    device.publish(2, AFTER, { index: { path: 'INDEX.md', heading: '## Shared' } })
    await link(device, 'MEMORY.md', '/nowhere')
    expect(await device.sync()).toMatchObject({ installed: 4, indexed: 4, waiting: [] })
  })

  test('the folder of the index holds back the index', async () => {
    const device = await createDevice({ 'a.md': 'A' })
    device.publish(1, { 'a.md': 'A' }, { index: { path: 'memory/INDEX.md', heading: '## Shared' } })
    await link(device, 'memory', '/nowhere')
    expect(await device.sync()).toMatchObject({ installed: 1, indexed: 0, waiting: ['memory'] })
    await rm(join(device.dir, 'memory'))
    expect(await device.sync()).toMatchObject({ installed: 1, indexed: 1, waiting: [] })
  })

  test.each(['folder/link', 'folder/deep/link'])('%s, in a folder that becomes a file', async at => {
    const device = await createDevice({ 'folder/in.md': 'F', 'a.md': 'A' })
    await device.sync()
    const elsewhere = await temporaryDirectory()
    await writeFile(join(elsewhere, 'theirs'), 'untouched')
    await link(device, at, elsewhere)
    await rm(join(device.dir, 'a.md'))
    device.publish(2, { folder: 'a file now', 'a.md': 'A', 'b.md': 'B' })
    for (const run of [1, 2]) {
      expect(await device.sync(), `run ${run}`).toMatchObject({
        release: 2,
        installed: 2,
        indexed: 2,
        waiting: [at],
        inPlace: [{ path: at, by: 'link' }],
        warnings: [],
      })
      expect(await readlink(join(device.dir, at))).toBe(elsewhere)
    }
    expect(await filesOf(elsewhere)).toEqual({ theirs: 'untouched' })
    await rm(join(device.dir, at))
    expect(await device.sync()).toMatchObject({ installed: 3, indexed: 3, waiting: [] })
    expect(await device.read('folder')).toBe('a file now')
  })

  test('the index, made before a failing run restores it, is named by the hint', async () => {
    const device = await updating()
    device.publish(2, AFTER, { index: { path: 'INDEX.md', heading: '## Shared' } })
    const failure = await device.failure({
      intercept: changes => ({
        ...changes,
        async rename(from, to) {
          if (to !== '.kura/state.json') return changes.rename(from, to)
          await link(device, 'MEMORY.md', '/nowhere')
          throw Object.assign(new Error('ENOSPC: no space left'), { code: 'ENOSPC' })
        },
      }),
    })
    const { hint } = failure
    expect(hint).toContain('continues at the next sync, because "MEMORY.md" is a symbolic link')
    expect(hint).not.toContain('another program')
    await rm(join(device.dir, 'MEMORY.md'))
    expect(await device.sync()).toMatchObject({ installed: 4, indexed: 4, waiting: [] })
  })

  test('a file, made while the run installs, waits as well', async () => {
    const device = await updating()
    const result = await device.sync({
      intercept: changes => ({
        ...changes,
        async makeFolder(path) {
          if (path === 'new') await link(device, 'a.md', '/nowhere')
          await changes.makeFolder(path)
        },
      }),
    })
    expect(result).toMatchObject({ installed: 3, waiting: ['a.md'] })
    expect(await device.files()).toMatchObject({ 'twin.md': 'T2', 'new/twin.md': 'T2' })
  })
})

test.skipIf(process.platform === 'win32')('a pipe in the place of a file waits too', async () => {
  const device = await updating()
  await rm(join(device.dir, 'a.md'))
  await promisify(execFile)('mkfifo', [join(device.dir, 'a.md')])
  expect(await device.sync()).toMatchObject({
    installed: 3,
    waiting: ['a.md'],
    inPlace: [{ path: 'a.md', by: 'special' }],
  })
  expect((await lstat(join(device.dir, 'a.md'))).isFIFO()).toBe(true)
})

test('the host calls no path open that is a link, and says in Japanese what to do', async () => {
  const device = await createDevice(BEFORE)
  await device.sync()
  await link(device, 'a.md', '/nowhere')
  await device.sync()
  const report = device.host.reports.at(-1)
  if (!report) throw new Error('no report')
  const { waiting, problems = [] } = statusStatement({ ...report, waiting: ['a.md', 'twin.md'] })
  expect(waiting).toEqual(['twin.md'])
  expect(problems.flatMap(readProblem)).toMatchObject([{ id: 'devices.link', values: { path: 'a.md' } }])
})
