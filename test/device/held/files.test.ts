/** Another program, such as Excel, has files open: these wait, and everything else is installed. */
import { readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { sha256 } from '../../../lib/core/release/envelope.ts'
import { createDevice, type TestDevice, windowsOf } from '../../helpers/device/device.ts'
import { AFTER, BEFORE, stateOf, updating } from '../install/updating-device.ts'

const ownNames = ({ dir }: TestDevice, folder: string) => readdir(join(dir, '.kura', folder))

/** The questions for a release, without the reports. */
const questionsOf = ({ host }: TestDevice, from: number) =>
  host.asked.slice(from).filter(({ body }) => !body.status)

test.each(['reading', 'writing'] as const)(
  'a changed file that is open for %s keeps its bytes',
  async shares => {
    const device = await updating()
    const { files, on } = windowsOf(device)
    files.open('a.md', shares)
    const result = await device.sync(on)
    expect(result).toMatchObject({
      release: 2,
      expected: 4,
      installed: 3,
      indexed: 4,
      waiting: ['a.md'],
      warnings: [],
      changes: {
        added: ['new/twin.md', 'folder/in.md'],
        updated: ['twin.md'],
        removed: ['old/leaves.md', 'folder'],
      },
    })
    expect(await device.files()).toMatchObject({ ...AFTER, 'a.md': 'A' })
    expect(await device.read('MEMORY.md')).toContain('- [a.md](a.md)\n')
    const { installed, release } = await stateOf(device)
    expect(new Map(installed).get('a.md')).toBe(sha256('A'))
    expect(JSON.parse(release?.signed ?? '')).toMatchObject({ version: 2 })
    expect(await ownNames(device, '.')).not.toContain('journal.json')
    expect(await ownNames(device, 'staging')).toEqual([sha256('A2')])
    expect(device.host.reports.at(-1)).toMatchObject({ version: 2, installed: 3, waiting: ['a.md'] })
    expect(device.host.reports.at(-1)).not.toHaveProperty('problems')
  },
)

test('once it is closed the next sync installs it, without asking for its content', async () => {
  const device = await updating()
  const { files, on } = windowsOf(device)
  files.open('a.md')
  await device.sync(on)
  const asked = device.host.asked.length
  expect(await device.sync(on)).toMatchObject({ changed: 0, waiting: ['a.md'] })
  files.close('a.md')
  expect(await device.sync(on)).toMatchObject({ installed: 4, indexed: 4, waiting: [], replaced: [] })
  const questions = questionsOf(device, asked)
  expect(questions).toHaveLength(2)
  for (const { query, body } of questions) {
    expect(query).not.toHaveProperty('have')
    expect(body).toMatchObject({ knows: device.host.release?.digest, lacks: [] })
  }
  expect(device.host.reports.at(-1)).not.toHaveProperty('waiting')
  expect(await device.files()).toMatchObject(AFTER)
  expect(await ownNames(device, 'staging')).toEqual([])
  expect(await ownNames(device, 'undo')).toEqual([])
  expect(await device.sync(on)).toMatchObject({ requests: 1, bytes: 0, changed: 0, warnings: [] })
  expect(device.host.asked.at(-1)?.query).toMatchObject({ have: device.host.release?.digest })
})

test('a 304 says nothing about a file that waits', async () => {
  const device = await updating()
  const { files, on } = windowsOf(device)
  files.open('a.md')
  await device.sync(on)
  device.host.bend = reply => ({ ...reply, status: 304, body: Buffer.alloc(0) })
  expect(await device.sync(on)).toMatchObject({ installed: 3, waiting: ['a.md'] })
  expect(device.host.reports.at(-1)).toMatchObject({ installed: 3, waiting: ['a.md'] })
})

test('a file that has left the release keeps its line until it is closed', async () => {
  const device = await updating()
  const { files, on } = windowsOf(device)
  files.open('old/leaves.md')
  for (const runs of [1, 2]) {
    expect(await device.sync(on), `run ${runs}`).toMatchObject({
      installed: 4,
      indexed: 4,
      removed: runs === 1 ? 1 : 0,
      waiting: ['old/leaves.md'],
    })
    expect(await device.read('MEMORY.md')).toContain('- [old/leaves.md](old/leaves.md)')
    const { installed, folders } = await stateOf(device)
    expect(new Map(installed).get('old/leaves.md')).toBe(sha256('L'))
    expect(folders).toContain('old')
  }
  expect(device.host.asked.at(-2)?.query).not.toHaveProperty('have')
  files.close('old/leaves.md')
  expect(await device.sync(on)).toMatchObject({ waiting: [], changes: { removed: ['old/leaves.md'] } })
  expect(await device.files()).toEqual({ ...AFTER, 'MEMORY.md': expect.not.stringContaining('leaves') })
  expect(await readdir(device.dir)).not.toContain('old')
  expect(await device.sync(on)).toMatchObject({ requests: 1, bytes: 0 })
})

test('a person keeps what was changed in a file while it waited', async () => {
  const device = await updating()
  await device.write('a.md', 'changed by a person')
  const { files, on } = windowsOf(device)
  files.open('a.md')
  expect(await device.sync(on)).toMatchObject({ waiting: ['a.md'], replaced: [] })
  expect(await device.read('a.md')).toBe('changed by a person')
  files.close('a.md')
  expect(await device.sync(on)).toMatchObject({
    waiting: [],
    replaced: [{ path: 'a.md', copy: '.kura/replaced/a.md' }],
  })
  expect(await device.read('.kura/replaced/a.md')).toBe('changed by a person')
})

test('a new path that is taken by an open file of a person has no line', async () => {
  const device = await createDevice({ 'a.md': 'A', 'b.md': 'B' })
  await device.write('a.md', 'mine')
  const { files, on } = windowsOf(device)
  files.open('a.md')
  expect(await device.sync(on)).toMatchObject({ installed: 1, indexed: 1, waiting: ['a.md'] })
  expect(await device.read('MEMORY.md')).not.toContain('a.md')
  files.close('a.md')
  expect(await device.sync(on)).toMatchObject({ installed: 2, indexed: 2, waiting: [] })
  expect(await device.read('.kura/replaced/a.md')).toBe('mine')
})

test('steps above and below an open file wait with it', async () => {
  const device = await createDevice({ folder: 'was a file', 'swap/in.md': 'S', 'swap/other.md': 'O' })
  await device.sync()
  const next = { 'folder/in.md': 'F', 'folder/deep/b.md': 'B', swap: 'now a file', 'c.md': 'C' }
  device.publish(2, next)
  const { files, on } = windowsOf(device)
  files.open('folder')
  files.open('swap/in.md')
  expect(await device.sync(on)).toMatchObject({
    release: 2,
    installed: 1,
    waiting: ['folder', 'swap/in.md'],
    changes: { added: ['c.md'], removed: ['swap/other.md'] },
  })
  expect(await device.files()).toMatchObject({ folder: 'was a file', 'swap/in.md': 'S', 'c.md': 'C' })
  files.close('folder')
  expect(await device.sync(on)).toMatchObject({ installed: 3, waiting: ['swap/in.md'] })
  files.close('swap/in.md')
  expect(await device.sync(on)).toMatchObject({ installed: 4, indexed: 4, waiting: [] })
  expect(await device.files()).toEqual({ ...next, 'MEMORY.md': expect.not.stringContaining('swap/in.md') })
})

test('an open folder that leaves waits, and its files are gone', async () => {
  const device = await updating()
  const { files, on } = windowsOf(device)
  files.open('old')
  expect(await device.sync(on)).toMatchObject({ installed: 4, waiting: ['old'] })
  expect(await readdir(join(device.dir, 'old'))).toEqual([])
  files.close('old')
  expect(await device.sync(on)).toMatchObject({ waiting: [] })
  expect(await readdir(device.dir)).not.toContain('old')
})

test('a file that cannot be read is neither counted nor fetched', async () => {
  const device = await updating()
  const { files, on } = windowsOf(device)
  files.open('a.md', 'nothing')
  const asked = device.host.asked.length
  expect(await device.sync(on)).toMatchObject({ installed: 3, waiting: ['a.md'], warnings: [] })
  expect(await ownNames(device, 'staging')).toEqual([])
  for (const { body } of questionsOf(device, asked)) expect(body.lacks ?? []).not.toContain(sha256('A2'))
  expect(await device.sync(on)).toMatchObject({ changed: 0, waiting: ['a.md'] })
  files.close('a.md')
  expect(await device.sync(on)).toMatchObject({ installed: 4, waiting: [], replaced: [] })
})

test('a device program that waits is replaced by a later sync, and is no problem', async () => {
  const device = await createDevice({ 'program.mjs': 'one' })
  const program = { program: 'program.mjs' }
  device.publish(1, { 'program.mjs': 'one' }, program)
  await device.sync()
  const running = { file: join(device.dir, '..', 'running.mjs') }
  await writeFile(running.file, 'one')
  onTestFinished(() => rm(running.file, { force: true }))
  device.publish(2, { 'program.mjs': 'two' }, program)
  const { files, on } = windowsOf(device)
  files.open('program.mjs')
  const deps = { ...on, program: running, prove: async () => undefined }
  expect(await device.sync(deps)).toMatchObject({ program: { outcome: 'none' }, warnings: [] })
  files.close('program.mjs')
  expect(await device.sync(deps)).toMatchObject({ program: { outcome: 'replaced' }, waiting: [] })
})

test('an older release is no way back while a file waits', async () => {
  const device = await updating()
  const { files, on } = windowsOf(device)
  files.open('a.md')
  await device.sync(on)
  device.publish(1, BEFORE)
  for (const closes of [false, true]) {
    if (closes) files.close('a.md')
    const { warnings } = await device.sync(on)
    expect(warnings).toEqual([expect.stringContaining('hands out release 1, this device has release 2')])
  }
  expect(await device.files()).toMatchObject(AFTER)
})

test('a release that comes while a file waits is installed beside it', async () => {
  const device = await updating()
  const { files, on } = windowsOf(device)
  files.open('a.md')
  await device.sync(on)
  device.publish(3, { 'twin.md': 'T3' })
  expect(await device.sync(on)).toMatchObject({ release: 3, installed: 1, waiting: ['a.md'] })
  expect(await device.files()).toMatchObject({ 'a.md': 'A', 'twin.md': 'T3' })
  expect(await device.read('MEMORY.md')).toContain('- [a.md](a.md)')
  files.close('a.md')
  expect(await device.sync(on)).toMatchObject({ waiting: [], changes: { removed: ['a.md'] } })
  expect(await device.files()).toEqual({
    'twin.md': 'T3',
    'MEMORY.md': '# Mine\n\n## Shared\n\n- [twin.md](twin.md)\n',
  })
})
