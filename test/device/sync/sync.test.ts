import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { status } from '../../../lib/device/status.ts'
import { createDevice } from '../../helpers/device/device.ts'
import { createPublisher, HOST_NOW } from '../../helpers/device/publisher.ts'

describe('a fresh device', () => {
  test('installs the whole release with its index, counts it on the disk and says so', async () => {
    const device = await createDevice({
      'a.md': 'A',
      'docs/b c.md': 'B',
      'bin/x': Buffer.from([0, 255, 254]),
    })
    const result = await device.sync()
    expect(result).toMatchObject({
      release: 1,
      expected: 3,
      installed: 3,
      indexed: 3,
      changed: 3,
      removed: 0,
      unchanged: 0,
      requests: 2,
      line: 'memory=3 / index reference=yes',
      changes: { added: ['a.md', 'docs/b c.md', 'bin/x'] },
      recovered: 'none',
      program: { outcome: 'none' },
      warnings: [],
    })
    expect(result.bytes).toBeGreaterThan(0)
    expect(Object.keys(await device.files())).toEqual(['MEMORY.md', 'a.md', 'bin/x', 'docs/b c.md'])
    expect(await device.read('docs/b c.md')).toBe('B')
    expect(await device.read('MEMORY.md')).toBe(
      '## Shared\n\n- [a.md](a.md)\n- [docs/b c.md](<docs/b c.md>)\n- [bin/x](bin/x)\n',
    )
  })

  test('leaves nothing in its own folders but its state', async () => {
    const device = await createDevice()
    await device.sync()
    const own = await readdir(join(device.dir, '.kura'), { recursive: true })
    expect(own.sort()).toEqual(['lock', 'staging', 'state.json', 'undo'])
  })

  test('reports what it has, once, with a number that grows', async () => {
    const device = await createDevice()
    await device.sync()
    device.publish(2, { 'a.md': 'A2' })
    await device.sync()
    const [first, second] = device.host.reports
    expect(first).toEqual({
      sequence: Math.floor(HOST_NOW / 1000),
      release: expect.any(String),
      version: 1,
      expected: 1,
      installed: 1,
      indexed: 1,
      line: 'memory=1 / index reference=yes',
      at: new Date(HOST_NOW).toISOString(),
      node: process.versions.node,
    })
    expect(second).toMatchObject({ version: 2, sequence: (first?.sequence ?? 0) + 1 })
    expect(device.host.reports).toHaveLength(2)
  })

  test('with an empty release has nothing to install, and makes no index', async () => {
    const device = await createDevice({})
    expect(await device.sync()).toMatchObject({ expected: 0, installed: 0, indexed: 0 })
    expect(await device.files()).toEqual({})
    expect((await device.sync()).requests).toBe(1)
  })
})

describe('a sync without news', () => {
  test('is one request that states what is on the disk, and writes nothing', async () => {
    const device = await createDevice({ 'a.md': 'A', 'b.md': 'B' })
    await device.sync()
    const before = await modified(device.dir)
    const asked = device.host.asked.length
    const result = await device.sync({
      intercept: changes => ({
        ...changes,
        ...Object.fromEntries(
          Object.keys(changes)
            .filter(name => name !== 'makeFolder')
            .map(name => [name, () => Promise.reject(new Error(`it wrote: ${name}`))]),
        ),
      }),
    })
    expect(result).toMatchObject({
      requests: 1,
      bytes: 0,
      changed: 0,
      unchanged: 2,
      installed: 2,
      indexed: 2,
    })
    expect(device.host.asked.slice(asked)).toMatchObject([
      { method: 'GET', query: { have: device.host.release?.digest, root: '1', v: '2' } },
    ])
    expect(await modified(device.dir)).toEqual(before)
  })

  test('reads the disk again: a file that was touched and is the same is not fetched', async () => {
    const device = await createDevice()
    await device.sync()
    await device.write('a.md', 'A')
    expect(await device.sync()).toMatchObject({ requests: 1, changed: 0 })
  })

  test('clears what an interrupted one left staged', async () => {
    const device = await createDevice()
    await device.sync()
    await device.write(`.kura/staging/${'0'.repeat(64)}`, 'left')
    await device.sync()
    expect(await readdir(join(device.dir, '.kura/staging'))).toEqual([])
  })
})

async function modified(dir: string): Promise<Record<string, number>> {
  const names = (await readdir(dir, { recursive: true })).filter(name => name !== '.kura/lock')
  return Object.fromEntries(
    await Promise.all(names.map(async name => [name, (await stat(join(dir, name))).mtimeMs])),
  )
}

describe('a new release', () => {
  test('changes what changed and nothing else', async () => {
    const device = await createDevice({ 'a.md': 'A', 'b.md': 'B', 'docs/c.md': 'C', 'docs/d/e.md': 'E' })
    await device.sync()
    await device.write('notes.md', 'mine')
    device.publish(2, { 'a.md': 'A', 'b.md': 'B2', 'new/f.md': 'F' })
    expect(await device.sync()).toMatchObject({
      release: 2,
      expected: 3,
      installed: 3,
      indexed: 3,
      changed: 2,
      removed: 2,
      unchanged: 1,
      changes: {
        added: ['new/f.md'],
        updated: ['b.md'],
        repaired: [],
        removed: ['docs/c.md', 'docs/d/e.md'],
        kept: [],
      },
    })
    expect(await device.files()).toEqual({
      'MEMORY.md': '## Shared\n\n- [a.md](a.md)\n- [b.md](b.md)\n- [new/f.md](new/f.md)\n',
      'a.md': 'A',
      'b.md': 'B2',
      'new/f.md': 'F',
      'notes.md': 'mine',
    })
    expect(await readdir(device.dir)).not.toContain('docs')
  })

  test('makes folders of files and files of folders', async () => {
    const device = await createDevice({ a: 'A', 'b/c/d': 'D' })
    await device.sync()
    device.publish(2, { 'a/x': 'A', b: 'B' })
    expect(await device.sync()).toMatchObject({ installed: 2, indexed: 2 })
    expect(await device.files()).toMatchObject({ 'a/x': 'A', b: 'B' })
    device.publish(3, { a: 'A', 'b/c/d': 'D' })
    expect(await device.sync()).toMatchObject({ installed: 2, indexed: 2 })
    expect(await device.files()).toMatchObject({ a: 'A', 'b/c/d': 'D' })
  })

  test('asks for nothing that the device has under another name', async () => {
    const device = await createDevice({ 'old.md': 'the same', 'b.md': 'B' })
    await device.sync()
    device.publish(2, { 'new/name.md': 'the same', 'copy.md': 'the same', 'b.md': 'B' })
    expect(await device.sync()).toMatchObject({ installed: 3, requests: 2 })
    expect(await device.files()).toMatchObject({ 'new/name.md': 'the same', 'copy.md': 'the same' })
  })

  test('with another index moves the lines there, and leaves what is a person’s', async () => {
    const device = await createDevice({ 'a.md': 'A' })
    await device.write('MEMORY.md', '# Mine\n')
    await device.sync()
    device.publish(2, { 'a.md': 'A' }, { index: { path: 'memory/index.md', heading: '# Shared' } })
    expect(await device.sync()).toMatchObject({ indexed: 1 })
    expect(await device.files()).toMatchObject({
      'MEMORY.md': '# Mine\n\n## Shared\n\n',
      'memory/index.md': '# Shared\n\n- [a.md](a.md)\n',
    })
  })

  test('that differs in nothing but its number is taken over without touching a file', async () => {
    const device = await createDevice()
    await device.sync()
    const before = (await stat(join(device.dir, 'a.md'))).mtimeMs
    device.publish(2, { 'a.md': 'A' })
    expect(await device.sync()).toMatchObject({ release: 2, changed: 0, unchanged: 1 })
    expect((await stat(join(device.dir, 'a.md'))).mtimeMs).toBe(before)
    expect((await device.sync()).requests).toBe(1)
  })

  test('under a new root is accepted with the chain that leads to it', async () => {
    const device = await createDevice()
    await device.sync()
    device.host.roots = [device.publisher.rotate(), device.publisher.rotate()]
    device.publish(2, { 'a.md': 'A2' })
    expect(await device.sync()).toMatchObject({ release: 2 })
    await device.sync()
    expect(device.host.asked.at(-1)?.query).toMatchObject({ root: '3' })
  })

  test('of another publisher is accepted after the device was enrolled again', async () => {
    const device = await createDevice({ 'a.md': 'A', 'old.md': 'O' })
    await device.sync()
    const other = createPublisher()
    device.host.release = other.release({ version: 1, files: { 'a.md': 'A', 'b.md': 'B' } })
    expect(await device.failure()).toMatchObject({ code: 'release_rejected' })
    const credentials = JSON.parse(await device.read('credentials.json'))
    await device.write('credentials.json', JSON.stringify({ ...credentials, root: other.root }))
    expect(await device.sync()).toMatchObject({ installed: 2, removed: 1, changes: { removed: ['old.md'] } })
  })
})

test('the installed counts are the disk’s: what vanishes while it works is not counted', async () => {
  const device = await createDevice({ 'a.md': 'A', 'b.md': 'B' })
  const result = await device.sync({
    intercept: changes => ({
      ...changes,
      async rename(from, to) {
        await changes.rename(from, to)
        if (to === 'MEMORY.md') await changes.remove('b.md')
      },
    }),
  })
  expect(result).toMatchObject({
    expected: 2,
    installed: 1,
    indexed: 2,
    line: 'memory=1 / index reference=yes',
  })
  expect(device.host.reports).toMatchObject([{ expected: 2, installed: 1 }])
  expect(await status(device.dir)).toMatchObject({ whole: false, lacking: ['b.md'] })
})

test('a report that fails does not fail the sync', async () => {
  const device = await createDevice()
  device.host.bend = (reply, { asked }) =>
    asked.body.status ? { status: 500, body: Buffer.from('') } : reply
  const result = await device.sync()
  expect(result).toMatchObject({ installed: 1, indexed: 1 })
  expect(result.warnings).toEqual([expect.stringContaining('was not reported to the host')])
})

test('a sync that fails while the host answers is reported with its reason', async () => {
  const device = await createDevice()
  await device.sync()
  device.publish(2, { 'a.md': 'A2' }, { expires: HOST_NOW - 1 })
  const error = await device.failure()
  expect(error.code).toBe('release_expired')
  expect(device.host.reports.at(-1)).toMatchObject({ version: 1, installed: 1, problems: [error.message] })
})
