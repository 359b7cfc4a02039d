/** The task on each system: which programs are run and which files are written. The systems themselves are fakes. */
import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { type Machine, thisMachine } from '../../../lib/device/schedule/machine.ts'
import { scheduleSync, unscheduleSync } from '../../../lib/device/schedule/schedule.ts'
import { clockTexts, minuteOf } from '../../../lib/device/schedule/task.ts'
import { taskXml } from '../../../lib/device/schedule/windows.ts'
import type { Ended } from '../../../lib/device/system-program.ts'
import { playWindows } from '../../helpers/device/windows-files.ts'
import { temporaryDirectory } from '../../helpers/temporary-directory.ts'

const DONE: Ended = { status: 0, stdout: '', stderr: '' }

/** A machine on which a program ends as `ends` says for its first words, or else succeeds. */
async function createMachine(
  platform: NodeJS.Platform,
  ends: Readonly<Record<string, Partial<Ended> | readonly Partial<Ended>[]>> = {},
) {
  const home = await temporaryDirectory()
  const ran: string[] = []
  const inputs: string[] = []
  const machine: Machine = {
    platform,
    home,
    uid: 501,
    user: async () => 'Mei (501)',
    async run(name, words, input) {
      const line = [name, ...words].join(' ')
      ran.push(line)
      if (input !== undefined) inputs.push(input)
      const [begin = '', end] = Object.entries(ends).find(([first]) => line.startsWith(first)) ?? []
      const times = ran.filter(other => other.startsWith(begin)).length
      return { ...DONE, ...(Array.isArray(end) ? end[times - 1] : end) }
    },
    async sleep(milliseconds) {
      ran.push(`sleep ${milliseconds}`)
    },
  }
  const dir = join(home, 'a & b')
  const task = { name: 'pc-1', dir, startFile: join(dir, 'start') }
  return { home, machine, task, ran, inputs }
}

const NO_SYSTEMD = { 'systemctl --user show-environment': { status: 1 } }

describe('scheduleSync() and unscheduleSync()', () => {
  test('on Windows give the Task Scheduler an XML of the right coding', async () => {
    const { machine, task, ran } = await createMachine('win32')
    expect(await scheduleSync(task, machine)).toBe('Task Scheduler')
    const file = join(task.dir, '.kura', 'task.xml')
    expect(ran).toEqual([`schtasks /Create /F /TN kura\\pc-1 /XML ${file}`])
    const bytes = await readFile(file)
    expect([...bytes.subarray(0, 4)]).toEqual([0xff, 0xfe, 0x3c, 0x00])
    expect(bytes.toString('utf16le')).toContain(`a &amp; b`)
    ran.length = 0
    await unscheduleSync(task, machine)
    expect(ran).toEqual(['schtasks /Query /TN kura\\pc-1', 'schtasks /Delete /F /TN kura\\pc-1'])
  })

  test('on Windows remove the name of the user also while a virus scanner has its file open', async () => {
    const { home, machine, task } = await createMachine('win32')
    const files = playWindows(home)
    onTestFinished(() => files.end())
    await scheduleSync(task, machine)
    const file = join(task.dir, '.kura/task-user')
    files.open(file.slice(home.length + 1))
    const sleep = async (milliseconds: number) => {
      await files.sleep(milliseconds)
      files.closeAll()
    }
    await unscheduleSync(task, { ...machine, sleep })
    expect(files.refusals).toEqual(['remove a & b/.kura/task-user'])
    await expect(stat(file)).rejects.toThrow('ENOENT')
  })

  test('on Windows remove no task that is not there', async () => {
    const { machine, task, ran } = await createMachine('win32', { 'schtasks /Query': { status: 1 } })
    await unscheduleSync(task, machine)
    expect(ran).toEqual(['schtasks /Query /TN kura\\pc-1'])
  })

  test('on macOS load a launch agent, also if it is loaded, and remove it with its file of errors', async () => {
    const { home, machine, task, ran } = await createMachine('darwin', {
      'launchctl bootout': { status: 3, stderr: 'No such process' },
    })
    expect(await scheduleSync(task, machine)).toBe('launchd')
    const plist = join(home, 'Library/LaunchAgents/kura.pc-1.plist')
    const log = join(home, 'Library/Logs/kura.pc-1.log')
    const commands = [`launchctl bootout gui/501/kura.pc-1`, `launchctl bootstrap gui/501 ${plist}`]
    expect(ran).toEqual(commands)
    expect(await readFile(plist, 'utf8')).toContain('a &amp; b')
    expect(await readFile(plist, 'utf8')).toContain(`<string>${log}</string>`)
    // launchd creates the file, in a folder that must exist
    await writeFile(log, '')
    await unscheduleSync(task, machine)
    for (const file of [plist, log]) await expect(stat(file)).rejects.toThrow('ENOENT')
  })

  test('on macOS wait until the launch agent from before has ended', async () => {
    const ending = { status: 5, stderr: 'Bootstrap failed: 5: Input/output error' }
    const { machine, task, ran } = await createMachine('darwin', {
      'launchctl bootstrap': [ending, ending, DONE],
    })
    await scheduleSync(task, machine)
    expect(ran.map(line => line.split(' ', 2).join(' '))).toEqual([
      'launchctl bootout',
      'launchctl bootstrap',
      'sleep 500',
      'launchctl bootstrap',
      'sleep 500',
      'launchctl bootstrap',
    ])
  })

  test('on Linux with systemd enable a timer of the user, and remove it', async () => {
    const { home, machine, task, ran } = await createMachine('linux')
    expect(await scheduleSync(task, machine)).toBe('systemd')
    expect(ran.slice(1)).toEqual([
      'systemctl --user daemon-reload',
      'systemctl --user enable --now kura-pc-1.timer',
      'crontab -l',
    ])
    const unit = (kind: string) => join(home, `.config/systemd/user/kura-pc-1.${kind}`)
    expect(await readFile(unit('service'), 'utf8')).toContain('start" "sync"')
    await unscheduleSync(task, machine)
    for (const kind of ['service', 'timer']) await expect(stat(unit(kind))).rejects.toThrow('ENOENT')
  })

  test('on Linux leave one task, that of the scheduler that runs now', async () => {
    const { home, machine, task, inputs } = await createMachine('linux', {
      'crontab -l': { stdout: '0 3 * * * backup\n1 9 * * * x # kura-pc-1\n' },
    })
    await scheduleSync(task, machine)
    expect(inputs).toEqual(['0 3 * * * backup\n'])
    const withoutBus: Machine = {
      ...machine,
      run: async (name, words, input) =>
        words.includes('show-environment') ? { ...DONE, status: 1 } : machine.run(name, words, input),
    }
    await scheduleSync(task, withoutBus)
    const units = join(home, '.config/systemd/user')
    await expect(stat(join(units, 'kura-pc-1.timer'))).rejects.toThrow('ENOENT')
    await scheduleSync(task, machine)
    await unscheduleSync(task, withoutBus)
    await expect(stat(join(units, 'kura-pc-1.timer'))).rejects.toThrow('ENOENT')
  })

  test.each(['', 'no crontab for mei\n'])('on Linux make a crontab if there is none: %j', async stderr => {
    const none = { ...NO_SYSTEMD, 'crontab -l': { status: 1, stderr } }
    const { machine, task, inputs } = await createMachine('linux', none)
    await scheduleSync(task, machine)
    expect(inputs).toEqual([expect.stringMatching(/^\d+ 9,.*# kura-pc-1\n$/)])
  })

  test('on Linux without systemd change the crontab', async () => {
    const { machine, task, ran, inputs } = await createMachine('linux', {
      ...NO_SYSTEMD,
      'crontab -l': { stdout: '0 3 * * * backup\n' },
    })
    expect(await scheduleSync(task, machine)).toBe('cron')
    expect(ran.slice(1)).toEqual(['crontab -l', 'crontab -'])
    expect(inputs).toEqual([
      expect.stringMatching(/^0 3 \* \* \* backup\n\d+ 9,.*start' 'sync' # kura-pc-1\n$/),
    ])
    await unscheduleSync(task, machine)
    expect(inputs).toHaveLength(1)
  })

  test.each([
    { status: 127, stdout: '0 3 * * * ba' },
    { status: 1, stdout: '0 3 * * * ba' },
    { status: 1, stderr: 'crontab: Input/output error' },
  ])('leave a crontab as it is if it cannot be read: %o', async ended => {
    const { machine, task, inputs } = await createMachine('linux', { ...NO_SYSTEMD, 'crontab -l': ended })
    await expect(scheduleSync(task, machine)).rejects.toMatchObject({ code: 'device_write' })
    expect(inputs).toEqual([])
  })

  test.each([
    {
      platform: 'win32' as const,
      ends: { schtasks: { status: 1, stderr: 'ERROR: Access is denied.\r\n' } },
      command: 'start-windows.cmd sync',
    },
    {
      platform: 'darwin' as const,
      ends: { launchctl: { status: 5, stderr: 'Input/output error' } },
      command: 'sh start-macos.command sync',
    },
    {
      platform: 'linux' as const,
      ends: { ...NO_SYSTEMD, crontab: { status: 127, stderr: 'this system has no program "crontab"' } },
      command: 'sh start-linux.sh sync',
    },
  ])(
    'on $platform say what the system says, and what to type instead',
    async ({ platform, ends, command }) => {
      const { machine, task } = await createMachine(platform, ends)
      await expect(scheduleSync(task, machine)).rejects.toMatchObject({
        code: 'device_write',
        message: expect.stringMatching(/^Cannot change the task: \w+ says "[^\r\n]+"$/),
        hint: expect.stringContaining(`"${command}"`),
      })
    },
  )
})

describe('a folder with the task of a user', () => {
  test('takes the task of no other user, whose task could not replace its files, and names what to do', async () => {
    const { machine, task, ran } = await createMachine('win32')
    const as = (user: string): Machine => ({ ...machine, user: async () => user })
    await scheduleSync(task, as('KAISHA\\hana (S-1-5-21-1)'))
    ran.length = 0
    const refused = {
      code: 'conflict',
      message: `Cannot use "${task.dir}": the task of the user "KAISHA\\hana (S-1-5-21-1)" syncs it`,
      hint: expect.stringMatching(
        /kura enrol NAME.*"start-windows\.cmd uninstall".*as "KAISHA\\hana \(S-1-5-21-1\)".*task-user/,
      ),
    }
    const mei = as('KAISHA\\mei (S-1-5-21-2)')
    await expect(scheduleSync(task, mei)).rejects.toMatchObject(refused)
    await expect(unscheduleSync(task, mei)).rejects.toMatchObject(refused)
    expect(ran).toEqual([])
    await unscheduleSync(task, as('NEW-PC\\hana (S-1-5-21-1)'))
    await scheduleSync(task, as('KAISHA\\hana'))
    await unscheduleSync(task, as('kaisha\\HANA'))
    expect(await scheduleSync(task, mei)).toBe('Task Scheduler')
  })
})

test('thisMachine() names the user so that no other user has the name', async () => {
  const { user, uid } = thisMachine()
  expect(await user()).toMatch(process.platform === 'win32' ? /^\S+\\\S/ : new RegExp(`^\\S.* \\(${uid}\\)$`))
})

test.each([
  { dir: 'C:\\a&b (1)', written: 'C:\\a&amp;b (1)' },
  { dir: 'C:\\100% 蔵', written: 'C:\\100% 蔵' },
  { dir: '\\\\server\\share\\kura', written: '\\\\server\\share\\kura' },
])('the task on Windows runs the start file in $dir by cmd, three times a day', ({ dir, written }) => {
  const xml = taskXml({ name: 'pc-1', dir, startFile: `${dir}\\start-windows.cmd` })
  expect(xml).toContain('<Command>%SystemRoot%\\System32\\cmd.exe</Command>')
  expect(xml).toContain(
    `<Arguments>/d /v:off /s /c &quot;&quot;${written}\\start-windows.cmd&quot; sync&quot;</Arguments>`,
  )
  const times = clockTexts({ name: 'pc-1' }).map(
    time => `<StartBoundary>2026-01-01T${time}:00</StartBoundary>`,
  )
  expect(xml.match(/<StartBoundary>.*<\/StartBoundary>/g)).toEqual(times)
  expect(xml.match(/<CalendarTrigger>/g)).toHaveLength(3)
})

test('minuteOf() spreads devices over an hour, and each has its own minute', () => {
  const minutes = new Set(Array.from({ length: 50 }, (_, at) => minuteOf({ name: `pc-${at}` })))
  expect(minutes.size).toBeGreaterThan(20)
  expect(minuteOf({ name: 'pc-1' })).toBe(minuteOf({ name: 'pc-1' }))
})

test('clockTexts() gives three times of a working day', () => {
  expect(clockTexts({ name: 'pc-1' })).toEqual([
    expect.stringMatching(/^09:\d\d$/),
    expect.stringMatching(/^12:\d\d$/),
    expect.stringMatching(/^16:\d\d$/),
  ])
})
