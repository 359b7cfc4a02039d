import { execFileSync, spawnSync } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { changedCrontab, serviceUnit, timerUnit } from '../../../lib/device/schedule/linux.ts'
import { agentPlist, agentWords } from '../../../lib/device/schedule/macos.ts'
import { temporaryDirectory } from '../../helpers/temporary-directory.ts'

const NAME = 'pc-1'
const TASK = { name: NAME, dir: '/home/mei/kura', startFile: '/home/mei/kura/start-linux.sh' }
const ODD = `/home/mei/100% "of" it's $HOME \\ 蔵/start-linux.sh`

describe('the systemd units', () => {
  test('run the start file with the word "sync" three times a day, at one minute of the hour', () => {
    expect(serviceUnit(TASK)).toContain('\nExecStart="/bin/sh" "/home/mei/kura/start-linux.sh" "sync"\n')
    expect(timerUnit(TASK)).toMatch(
      /\nOnCalendar=\*-\*-\* 09:([0-5]\d):00\nOnCalendar=\*-\*-\* 12:\1:00\nOnCalendar=\*-\*-\* 16:\1:00\nPersistent=true\n/,
    )
  })

  test('are what systemd accepts, whatever the path', async ({ skip }) => {
    skip(spawnSync('systemd-analyze', ['--version']).status !== 0, 'there is no systemd-analyze')
    const dir = await temporaryDirectory()
    const task = { ...TASK, startFile: ODD }
    await writeFile(join(dir, 'kura-pc-1.service'), serviceUnit(task))
    await writeFile(join(dir, 'kura-pc-1.timer'), timerUnit(task))
    const words = ['--user', 'verify', '--man=no', join(dir, 'kura-pc-1.timer')]
    const { stderr } = spawnSync('systemd-analyze', words, { encoding: 'utf8' })
    expect(stderr.split('\n').filter(line => line.includes('kura-pc-1'))).toEqual([])
  })

  test('double what systemd would replace', () => {
    expect(serviceUnit({ ...TASK, startFile: ODD })).toContain(
      `"/home/mei/100%% \\"of\\" it's $$HOME \\\\ 蔵/start-linux.sh"`,
    )
  })
})

describe('changedCrontab()', () => {
  const other = 'MAILTO=mei\n\n# backup\n0 3 * * * backup # kura-pc-10\n'

  test('adds one line, replaces it, and removes it, and leaves all others', () => {
    const once = changedCrontab(other, { name: NAME, task: TASK })
    expect(once.slice(0, other.length)).toBe(other)
    expect(once.slice(other.length)).toMatch(
      /^[0-5]?\d 9,12,16 \* \* \* '\/bin\/sh' '\/home\/mei\/kura\/start-linux.sh' 'sync' # kura-pc-1\n$/,
    )
    expect(changedCrontab(once, { name: NAME, task: TASK })).toBe(once)
    expect(changedCrontab(once, { name: NAME, task: undefined })).toBe(other)
  })

  test.each([
    { name: 'there is none', crontab: '' },
    { name: 'its last line has no end', crontab: '0 3 * * * backup' },
  ])('makes whole lines if $name', ({ crontab }) => {
    const made = changedCrontab(crontab, { name: NAME, task: TASK })
    expect(made.split('\n')).toHaveLength(crontab === '' ? 2 : 3)
  })

  test.skipIf(process.platform === 'win32')('the shell gets the path as it is', async () => {
    const startFile = join(await temporaryDirectory(), ODD)
    await mkdir(dirname(startFile), { recursive: true })
    await writeFile(startFile, 'printf "%s|" "$0" "$@"\n')
    const line = changedCrontab('', { name: NAME, task: { ...TASK, startFile } })
    // cron replaces "\\%" by "%" and gives the rest of the line to the shell
    const command = line.trimEnd().split(' ').slice(5).join(' ').replaceAll('\\%', '%')
    expect(execFileSync('sh', ['-c', command], { encoding: 'utf8' })).toBe(`${startFile}|sync|`)
  })
})

const LOG = '/Users/mei/Library/Logs/kura.pc-1.log'
const ODD_FOLDER = `100% "of" <it's> & $HOME \\ 蔵`

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
    const dir = join(await temporaryDirectory(), ODD_FOLDER)
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
