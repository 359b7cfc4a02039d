import { chmod, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { takeLock } from '../../../lib/core/disk/lock.ts'
import { openReleaseFolder } from '../../../lib/core/release/folder/folder.ts'
import { checkRelease } from '../../../lib/publishing/check/check.ts'
import { planRollback } from '../../../lib/publishing/rollback/plan.ts'
import { rollBack } from '../../../lib/publishing/rollback/rollback.ts'
import { commit, FIRST, git, optionsOf, payloadOf, publisherWithHistory, SECOND } from './world.ts'

describe('rollBack()', () => {
  test('publishes the files of an earlier release as a version above all others', async () => {
    const publisher = await publisherWithHistory([FIRST, SECOND])
    const { plan, outcome } = await rollBack(1, { ...optionsOf(publisher), liveVersion: async () => 7 })
    const { manifest, reason } = outcome
    expect({ reason, version: manifest.version }).toEqual({ reason: 'changed', version: 8 })
    expect(manifest.files.map(({ path }) => path)).toEqual(['a.md', 'c', 'docs/b.bin'])
    expect(manifest.files.map(({ sha256 }) => sha256)).toEqual(
      plan.manifest.files.map(({ sha256 }) => sha256),
    )
    expect(await payloadOf(publisher)).toEqual({ 'a.md': '# One\n', 'docs/b.bin': '\0\r\n\xff', c: 'c' })
    const { problems } = await checkRelease({ ...optionsOf(publisher), production: false })
    expect(problems).toEqual([])
  })

  test('leaves the signature of what it takes back, and no other', async () => {
    const large = (text: string) => ({ 'large.txt': text.repeat(20_000) })
    const publisher = await publisherWithHistory([large('first'), large('second')])
    const { manifest: second } = await planRollback(publisher, 2)
    await rollBack(1, optionsOf(publisher))
    const { signatures = {} } = await openReleaseFolder(publisher.releaseDir).current().stored()
    expect(Object.keys(signatures)).toEqual(second.files.map(({ sha256 }) => sha256))
    const report = await checkRelease({ ...optionsOf(publisher), production: false })
    expect(report).toMatchObject({ problems: [], warnings: [] })
  })

  test('can be rolled back itself', async () => {
    const publisher = await publisherWithHistory([FIRST, SECOND])
    await rollBack(1, optionsOf(publisher))
    commit(publisher.dir, 'rolled back')
    const { outcome } = await rollBack(2, optionsOf(publisher))
    expect(outcome.manifest.version).toBe(4)
    expect(await payloadOf(publisher)).toEqual(SECOND)
  })

  test('brings back the index, the program and the leftovers of the release, and no other setting', async () => {
    const publisher = await publisherWithHistory([])
    const settings = join(publisher.dir, 'payload.json')
    const old = {
      index: { path: 'INDEX.md', heading: '# Files' },
      program: 'kura.mjs',
      allow: ['.editorconfig'],
    }
    await writeFile(settings, JSON.stringify(old))
    await publisher.publish({ 'kura.mjs': '1', '.editorconfig': '' })
    commit(publisher.dir, 'one')
    await writeFile(settings, JSON.stringify({ allow: ['.other'] }))
    await publisher.publish({ a: 'a' })
    commit(publisher.dir, 'two')
    const { outcome } = await rollBack(1, optionsOf(publisher))
    expect(JSON.parse(await readFile(settings, 'utf8'))).toEqual({
      ...old,
      allow: ['.other', '.editorconfig'],
    })
    expect(outcome.manifest.index).toEqual(old.index)
    expect(outcome.manifest.files.find(({ program }) => program)?.path).toBe('kura.mjs')
  })

  test('leaves payload, settings and release as they were if publishing fails', async () => {
    const publisher = await publisherWithHistory([FIRST, SECOND])
    await rm(publisher.keys.dir, { recursive: true })
    await expect(rollBack(1, optionsOf(publisher))).rejects.toMatchObject({ code: 'release_key' })
    expect(await payloadOf(publisher)).toEqual(SECOND)
    expect(String(git(publisher.dir, 'status', '--porcelain'))).toBe('')
    expect(openReleaseFolder(publisher.releaseDir).current().pointer.version).toBe(2)
  })

  test('changes back what it has changed if a file cannot be written', async () => {
    const publisher = await publisherWithHistory([FIRST, SECOND])
    await chmod(join(publisher.payloadDir, 'd'), 0o755)
    commit(publisher.dir, 'a file that can be run')
    // git does not keep empty folders; this one is in the place of a file of release 1
    await mkdir(join(publisher.payloadDir, 'c'))
    await expect(rollBack(1, optionsOf(publisher))).rejects.toMatchObject({
      code: 'payload_invalid',
      message: `Cannot change "c" in "${publisher.payloadDir}": it is a folder, expected a file`,
      hint: 'make the payload writable, on a disk with room, then try again',
    })
    expect(await payloadOf(publisher)).toEqual(SECOND)
    expect(String(git(publisher.dir, 'status', '--porcelain'))).toBe('')
  })

  test('says what it cannot change back', async () => {
    const publisher = await publisherWithHistory([FIRST, SECOND])
    await rm(publisher.keys.dir, { recursive: true })
    const liveVersion = async () => {
      await mkdir(join(publisher.payloadDir, 'd', 'made meanwhile'), { recursive: true })
      return undefined
    }
    await expect(rollBack(1, { ...optionsOf(publisher), liveVersion })).rejects.toMatchObject({
      code: 'release_key',
      hint: 'restore "d" with git restore: that could not be done either',
    })
    expect(await payloadOf(publisher)).toEqual({ 'a.md': SECOND['a.md'], docs: SECOND.docs })
  })

  test('does not touch the payload while somebody else publishes', async () => {
    const publisher = await publisherWithHistory([FIRST, SECOND])
    const lock = await takeLock(publisher.releaseDir)
    const before = await stat(join(publisher.payloadDir, 'a.md'))
    await expect(rollBack(1, optionsOf(publisher))).rejects.toMatchObject({ code: 'conflict' })
    expect((await stat(join(publisher.payloadDir, 'a.md'))).ino).toBe(before.ino)
    if (lock.held) await lock.release()
  })

  test('keeps that a file can be run', async () => {
    const publisher = await publisherWithHistory([])
    for (const [index, text] of ['one', 'two'].entries()) {
      await publisher.publish({ 'run.sh': text })
      await chmod(join(publisher.payloadDir, 'run.sh'), 0o755)
      commit(publisher.dir, `release ${index + 1}`)
    }
    await rollBack(1, optionsOf(publisher))
    expect((await stat(join(publisher.payloadDir, 'run.sh'))).mode & 0o100).not.toBe(0)
  })

  test('says nothing changed if the release has the files of the current one', async () => {
    const publisher = await publisherWithHistory([FIRST, SECOND])
    const { outcome } = await rollBack(2, optionsOf(publisher))
    expect(outcome.reason).toBeUndefined()
  })
})
