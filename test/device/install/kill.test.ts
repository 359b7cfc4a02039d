/** A real process is killed with SIGKILL before each single change of the disk; then comes a normal run. */
import { cp, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { mapConcurrently } from '../../../lib/core/work/concurrency.ts'
import { sync } from '../../../lib/device/sync/sync.ts'
import { createDevice, filesOf, STILL } from '../../helpers/device/device.ts'
import { EARLIER } from '../../helpers/device/earlier.ts'
import { type ProcessOptions, useDeviceProcess } from '../../helpers/device/run-process.ts'
import { sampled } from '../../helpers/run/sampled.ts'
import { temporaryDirectory } from '../../helpers/temporary-directory.ts'

const BEFORE = { 'a.md': 'A', 'twin.md': 'T', 'old/leaves.md': 'L', folder: 'was a file', 'same.md': 'S' }
const AFTER = { 'a.md': 'A2', 'twin.md': 'T2', 'new/twin.md': 'T2', 'folder/in.md': 'F', 'same.md': 'S' }

const run = useDeviceProcess()

/** A device with release 1, some files of which a person changed, and a host with release 2. */
async function prepared() {
  const device = await createDevice(BEFORE)
  await device.write('MEMORY.md', '# Mine\r\n\r\n- [notes](notes.md)\r\n')
  await device.sync()
  await device.write('a.md', 'changed by a person')
  await device.write('notes.md', 'mine')
  device.publish(2, AFTER)
  return device
}

async function copyDevice(from: string): Promise<string> {
  const dir = join(await temporaryDirectory(), 'device')
  await cp(from, dir, { recursive: true })
  return dir
}

test.each([
  { who: 'a run', program: undefined },
  { who: 'a run of an earlier version', program: EARLIER.program },
])(
  '$who that is killed before any change is finished or taken back by the next one',
  { timeout: 180_000 },
  async ({ program }) => {
    const device = await prepared()
    const copyOf = () => copyDevice(device.dir)
    const start = (dir: string, options: ProcessOptions = {}) =>
      run(dir, { ...options, ...(program && { program }) })
    const { said: whole } = await start(await copyOf())
    expect(whole?.result).toMatchObject({ release: 2, installed: 5, indexed: 5 })
    expect(whole?.count).toBeGreaterThan(25)
    const cases = await Promise.all(
      sampled([...Array(whole?.count ?? 0).keys()], 3).map(async killAt => ({ killAt, dir: await copyOf() })),
    )
    await mapConcurrently(
      cases,
      async ({ killAt, dir }) => {
        expect((await start(dir, { killAt })).signal, `change ${killAt}`).toBe('SIGKILL')
        await expectOneOrTheOther(dir, killAt)
        await expectFinished(dir, `change ${killAt}`)
      },
      { width: 2 },
    )
  },
)

test('a run that is killed again and again, each time a change later, ends right', {
  timeout: 180_000,
}, async () => {
  const { dir } = await prepared()
  for (let killAt = 3; killAt < 100; killAt++) {
    const { signal } = await run(dir, { killAt })
    if (signal === null) break
    await expectOneOrTheOther(dir, killAt)
  }
  await expectFinished(dir, 'in the end')
})

test('a run that is killed while it takes back what failed ends right', { timeout: 180_000 }, async () => {
  const device = await prepared()
  const copyOf = () => copyDevice(device.dir)
  // near the end all files are installed, and have to be restored
  const failAt = await lastIndexWrite(await copyOf())
  const { said } = await run(await copyOf(), { failAt })
  expect(said?.error).toMatchObject({ code: 'device_write', message: expect.stringContaining('EIO') })
  const kills = Array.from({ length: (said?.count ?? 0) - failAt - 1 }, (_, index) => failAt + 1 + index)
  expect(kills.length).toBeGreaterThan(10)
  const cases = await Promise.all(sampled(kills, 3).map(async killAt => ({ killAt, dir: await copyOf() })))
  await mapConcurrently(
    cases,
    async ({ killAt, dir }) => {
      expect((await run(dir, { killAt, failAt })).signal, `change ${killAt}`).toBe('SIGKILL')
      await expectOneOrTheOther(dir, killAt)
      await expectFinished(dir, `change ${killAt}`)
    },
    { width: 2 },
  )
})

test('a run that is killed while another program has files open is finished by the next one', {
  timeout: 180_000,
}, async () => {
  const device = await prepared()
  const open = ['a.md', 'old/leaves.md', 'folder']
  const copyOf = () => copyDevice(device.dir)
  const { said } = await run(await copyOf(), { open })
  expect(said?.result).toMatchObject({ release: 2, installed: 3, waiting: [...open].sort() })
  const kills = sampled([...Array(said?.count ?? 0).keys()], 3)
  const cases = await Promise.all(kills.map(async killAt => ({ killAt, dir: await copyOf() })))
  await mapConcurrently(
    cases,
    async ({ killAt, dir }) => {
      const when = `change ${killAt}`
      expect((await run(dir, { killAt, open })).signal, when).toBe('SIGKILL')
      await expectOneOrTheOther(dir, killAt)
      const { said: again } = await run(dir, { open })
      expect(again?.result, when).toMatchObject({ release: 2, installed: 3, waiting: [...open].sort() })
      const kept = { 'a.md': 'changed by a person', 'old/leaves.md': 'L', folder: 'was a file' }
      expect(await filesOf(dir), when).toMatchObject(kept)
      await expectFinished(dir, when)
    },
    { width: 2 },
  )
})

/** The number of the change that moves the new index to its path. */
async function lastIndexWrite(dir: string): Promise<number> {
  let count = 0
  let found = -1
  await sync(dir, {
    ...STILL,
    intercept: changes =>
      Object.fromEntries(
        Object.entries(changes).map(([name, change]) => [
          name,
          (...given: unknown[]) => {
            const number = count++
            if (name === 'rename' && given[1] === 'MEMORY.md') found = number
            return (change as (...all: unknown[]) => Promise<void>)(...given)
          },
        ]),
      ) as unknown as typeof changes,
  })
  return found
}

async function expectFinished(dir: string, when: string): Promise<void> {
  const result = await sync(dir, STILL)
  expect(result, when).toMatchObject({ release: 2, expected: 5, installed: 5, indexed: 5 })
  expect(await filesOf(dir), when).toEqual({
    ...AFTER,
    'MEMORY.md': [
      '# Mine',
      '',
      '- [notes](notes.md)',
      '',
      '## Shared',
      '',
      '- [a.md](a.md)',
      '- [twin.md](twin.md)',
      '- [new/twin.md](new/twin.md)',
      '- [folder/in.md](folder/in.md)',
      '- [same.md](same.md)',
      '',
    ].join('\r\n'),
    'notes.md': 'mine',
  })
  expect(await keptTexts(dir), when).toEqual({ '.kura/replaced/a.md': 'changed by a person' })
  const own = (await readdir(join(dir, '.kura'), { recursive: true })).filter(
    name => !name.startsWith('replaced'),
  )
  expect(own.sort(), when).toEqual(['lock', 'staging', 'state.json', 'undo'])
}

/** Expects that each file which is there is wholly old or wholly new when the process has died. */
async function expectOneOrTheOther(dir: string, killAt: number): Promise<void> {
  const files = await filesOf(dir)
  const known = new Set<string>([
    ...Object.values(BEFORE),
    ...Object.values(AFTER),
    'changed by a person',
    'mine',
  ])
  for (const [path, content] of Object.entries(files)) {
    if (path !== 'MEMORY.md') expect(known, `change ${killAt}, ${path}`).toContain(content)
  }
  expect(files['MEMORY.md'], `change ${killAt}`).toContain('# Mine\r\n\r\n- [notes](notes.md)\r\n')
}

async function keptTexts(dir: string): Promise<Record<string, string>> {
  const kept = await filesOf(join(dir, '.kura/replaced'))
  return Object.fromEntries(Object.entries(kept).map(([path, text]) => [`.kura/replaced/${path}`, text]))
}
