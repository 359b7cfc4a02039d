/** A sync fails, undoes its changes, or is refused while another program has files open. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { windowsOf } from '../../helpers/device/device.ts'
import { AFTER, BEFORE, stateOf, updating } from '../install/updating-device.ts'

test('a lack of rights is none: all or nothing, with its own hint', async () => {
  const device = await updating()
  const { on } = windowsOf(device)
  const before = await device.files()
  const refused = (path: string) =>
    Object.assign(new Error(`EPERM: refused, rename '${path}'`), { code: 'EPERM' })
  const failure = await device.failure({
    ...on,
    intercept: changes => ({
      ...changes,
      // refuses a new path, as in a folder where the user may not make files
      rename: async (from, to) =>
        to === 'new/twin.md' ? Promise.reject(refused(to)) : changes.rename(from, to),
    }),
  })
  expect(failure).toMatchObject({
    code: 'device_write',
    message: 'Cannot install "new/twin.md": EPERM, refused',
    hint: expect.stringMatching(/the right to read and to write there.*as they were before/),
  })
  expect(await device.files()).toEqual(before)
})

test('the journal on the disk has the goal that the state is committed to', async () => {
  const device = await updating()
  const { files, on } = windowsOf(device)
  files.open('a.md')
  let goal: unknown
  await device.sync({
    ...on,
    intercept: changes => ({
      ...changes,
      async rename(from, to) {
        if (to === '.kura/state.json')
          goal = JSON.parse(await readFile(join(device.dir, '.kura/journal.json'), 'utf8')).next
        await changes.rename(from, to)
      },
    }),
  })
  expect(goal).toEqual(await stateOf(device))
})

test.each(['a.md', 'MEMORY.md'])('an undo that meets %s open keeps its journal, and names it', async path => {
  const device = await updating()
  const { files, on } = windowsOf(device)
  const failure = await device.failure({
    ...on,
    intercept: changes => ({
      ...changes,
      async rename(from, to) {
        if (to !== '.kura/state.json') return changes.rename(from, to)
        files.open(path, 'nothing')
        throw Object.assign(new Error("ENOSPC: no space left, rename '/somewhere'"), { code: 'ENOSPC' })
      },
    }),
  })
  expect(failure).toMatchObject({
    message: expect.stringContaining('ENOSPC'),
    hint: expect.stringContaining(`another program has "${path}" open: close it there`),
  })
  expect(await readdir(join(device.dir, '.kura'))).toContain('journal.json')
  files.close(path)
  expect(await device.sync(on)).toMatchObject({
    release: 2,
    installed: 4,
    indexed: 4,
    recovered: 'completed',
  })
  expect(await device.files()).toMatchObject(AFTER)
})

test("kura's own state that is open ends the run, and the next one completes it", async () => {
  const device = await updating()
  const { files, on } = windowsOf(device)
  files.open('.kura/state.json')
  expect(await device.failure(on)).toMatchObject({
    message: 'Cannot use ".kura/state.json": it is open in another program',
    hint: expect.stringContaining('continues at the next sync'),
  })
  expect(await device.files()).toMatchObject(AFTER)
  files.close('.kura/state.json')
  expect(await device.sync(on)).toMatchObject({ release: 2, installed: 4, recovered: 'completed' })
})

test('on other systems an open file is no reason to wait', async () => {
  const device = await updating()
  const { files } = windowsOf(device)
  files.open('a.md')
  expect(await device.failure({ platform: 'linux', sleep: files.sleep })).toMatchObject({
    code: 'device_write',
  })
  expect(await device.files()).toMatchObject(BEFORE)
})
