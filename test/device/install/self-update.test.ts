import { readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { proveProgram } from '../../../lib/device/install/self-update.ts'
import { createDevice } from '../../helpers/device/device.ts'
import { temporaryDirectory } from '../../helpers/temporary-directory.ts'

const OLD = 'console.log("kura-device 1.0.0")\n'
const NEW = 'console.log("kura-device 2.0.0")\n'
const PATH = 'program/kura-device.mjs'

/**
 * A device whose release carries the program `program`, while a program with the content `running` runs from another
 * place.
 */
async function start(program: string, running = OLD) {
  const device = await createDevice({})
  device.publish(1, { [PATH]: program }, { program: PATH })
  const file = join(await temporaryDirectory({ 'kura-device.mjs': running }), 'kura-device.mjs')
  return { device, file, run: () => device.sync({ program: { file } }) }
}

const previousOf = (file: string) => join(file, '../kura-device.previous.mjs')

test('the running program is replaced by that of the release, and the one before stays beside it', async () => {
  const { device, file, run } = await start(NEW)
  const { mode } = await stat(file)
  const result = await run()
  expect(result).toMatchObject({
    installed: 1,
    program: { outcome: 'replaced', previous: previousOf(file) },
    warnings: [],
  })
  expect(await readFile(file, 'utf8')).toBe(NEW)
  expect(await readFile(previousOf(file), 'utf8')).toBe(OLD)
  expect((await stat(file)).mode).toBe(mode)
  expect(await readdir(join(file, '..'))).toEqual(['kura-device.mjs', 'kura-device.previous.mjs'])
  expect(await run()).toMatchObject({ program: { outcome: 'current' }, requests: 1 })
  expect(device.host.reports).toHaveLength(1)
})

const BROKEN = [
  {
    name: 'does not start',
    program: 'throw new Error("broken")\n',
    reason: 'does not start here: Error: broken',
  },
  { name: 'is no program', program: 'not a module (\n', reason: 'does not start here: SyntaxError: ' },
  { name: 'only ends', program: 'process.exit(3)\n', reason: 'does not start here: it ends at once' },
  { name: 'says nothing of itself', program: 'console.log("hello")\n', reason: 'does not print its version' },
] as const
test.each(BROKEN)(
  'a program that $name stays where it is: a warning, not a failure',
  async ({ program, reason }) => {
    const { device, file, run } = await start(program)
    const result = await run()
    expect(result).toMatchObject({ installed: 1, indexed: 1, program: { outcome: 'failed' } })
    expect(result.warnings).toEqual([
      expect.stringMatching(`^this program was not replaced: that of the release ${reason}[^\n]*$`),
    ])
    expect(device.host.reports.at(-1)?.problems).toEqual(result.warnings)
    expect(await readFile(file, 'utf8')).toBe(OLD)
    expect(await readdir(join(file, '..'))).toEqual(['kura-device.mjs'])
  },
)

test('a program that cannot be replaced is a warning', async () => {
  const { run, file } = await start(NEW)
  const { device } = await start(NEW)
  const result = await device.sync({ program: { file: `${file}.missing` } })
  expect(result).toMatchObject({ installed: 1, program: { outcome: 'failed' } })
  expect(await run()).toMatchObject({ program: { outcome: 'replaced' } })
})

describe('nothing is replaced', () => {
  test('if the release carries no program', async () => {
    const device = await createDevice({ [PATH]: NEW })
    const file = join(await temporaryDirectory({ 'kura-device.mjs': OLD }), 'kura-device.mjs')
    expect(await device.sync({ program: { file } })).toMatchObject({ program: { outcome: 'none' } })
    expect(await readFile(file, 'utf8')).toBe(OLD)
  })

  test('if it is not the one file that runs', async () => {
    const { device } = await start(NEW)
    expect(await device.sync()).toMatchObject({ program: { outcome: 'none' } })
  })

  test('if the program runs from its place in the release: installing it was enough', async () => {
    const { device } = await start(NEW)
    expect(await device.sync({ program: { file: join(device.dir, PATH) } })).toMatchObject({
      program: { outcome: 'current' },
    })
    expect(await device.read(PATH)).toBe(NEW)
  })
})

test('a broken program is refused, however the path of the running one is written', async () => {
  const device = await createDevice({})
  device.publish(1, { [PATH]: OLD }, { program: PATH })
  const folder = join(await temporaryDirectory(), 'typed')
  await symlink(device.dir, folder)
  const running = { program: { file: join(folder, PATH) } }
  await device.sync(running)
  device.publish(2, { [PATH]: BROKEN[0].program }, { program: PATH })
  expect(await device.failure(running)).toMatchObject({ code: 'release_rejected' })
  expect(await device.read(PATH)).toBe(OLD)
})

test.each(BROKEN)(
  'a program that $name is not installed over the running one',
  async ({ program, reason }) => {
    const device = await createDevice({})
    device.publish(1, { [PATH]: OLD }, { program: PATH })
    const running = { program: { file: join(device.dir, PATH) } }
    await device.sync(running)
    device.publish(2, { [PATH]: program, 'a.md': 'A' }, { program: PATH })
    const error = await device.failure(running)
    expect(error).toMatchObject({
      code: 'release_rejected',
      hint: expect.stringContaining('ask the publisher'),
    })
    expect(error.message).toContain(`Cannot install release 2: its device program ${reason}`)
    expect(await device.read(PATH)).toBe(OLD)
    device.publish(3, { [PATH]: NEW, 'a.md': 'A' }, { program: PATH })
    expect(await device.sync(running)).toMatchObject({
      release: 3,
      installed: 2,
      program: { outcome: 'current' },
    })
    expect(await device.read(PATH)).toBe(NEW)
  },
)

describe('the previous program, which runs because the program does not start,', () => {
  const REASON = 'the previous program ran, because "kura-device.mjs" does not start here: Error: broken'

  /**
   * Starts a device with the program from before the update. Its folder has the program `present`, its release
   * `program`.
   */
  async function startPrevious(program: string, present: string | undefined) {
    const { device, file } = await start(program)
    if (present === undefined) await rm(file)
    else await writeFile(file, present)
    await writeFile(previousOf(file), OLD)
    return { device, file, run: () => device.sync({ program: { file: previousOf(file) } }) }
  }

  test('reports the reason, each time', async () => {
    const { device, file, run } = await startPrevious(BROKEN[0].program, BROKEN[0].program)
    for (const reports of [1, 2]) {
      expect(await run()).toMatchObject({ program: { outcome: 'current' }, warnings: [REASON] })
      expect(device.host.reports).toHaveLength(reports)
      expect(device.host.reports.at(-1)?.problems).toEqual([REASON])
    }
    expect(await readFile(file, 'utf8')).toBe(BROKEN[0].program)
    expect(await readFile(previousOf(file), 'utf8')).toBe(OLD)
  })

  test('reports the reason if the sync fails', async () => {
    const { device, run } = await startPrevious(NEW, BROKEN[0].program)
    device.publish(2, { '../outside.md': 'X' })
    await expect(run()).rejects.toMatchObject({ code: 'release_rejected' })
    expect(device.host.reports.at(-1)?.problems).toContain(REASON)
  })

  test.each([
    { name: 'broken', present: BROKEN[0].program },
    { name: 'not there', present: undefined },
  ])('replaces a program that is $name by that of the release, and stays', async ({ present }) => {
    const { file, run } = await startPrevious(NEW, present)
    expect(await run()).toMatchObject({
      program: { outcome: 'replaced', previous: previousOf(file) },
      warnings: [
        expect.stringContaining('the previous program ran, because "kura-device.mjs" does not start'),
      ],
    })
    expect(await readFile(file, 'utf8')).toBe(NEW)
    expect(await readFile(previousOf(file), 'utf8')).toBe(OLD)
  })

  test('puts no program that does not start in its place', async () => {
    const { device, file, run } = await startPrevious(BROKEN[1].program, BROKEN[0].program)
    expect(await run()).toMatchObject({ program: { outcome: 'failed' } })
    expect(device.host.reports.at(-1)?.problems).toEqual([
      REASON,
      expect.stringMatching(/^this program was not replaced: that of the release does not start here/),
    ])
    expect(await readFile(file, 'utf8')).toBe(BROKEN[0].program)
  })

  test('never replaces itself, however its name is written', async () => {
    const { device, file } = await start(NEW)
    const typed = join(file, '../Kura-Device.PREVIOUS.mjs')
    await writeFile(typed, OLD)
    await device.sync({ program: { file: typed } })
    expect(await readFile(typed, 'utf8')).toBe(OLD)
  })

  test('has nothing to report of a program that starts', async () => {
    const { run } = await startPrevious(NEW, NEW)
    expect(await run()).toMatchObject({ program: { outcome: 'current' }, warnings: [] })
  })
})

test('proveProgram() gives up a program that does not end', async () => {
  const file = join(await temporaryDirectory({ 'p.mjs': 'setInterval(() => {}, 1000)' }), 'p.mjs')
  await expect(proveProgram(file, { limit: 200 })).rejects.toThrow('it does not end')
})

test('proveProgram() proves a program without the options of another one', async () => {
  const env = { NODE_OPTIONS: '--require=/nowhere', NODE_PATH: '/nowhere', NODE_COMPILE_CACHE: '/nowhere' }
  const program = 'if (process.env.NODE_PATH ?? process.env.NODE_COMPILE_CACHE) throw new Error()\n'
  const file = join(await temporaryDirectory({ 'p.mjs': program + NEW }), 'p.mjs')
  await proveProgram(file, { env })
})

test('what a killed update left beside the program goes with the next run, and nothing else', async () => {
  const { file, run } = await start(NEW, NEW)
  const folder = join(file, '..')
  const id = '01234567-89ab-4cde-8f01-23456789abcd'
  const kept = ['.kura-device-notes.mjs', `.other-${id}.mjs`, 'kura-device.previous.mjs']
  const left = [`.kura-device-${id}.mjs`, `kura-device.previous.mjs.${id}`]
  for (const name of [...kept, ...left]) await writeFile(join(folder, name), '')
  expect(await run()).toMatchObject({ program: { outcome: 'current' } })
  expect((await readdir(folder)).sort()).toEqual([...kept, 'kura-device.mjs'].sort())
})
