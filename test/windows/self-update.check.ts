/** A release carries the device program: a good program replaces the running one, a broken program never does. */
import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { bundle, DEVICE_PROGRAM } from '../../scripts/build-device.ts'
import { temporaryDirectory } from '../helpers/temporary-directory.ts'
import { openOffice, resultOf } from './office.ts'
import { hasWindows } from './wine.ts'

const PATH = 'program/kura-device.mjs'
const HERE = 'program\\kura-device.mjs'

describe.skipIf(!hasWindows)('on Windows', () => {
  test('a new program replaces the running one', async () => {
    const { publisher, enrol } = await openOffice({ program: PATH })
    await publisher.publish({ [PATH]: `${await builtProgram()}\n// newer` })
    const pc = await enrol('C:\\users\\山田 太郎\\更新\\kura')
    expect(resultOf(await pc.sync())).toMatchObject({ status: 0, program: { outcome: 'replaced' } })
    expect(resultOf(await pc.sync())).toMatchObject({
      status: 0,
      program: { outcome: 'current' },
      requests: 1,
    })
  })

  test.each([
    { dir: 'C:\\users\\broken\\kura', typed: 'C:\\users\\broken\\kura' },
    { dir: 'C:\\users\\another\\kura', typed: 'c:\\Users\\Another\\KURA' },
  ])('a broken program is refused if $dir is typed $typed', async ({ dir, typed }) => {
    const { publisher, enrol } = await openOffice({ program: PATH })
    const program = await builtProgram()
    await publisher.publish({ [PATH]: program })
    const pc = await enrol(dir)
    expect(resultOf(await pc.sync())).toMatchObject({ status: 0, installed: 1 })
    await publisher.publish({ [PATH]: 'throw new Error("broken")\n' })
    expect(resultOf(await pc.sync(typed, HERE))).toMatchObject({ status: 1, code: 'release_rejected' })
    expect(await pc.files({ [PATH]: '' })).toEqual({ [PATH]: program })
  })
})

async function builtProgram(): Promise<string> {
  const file = `${await temporaryDirectory()}/kura-device.mjs`
  await bundle(DEVICE_PROGRAM, file)
  return await readFile(file, 'utf8')
}
