import { spawnSync } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { agentPlist, agentWords } from '../../../lib/device/schedule/macos.ts'
import { temporaryDirectory } from '../../helpers/temporary-directory.ts'

const LOG = '/Users/mei/Library/Logs/kura.pc-1.log'
const ODD = `100% "of" <it's> & $HOME \\ 蔵`

test('the launch agent runs three times a day, at one minute of the hour, and appends its errors to a file', () => {
  const task = { name: 'pc-1', dir: '/k', startFile: '/k/start-macos.command' }
  const plist = agentPlist(task, LOG)
  const time = '<key>Hour</key><integer>(\\d+)</integer><key>Minute</key><integer>(\\d+)</integer>'
  const times = [...plist.matchAll(new RegExp(time, 'g'))]
  expect(times.map(([, hour]) => hour)).toEqual(['9', '12', '16'])
  expect(new Set(times.map(([, , minute]) => minute)).size).toBe(1)
  expect(plist).toContain(`<key>StandardErrorPath</key><string>${LOG}</string>`)
})

describe.skipIf(process.platform === 'win32')('the command of the launch agent', () => {
  /** Runs the command as launchd does: the errors are appended to `log`. */
  async function run(log: string | undefined) {
    const dir = join(await temporaryDirectory(), ODD)
    await mkdir(dir)
    const task = { name: 'pc-1', dir, startFile: join(dir, 'start-macos.command') }
    await writeFile(task.startFile, 'echo "$0|$*"; echo error >&2; exit 3\n')
    const file = join(dir, log === undefined ? 'missing/kura.log' : 'kura.log')
    if (log !== undefined) await writeFile(file, log)
    const words = agentWords(task, file)
    const ended = spawnSync(
      '/bin/sh',
      ['-c', 'exec "$@" 2>>"$0"', log === undefined ? '/dev/null' : file, ...words],
      { encoding: 'utf8' },
    )
    return { ended, task, log: await readFile(file, 'utf8').catch(() => undefined) }
  }

  test('runs the start file with the word "sync", whatever the path, and keeps its errors', async () => {
    const { ended, task, log } = await run('before\n')
    expect(ended).toMatchObject({ status: 3, stdout: `${task.startFile}|sync\n` })
    expect(log).toBe('before\nerror\n')
  })

  test('starts the file anew if it is longer than 64 kB', async () => {
    expect((await run('x'.repeat(65_536))).log).toBe(`${'x'.repeat(65_536)}error\n`)
    expect((await run('x'.repeat(65_537))).log).toBe('error\n')
  })

  test('runs the start file if the file of the errors cannot be opened', async () => {
    expect((await run(undefined)).ended).toMatchObject({ status: 3 })
  })
})
