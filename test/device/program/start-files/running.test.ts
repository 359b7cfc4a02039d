/** The Node and the program that the start file of macOS and Linux runs, and its messages. */
import { execFile, spawnSync } from 'node:child_process'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { PINNED_NODE } from '../../../../lib/device/program/node-build.ts'
import { shellStartFile } from '../../../../lib/device/program/start-files/shell.ts'
import { placeNode, standInNode } from '../../../helpers/device/node-mirror.ts'
import {
  canStart,
  lineOf,
  NEWER,
  openFolder,
  program,
  VERSION,
} from '../../../helpers/device/start-folder.ts'
import { temporaryDirectory } from '../../../helpers/temporary-directory.ts'

const DRIVER = resolve(import.meta.dirname, '../../../helpers/processes/drive-terminal.py')
const hasPty = spawnSync('python3', ['-c', 'import pty, os; os.waitstatus_to_exitcode']).status === 0

describe.skipIf(!canStart)('the start file of macOS and Linux', () => {
  test('the newest Node of the folder runs, though the start file names an older one', async () => {
    const { dir, run, newer, node, mirror } = await openFolder()
    for (const one of [newer, node, await standInNode('24.9.0')]) await placeNode(dir, one)
    expect(await run()).toEqual({ code: 0, out: `new ${NEWER} sync --dir .\n`, err: '' })
    expect(mirror.asked).toEqual([])
  })

  test('it works in its own folder, whatever CDPATH says', async () => {
    const { dir, run, node } = await openFolder()
    await placeNode(dir, node)
    const other = await temporaryDirectory({ 'pc/kura-device.mjs': program('other') })
    const options = { cwd: dirname(dir), file: 'pc/start-linux.sh', env: { CDPATH: other } }
    expect(await run(['sync'], options)).toEqual({ code: 0, out: `new ${VERSION} sync --dir .\n`, err: '' })
  })

  test('KURA_NODE goes before, and nothing is fetched', async () => {
    const { dir, run, node, newer, mirror } = await openFolder()
    await placeNode(dir, node)
    const other = await temporaryDirectory()
    await placeNode(other, newer)
    await writeFile(join(dir, '.kura/node.txt'), lineOf(newer))
    const KURA_NODE = join(other, '.kura/node', NEWER, 'bin/node')
    expect(await run(['sync'], { env: { KURA_NODE } })).toEqual({
      code: 0,
      out: `new ${NEWER} sync --dir .\n`,
      err: '',
    })
    expect(await run(['sync'], { env: { KURA_NODE: '/nowhere/node' } })).toEqual({
      code: 1,
      out: '',
      err: expect.stringContaining('/nowhere/node does not start: correct KURA_NODE'),
    })
    expect(mirror.asked).toEqual([])
  })

  test('the options of another program do not reach Node', async () => {
    const content = `if (process.env.NODE_PATH) throw new Error()\n${program('new')}`
    const { run } = await openFolder({ files: { 'kura-device.mjs': content } })
    const env = { NODE_OPTIONS: '--require=/nowhere', NODE_PATH: '/nowhere' }
    expect(await run(['sync'], { env })).toMatchObject({ code: 0, err: '' })
  })

  test('Node keeps the compiled program for the next sync; status writes nothing', async () => {
    const keep = "process.getBuiltinModule('fs').appendFileSync('kept', process.env.NODE_COMPILE_CACHE + ' ')"
    const { dir, run, node } = await openFolder({
      files: { 'kura-device.mjs': `${keep}\n${program('new')}` },
    })
    await placeNode(dir, node)
    // the program runs twice: the start file first tests whether it starts
    await run(['sync'])
    await run(['status'])
    expect(await readFile(join(dir, 'kept'), 'utf8')).toBe(
      '.kura/compiled .kura/compiled undefined undefined ',
    )
  })

  test('a Node of the machine is not used', async () => {
    const { run, replace, mirror } = await openFolder()
    await replace('node', 'echo an installed Node ran')
    const { out } = await run(['sync'])
    expect(out).toMatch(`new ${VERSION} sync`)
    expect(out).not.toContain('installed')
    expect(mirror.asked).toHaveLength(1)
  })

  test.each([
    { state: 'is broken', files: { 'kura-device.mjs': 'import nothing from' } },
    { state: 'is empty', files: { 'kura-device.mjs': '' } },
    { state: 'throws', files: { 'kura-device.mjs': 'throw new Error()' } },
  ])('if the program $state, the previous one runs', async ({ files }) => {
    const { dir, run, node } = await openFolder({ files })
    await placeNode(dir, node)
    expect(await run()).toMatchObject({ code: 1, err: expect.stringContaining('tell the operator') })
    await writeFile(join(dir, 'kura-device.previous.mjs'), program('previous'))
    expect(await run()).toEqual({
      code: 0,
      out: `previous ${VERSION} sync --dir .\n`,
      err: expect.stringContaining('the previous program runs in its place'),
    })
    await rm(join(dir, 'kura-device.mjs'))
    expect(await run()).toMatchObject({ code: 0, out: `previous ${VERSION} sync --dir .\n` })
    await rm(join(dir, 'kura-device.previous.mjs'))
    expect(await run()).toMatchObject({ code: 1, err: expect.stringContaining('copy the whole folder') })
  })

  test('status and uninstall fetch nothing; another word is refused', async () => {
    const { run, mirror } = await openFolder()
    for (const word of ['status', 'uninstall'])
      expect(await run([word])).toMatchObject({
        code: 1,
        err: expect.stringContaining('open this file first'),
      })
    for (const words of [['--json'], ['sync', 'now'], ['']])
      expect(await run(words)).toMatchObject({
        code: 2,
        err: expect.stringContaining('Give one of the words'),
      })
    expect(mirror.asked).toEqual([])
  })

  test.each([
    { language: 'ja', LANG: 'ja_JP.UTF-8', words: 'に接続できません。ネットワーク' },
    { language: 'ja', LANG: 'ja_JP.eucJP', words: 'cannot be reached' },
    { language: 'ja', LANG: 'C', words: 'cannot be reached' },
    { language: 'en', LANG: 'ja_JP.UTF-8', words: 'cannot be reached' },
  ] as const)(
    'speaks to a company of $language in a terminal of $LANG',
    async ({ language, LANG, words }) => {
      const { run } = await openFolder({ language })
      const { err } = await run(['sync'], { env: { LANG, KURA_NODE_MIRROR: 'http://127.0.0.1:1' } })
      expect(err).toContain(words)
    },
  )

  describe.skipIf(!hasPty)('at a terminal, with python3 on PATH', () => {
    const typed = async (
      { dir, env }: { dir: string; env: Readonly<Record<string, string>> },
      word: string,
      answers: readonly (readonly [string, string])[],
    ) => {
      const given = JSON.stringify({
        words: ['/bin/sh', 'start-linux.sh', word],
        cwd: dir,
        env,
        columns: 200,
        answers,
      })
      const { stdout } = await promisify(execFile)('python3', [DRIVER, given])
      return JSON.parse(stdout) as { status: number; shown: string }
    }

    test.each([
      { answer: '', runs: true },
      { answer: 'y', runs: true },
      { answer: 'n', runs: false },
      { answer: 'no', runs: false },
      { answer: '$(touch planted)', runs: false },
      // Ctrl-D
      { answer: '\u0004', runs: false },
    ])('asks before it fetches, and waits at the end: "$answer"', async ({ answer, runs }) => {
      const folder = await openFolder()
      const { status, shown } = await typed(folder, 'install', [
        ['Fetch it now? [Y/n]', answer],
        ['Press Enter to close.', ''],
      ])
      expect({ status, runs: shown.includes(`new ${VERSION} install --dir .`) }).toEqual({
        status: runs ? 0 : 1,
        runs,
      })
      expect(shown.includes('Nothing was fetched')).toBe(!runs)
      expect(folder.mirror.asked).toHaveLength(runs ? 1 : 0)
    })

    test('sync neither asks nor waits', async () => {
      const { status, shown } = await typed(await openFolder(), 'sync', [])
      expect({ status, shown }).toEqual({
        status: 0,
        shown: expect.stringContaining(`new ${VERSION} sync --dir .`),
      })
      expect(shown).not.toMatch(/\[Y\/n\]|Press Enter/)
    })
  })
})

test('it is ASCII for a company that works in English, and names the pinned builds', () => {
  const start = shellStartFile({ language: 'en', node: PINNED_NODE })
  expect(start).toMatch(/^[\x20-\x7e\n]*$/)
  for (const [system, { sha256, bytes }] of Object.entries(PINNED_NODE.builds))
    expect(start.includes(`sha256=${sha256} bytes=${bytes}`)).toBe(system !== 'windows')
  expect(shellStartFile({ language: 'ja', node: PINNED_NODE })).toContain('今すぐ取得しますか')
})
