/** The real start file sets devices up, in folders with names as people choose them; then the runs after the set-up. */
import { existsSync } from 'node:fs'
import { copyFile, readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { type Device, openOffice, resultOf } from './office.ts'
import { hasWindows, pathOf, runWindows } from './wine.ts'

/** 800 characters. */
const LONG = `${'長い名前のフォルダー'.repeat(7)}/${`${'x'.repeat(180)}/`.repeat(4)}note.md`

const PAYLOAD = { 'a.md': '# a\n', '知識/要件.md': '# 要件\n', 'left.md': '# left\n' }
const CHANGED = { 'a.md': '# changed\n', '知識/要件.md': '# 要件\n', [LONG]: '# long\n' }

describe.skipIf(!hasWindows)('a start file', () => {
  test.each([
    { dir: 'C:\\users\\山田 太郎\\書類\\kura' },
    { dir: 'C:\\users\\suzuki\\My Documents\\kura' },
    { dir: 'C:\\users\\A & B\\kura' },
    { dir: 'C:\\users\\x86 (test)\\kura' },
    { dir: "C:\\users\\o'neil\\kura" },
    { dir: `C:\\users\\wow!\\${'長い名前のフォルダー'.repeat(6)}\\kura` },
  ])('sets up $dir, and its task keeps it current', async ({ dir }) => {
    const { publisher, enrol } = await openOffice()
    await publisher.publish(PAYLOAD)
    const pc = await enrol(dir)
    // a file that anyone can put into the folder must not become the program that sets up the task
    await copyFile(pathOf('C:\\programs\\run.exe'), pathOf(`${dir}\\schtasks.exe`))

    const first = await pc.open()
    expect(first, first.said).toMatchObject({
      status: 0,
      said: expect.stringContaining('3件のうち3件を導入済み、索引に3件'),
    })
    expect(await pc.files(PAYLOAD)).toEqual(PAYLOAD)
    expect(await pc.open()).toMatchObject({
      status: 0,
      said: expect.stringContaining('変更はありませんでした'),
    })
    const typed = dir.replace('C:\\users', 'c:\\Users')
    expect(resultOf(await pc.sync(typed))).toMatchObject({ status: 0, changed: 0, requests: 1, bytes: 0 })

    await publisher.publish(CHANGED)
    const task = await taskOf(pc)
    expect(await runWindows(['C:\\programs\\run.exe', 'C:\\windows\\system32', task])).toMatchObject({
      status: 0,
    })
    expect(await pc.files({ ...PAYLOAD, ...CHANGED })).toEqual(CHANGED)
    expect(resultOf(await pc.sync())).toMatchObject({
      status: 0,
      installed: 3,
      indexed: 3,
      changed: 0,
      warnings: [expect.stringContaining('more than 259 characters')],
    })
  })
})

/**
 * The command line of the task that the device gave to the Task Scheduler. The Task Scheduler's own copy lacks it under
 * Wine.
 */
async function taskOf({ dir, name }: Device): Promise<string> {
  expect(existsSync(pathOf(`C:\\windows\\system32\\tasks\\kura\\${name}`))).toBe(true)
  const xml = await readFile(pathOf(`${dir}\\.kura\\task.xml`), 'utf16le')
  const [, command, words] = /<Command>(.*)<\/Command>\s*<Arguments>(.*)<\/Arguments>/s.exec(xml) ?? []
  // as the Task Scheduler does, replace the names of variables by their values
  return plain(`"${command}" ${words}`).replaceAll('%SystemRoot%', 'C:\\windows')
}

function plain(xml: string): string {
  return xml
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
}
