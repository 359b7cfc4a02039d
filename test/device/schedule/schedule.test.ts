/** The daily task on each system: which commands are run and which files are written. The systems themselves are fakes. */
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  type Ended,
  type Machine,
  scheduleDaily,
  unscheduleDaily,
} from '../../../lib/device/schedule/schedule.ts'
import { timeOf } from '../../../lib/device/schedule/task.ts'
import { taskXml } from '../../../lib/device/schedule/windows.ts'
import { temporaryDirectory } from '../../helpers/temporary-directory.ts'

const DONE: Ended = { status: 0, stdout: '', stderr: '' }

/** A machine whose commands end as `ends` says by their first words; all others are done. */
async function createMachine(platform: NodeJS.Platform, ends: Readonly<Record<string, Partial<Ended>>> = {}) {
  const home = await temporaryDirectory()
  const ran: string[] = []
  const inputs: string[] = []
  const machine: Machine = {
    platform,
    home,
    uid: 501,
    async run(command, words, input) {
      const line = [command, ...words].join(' ')
      ran.push(line)
      if (input !== undefined) inputs.push(input)
      const end = Object.entries(ends).find(([begin]) => line.startsWith(begin))
      return { ...DONE, ...end?.[1] }
    },
  }
  const task = { name: 'pc-1', node: '/n/node', program: '/k/kura-device.mjs', dir: join(home, 'a & b') }
  return { home, machine, task, ran, inputs }
}

const NO_SYSTEMD = { 'systemctl --user show-environment': { status: 1 } }

describe('scheduleDaily() and unscheduleDaily()', () => {
  test('on Windows give the Task Scheduler an XML of the right coding', async () => {
    const { machine, task, ran } = await createMachine('win32')
    expect(await scheduleDaily(task, machine)).toBe('Task Scheduler')
    const file = join(task.dir, '.kura', 'task.xml')
    expect(ran).toEqual([`schtasks /Create /F /TN kura\\pc-1 /XML ${file}`])
    const bytes = await readFile(file)
    expect([...bytes.subarray(0, 4)]).toEqual([0xff, 0xfe, 0x3c, 0x00])
    expect(bytes.toString('utf16le')).toContain('<Command>/n/node</Command>')
    expect(bytes.toString('utf16le')).toContain(`a &amp; b&quot;</Arguments>`)
    ran.length = 0
    await unscheduleDaily('pc-1', machine)
    expect(ran).toEqual(['schtasks /Query /TN kura\\pc-1', 'schtasks /Delete /F /TN kura\\pc-1'])
  })

  test('on Windows remove no task that is not there', async () => {
    const { machine, ran } = await createMachine('win32', { 'schtasks /Query': { status: 1 } })
    await unscheduleDaily('pc-1', machine)
    expect(ran).toEqual(['schtasks /Query /TN kura\\pc-1'])
  })

  test('on macOS load a launch agent, also if it is loaded, and remove it', async () => {
    const { home, machine, task, ran } = await createMachine('darwin', {
      'launchctl bootout': { status: 3, stderr: 'No such process' },
    })
    expect(await scheduleDaily(task, machine)).toBe('launchd')
    const plist = join(home, 'Library/LaunchAgents/kura.pc-1.plist')
    const commands = [`launchctl bootout gui/501/kura.pc-1`, `launchctl bootstrap gui/501 ${plist}`]
    expect(ran).toEqual(commands)
    expect(await readFile(plist, 'utf8')).toContain('a &amp; b</string>')
    await unscheduleDaily('pc-1', machine)
    await expect(stat(plist)).rejects.toThrow('ENOENT')
  })

  test('on Linux with systemd enable a timer of the user, and remove it', async () => {
    const { home, machine, task, ran } = await createMachine('linux')
    expect(await scheduleDaily(task, machine)).toBe('systemd')
    expect(ran.slice(1)).toEqual([
      'systemctl --user daemon-reload',
      'systemctl --user enable --now kura-pc-1.timer',
    ])
    const unit = (kind: string) => join(home, `.config/systemd/user/kura-pc-1.${kind}`)
    expect(await readFile(unit('service'), 'utf8')).toContain('a & b"')
    await unscheduleDaily('pc-1', machine)
    for (const kind of ['service', 'timer']) await expect(stat(unit(kind))).rejects.toThrow('ENOENT')
  })

  test('on Linux without systemd change the crontab', async () => {
    const { machine, task, ran, inputs } = await createMachine('linux', {
      ...NO_SYSTEMD,
      'crontab -l': { stdout: '0 3 * * * backup\n' },
    })
    expect(await scheduleDaily(task, machine)).toBe('cron')
    expect(ran.slice(1)).toEqual(['crontab -l', 'crontab -'])
    expect(inputs).toEqual([expect.stringMatching(/^0 3 \* \* \* backup\n\d+ 9 .*a & b' # kura-pc-1\n$/)])
    await unscheduleDaily('pc-1', machine)
    expect(inputs).toHaveLength(1)
  })

  test.each([
    { platform: 'win32' as const, ends: { schtasks: { status: 1, stderr: 'ERROR: Access is denied.\r\n' } } },
    { platform: 'darwin' as const, ends: { launchctl: { status: 5, stderr: 'Input/output error' } } },
    { platform: 'linux' as const, ends: { ...NO_SYSTEMD, crontab: { status: 127, stderr: 'spawn ENOENT' } } },
  ])('on $platform say what the system says', async ({ platform, ends }) => {
    const { machine, task } = await createMachine(platform, ends)
    await expect(scheduleDaily(task, machine)).rejects.toMatchObject({
      code: 'device_write',
      message: expect.stringMatching(/^Cannot set up the daily task: \w+ says "[^"\r\n]+"$/),
    })
  })
})

test('taskXml() ends no argument with a backslash, which would escape the quote', () => {
  const task = { name: 'pc-1', node: 'C:\\n\\node.exe', program: 'C:\\kura-device.mjs', dir: 'C:\\' }
  expect(taskXml(task)).toContain('--dir&quot; &quot;C:\\.&quot;</Arguments>')
})

test('timeOf() spreads devices over an hour, and each has its own time', () => {
  const minutes = new Set(Array.from({ length: 50 }, (_, at) => timeOf({ name: `pc-${at}` }).minute))
  expect(minutes.size).toBeGreaterThan(20)
  expect(timeOf({ name: 'pc-1' })).toEqual(timeOf({ name: 'pc-1' }))
})
