/**
 * People change the files of a release on a device: the changes are undone and reported, and the people's texts are
 * kept.
 */
import { readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { status } from '../../../lib/device/status.ts'
import { createDevice } from '../../helpers/device/device.ts'

const FILES = { 'a.md': 'A', 'docs/b.md': 'B', 'c.md': 'C' }

test('a changed file is repaired and reported, its content is kept, and only it is fetched', async () => {
  const device = await createDevice(FILES)
  await device.sync()
  await device.write('docs/b.md', 'mine')
  expect(await status(device.dir)).toMatchObject({ installed: 2, lacking: ['docs/b.md'] })
  const result = await device.sync()
  expect(result).toMatchObject({
    installed: 3,
    changed: 1,
    unchanged: 2,
    changes: { repaired: ['docs/b.md'] },
    replaced: [{ path: 'docs/b.md', copy: '.kura/replaced/docs/b.md' }],
  })
  expect(await device.read('docs/b.md')).toBe('B')
  expect(await device.read('.kura/replaced/docs/b.md')).toBe('mine')
  const question = device.host.asked.at(-2)
  expect(question).toMatchObject({ method: 'POST', body: { lacks: [expect.any(String)] } })
  expect(question?.body.have).toBeUndefined()
  expect(device.host.reports.at(-1)?.problems).toEqual([
    '"docs/b.md" was missing or changed on this device and was repaired',
    '"docs/b.md" was changed on this device: its content is kept in ".kura/replaced/docs/b.md"',
  ])
})

test('a missing file is restored, and so is a whole folder', async () => {
  const device = await createDevice(FILES)
  await device.sync()
  await rm(join(device.dir, 'docs'), { recursive: true })
  expect(await device.sync()).toMatchObject({
    installed: 3,
    changes: { repaired: ['docs/b.md'] },
    replaced: [],
  })
  expect(await device.read('docs/b.md')).toBe('B')
})

test('missing index lines are restored without fetching, and `have` is not stated before', async () => {
  const device = await createDevice(FILES)
  await device.sync()
  await device.write('MEMORY.md', '# Mine\n')
  const asked = device.host.asked.length
  expect(await device.sync()).toMatchObject({ indexed: 3, changed: 0, requests: 2 })
  expect(device.host.asked[asked]).toMatchObject({ method: 'POST', body: { lacks: [] } })
  expect(device.host.asked[asked]?.body.have).toBeUndefined()
  expect(await device.read('MEMORY.md')).toMatch(/^# Mine\n\n## Shared\n\n- \[a\.md\]/)
})

test('contents of one path that were changed again and again are all kept, each once', async () => {
  const device = await createDevice(FILES)
  await device.sync()
  for (const content of ['first', 'second', 'first']) {
    await device.write('a.md', content)
    await device.sync()
  }
  expect(await device.read('.kura/replaced/a.md')).toBe('first')
  expect(await device.read('.kura/replaced/.kura/2/a.md')).toBe('second')
  await expect(device.read('.kura/replaced/.kura/3/a.md')).rejects.toThrow()
})

test('a file of a person at the path of a new file is kept aside', async () => {
  const device = await createDevice({ 'a.md': 'A' })
  await device.write('docs/new.md', 'mine')
  device.publish(1, { 'a.md': 'A', 'docs/new.md': 'N' })
  expect(await device.sync()).toMatchObject({
    changes: { added: ['a.md', 'docs/new.md'] },
    replaced: [{ path: 'docs/new.md', copy: '.kura/replaced/docs/new.md' }],
  })
  expect(await device.read('.kura/replaced/docs/new.md')).toBe('mine')
})

test('a file that is already what the release says is taken over as it is', async () => {
  const device = await createDevice(FILES)
  await device.write('a.md', 'A')
  expect(await device.sync()).toMatchObject({ installed: 3, changed: 2, unchanged: 1, replaced: [] })
  device.publish(2, { 'c.md': 'C' })
  expect(await device.sync()).toMatchObject({ changes: { removed: ['a.md', 'docs/b.md'] } })
})

test('a file that left the release and was changed stays, is reported once, and is a person’s from then on', async () => {
  const device = await createDevice(FILES)
  await device.sync()
  await device.write('a.md', 'mine')
  device.publish(2, { 'c.md': 'C' })
  expect(await device.sync()).toMatchObject({
    removed: 1,
    changes: { removed: ['docs/b.md'], kept: ['a.md'] },
  })
  expect(device.host.reports.at(-1)?.problems).toEqual([
    '"a.md" is no longer in the release but stays: it was changed on this device',
  ])
  expect(await device.read('a.md')).toBe('mine')
  expect(await device.read('MEMORY.md')).toBe('## Shared\n\n- [c.md](c.md)\n')
  device.publish(3, { 'c.md': 'C3' })
  expect(await device.sync()).toMatchObject({ changes: { kept: [] } })
  expect(await device.read('a.md')).toBe('mine')
})

test('a file that kura never put there is not touched, whatever leaves the release', async () => {
  const device = await createDevice(FILES)
  await device.sync()
  await device.write('docs/mine.md', 'mine')
  device.publish(2, {})
  await device.sync()
  expect(await device.files()).toEqual({ 'docs/mine.md': 'mine', 'MEMORY.md': '## Shared\n\n' })
})

const INDEXES = [
  {
    name: 'with CRLF',
    before: '# Mine\r\n\r\nwords\r\n',
    after: '# Mine\r\n\r\nwords\r\n\r\n## Shared\r\n\r\n- [a.md](a.md)\r\n',
  },
  {
    name: 'with a byte order mark',
    before: '\ufeff# Mine\n',
    after: '\ufeff# Mine\n\n## Shared\n\n- [a.md](a.md)\n',
  },
  { name: 'without a last newline', before: 'mine', after: 'mine\n\n## Shared\n\n- [a.md](a.md)' },
]
test.each(INDEXES)('an index $name keeps what it is', async ({ before, after }) => {
  const device = await createDevice({ 'a.md': 'A' })
  await writeFile(join(device.dir, 'MEMORY.md'), before)
  expect(await device.sync()).toMatchObject({ indexed: 1 })
  expect(await readFile(join(device.dir, 'MEMORY.md'), 'utf8')).toBe(after)
  device.publish(2, {})
  await device.sync()
  const left = await readFile(join(device.dir, 'MEMORY.md'), 'utf8')
  expect(left.startsWith(before)).toBe(true)
  expect(left).not.toContain('a.md')
})

test('a damaged state is reported, and the run starts again', async () => {
  const device = await createDevice(FILES)
  await device.sync()
  await device.write('.kura/state.json', '{"v":')
  const result = await device.sync()
  expect(result).toMatchObject({ installed: 3, changed: 0 })
  expect(result.warnings).toEqual([expect.stringContaining('.kura/state.json could not be read')])
  expect((await device.sync()).warnings).toEqual([])
})

test.each([
  { what: 'a file', make: (at: string) => writeFile(at, 'in the way') },
  { what: 'a link', make: (at: string) => symlink('/nowhere', at) },
])('$what at .kura/replaced does not keep a sync from ending', async ({ make }) => {
  const device = await createDevice(FILES)
  await device.sync()
  await make(join(device.dir, '.kura/replaced'))
  await device.write('a.md', 'mine')
  expect(await device.sync()).toMatchObject({
    installed: 3,
    replaced: [{ path: 'a.md', copy: '.kura/replaced-2/a.md' }],
  })
  expect(await device.read('.kura/replaced-2/a.md')).toBe('mine')
  expect(await device.sync()).toMatchObject({ changed: 0, replaced: [] })
})

test('an index that lost its lines is written again, and that is told', async () => {
  const device = await createDevice({ 'a.md': 'A' })
  expect(await device.sync()).toMatchObject({ indexWritten: true })
  await device.write('MEMORY.md', '# Mine\n')
  expect(await device.sync()).toMatchObject({ indexWritten: true, changed: 0, indexed: 1 })
  expect(await device.sync()).toMatchObject({ indexWritten: false })
  await device.write('a.md', 'mine')
  expect(await device.sync()).toMatchObject({ indexWritten: false, changed: 1 })
})
