import { execFileSync, spawnSync } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { changedCrontab, serviceUnit, timerUnit } from '../../../lib/device/schedule/linux.ts'
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
