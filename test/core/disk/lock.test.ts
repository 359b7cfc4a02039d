import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { takeLock } from '../../../lib/core/disk/lock.ts'
import { temporaryDirectory } from '../../helpers/temporary-directory.ts'

const FAST = { sleep: () => new Promise(resolve => setImmediate(resolve)) }

async function release(answer: Awaited<ReturnType<typeof takeLock>>): Promise<void> {
  if (answer.held) await answer.release()
}

/** Returns the parts of the entry that this process makes: `<machine>-<pid>-<started>-<uuid>`. */
async function ownEntry(): Promise<{ machine: string; started: string }> {
  const folder = await temporaryDirectory()
  const lock = await takeLock(folder)
  const [name = ''] = await readdir(folder)
  await release(lock)
  const [machine = '', , started = ''] = name.split('-')
  return { machine, started }
}

const UUID = '00000000-0000-4000-8000-000000000000'
const OTHER_MACHINE = '0123456789abcdef'

/** Returns the pid of a process that has ended. */
async function endedPid(): Promise<number> {
  const child = spawn(process.execPath, ['-e', ''])
  await once(child, 'exit')
  return child.pid ?? 0
}

test('takeLock() leaves nothing behind after release()', async () => {
  const folder = await temporaryDirectory()
  const lock = await takeLock(folder)
  expect(lock.held).toBe(true)
  expect(await readdir(folder)).toHaveLength(1)
  await release(lock)
  expect(await readdir(folder)).toEqual([])
})

test('takeLock() says who has it, and leaves the holder alone', async () => {
  const folder = await temporaryDirectory()
  const first = await takeLock(folder)
  const second = await takeLock(folder, FAST)
  expect(second).toEqual({ held: false, holder: { pid: process.pid, here: true } })
  expect(await readdir(folder)).toHaveLength(1)
  await release(first)
  const third = await takeLock(folder)
  expect(third.held).toBe(true)
  await release(third)
})

test('takeLock() gives the lock to exactly one of those that start at once, and the others do not wait', async () => {
  const folder = await temporaryDirectory()
  for (let round = 0; round < 60; round++) {
    const starters = 2 + (round % 7)
    const answers = await Promise.all(Array.from({ length: starters }, () => takeLock(folder, FAST)))
    const holding = answers.filter(({ held }) => held)
    expect(holding, `round ${round}`).toHaveLength(1)
    expect(await readdir(folder)).toHaveLength(1)
    for (const answer of holding) await release(answer)
  }
  expect(await readdir(folder)).toEqual([])
})

test('takeLock() never gives two holders, however starts and ends mix', async () => {
  const folder = await temporaryDirectory()
  let holders = 0
  let most = 0
  let held = 0
  const starter = async () => {
    const lock = await takeLock(folder, FAST)
    if (!lock.held) return
    held++
    most = Math.max(most, ++holders)
    await new Promise(resolve => setImmediate(resolve))
    holders--
    await lock.release()
  }
  for (let round = 0; round < 10; round++) await Promise.all(Array.from({ length: 8 }, starter))
  expect(most).toBe(1)
  expect(held).toBeGreaterThanOrEqual(10)
  expect(await readdir(folder)).toEqual([])
})

test('takeLock() takes over from a process that was killed, and is refused while it lives', async () => {
  const folder = await temporaryDirectory()
  const script = `
    const { takeLock } = await import(${JSON.stringify(join(import.meta.dirname, '../../../lib/core/disk/lock.ts'))})
    const lock = await takeLock(${JSON.stringify(folder)})
    console.log(lock.held)
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [said] = await once(child.stdout, 'data')
  expect(String(said).trim()).toBe('true')
  expect(await takeLock(folder, FAST)).toEqual({ held: false, holder: { pid: child.pid, here: true } })
  child.kill('SIGKILL')
  await once(child, 'exit')
  const lock = await takeLock(folder, FAST)
  expect(lock.held).toBe(true)
  expect(await readdir(folder)).toHaveLength(1)
  await release(lock)
})

const now = () => Date.now() / 1000
const LEFT_BEHIND = [
  {
    name: 'a process of this machine that has ended',
    entry: async () => `${(await ownEntry()).machine}-${await endedPid()}-1`,
    age: 0,
    held: true,
  },
  {
    name: 'a process whose pid belongs to another one by now',
    entry: async () => `${(await ownEntry()).machine}-${process.pid}-1`,
    age: 0,
    held: true,
    needsProc: true,
  },
  {
    name: 'another machine that gave a sign of life a minute ago',
    entry: async () => `${OTHER_MACHINE}-1-1`,
    age: 60,
    held: false,
  },
  {
    name: 'another machine that has been silent for two minutes',
    entry: async () => `${OTHER_MACHINE}-1-1`,
    age: 121,
    held: true,
  },
  {
    name: 'another machine that crashed while its clock was years ahead',
    entry: async () => `${OTHER_MACHINE}-1-1`,
    age: -100_000_000,
    held: true,
  },
  {
    name: 'a living process with an unknown start, fresh',
    entry: async () => `${(await ownEntry()).machine}-${process.pid}-0`,
    age: 60,
    held: false,
  },
  {
    name: 'a living process with an unknown start, silent',
    entry: async () => `${(await ownEntry()).machine}-${process.pid}-0`,
    age: 121,
    held: true,
  },
  { name: 'something that is no entry', entry: async () => 'notes', age: 0, held: true, stays: true },
]

test.for(LEFT_BEHIND)('takeLock() beside $name', async ({ entry, age, held, needsProc, stays }, { skip }) => {
  skip(needsProc === true && (await ownEntry()).started === '0', 'this system has no /proc')
  const folder = await temporaryDirectory()
  const name = stays ? await entry() : `${await entry()}-${UUID}`
  await writeFile(join(folder, name), 'held')
  await utimes(join(folder, name), now() - age, now() - age)
  const lock = await takeLock(folder, FAST)
  expect(lock.held).toBe(held)
  expect((await readdir(folder)).includes(name)).toBe(!held || stays === true)
  await release(lock)
})

const FIRST = `${'0'.repeat(16)}-1-1-${UUID}`
const LAST = `${'f'.repeat(16)}-1-1-${UUID}`
const MEETINGS = [
  { name: 'one with a smaller name that has just come', entry: FIRST, text: '', looks: 1, held: false },
  { name: 'a holder with a larger name', entry: LAST, text: 'held', looks: 1, held: false },
  { name: 'one with a larger name that goes', entry: LAST, text: '', goes: true, looks: 2, held: true },
  {
    name: 'one with a larger name that takes the lock',
    entry: LAST,
    text: '',
    takes: true,
    looks: 2,
    held: false,
  },
  { name: 'one with a larger name that never goes', entry: LAST, text: '', looks: 250, held: false },
]
test.each(MEETINGS)('takeLock() meets $name', async ({ entry, text, goes, takes, looks, held }) => {
  const folder = await temporaryDirectory()
  await writeFile(join(folder, entry), text)
  let looked = 1
  const sleep = async () => {
    looked++
    if (goes) await rm(join(folder, entry))
    if (takes) await writeFile(join(folder, entry), 'held')
  }
  const lock = await takeLock(folder, { sleep })
  expect({ held: lock.held, looked }).toEqual({ held, looked: looks })
  expect(await readdir(folder)).toHaveLength(1)
  await release(lock)
})

test('a lock is held until its entry is gone, and is not created again', async () => {
  const folder = await temporaryDirectory()
  const lock = await takeLock(folder)
  if (!lock.held) throw new Error('nobody else is there')
  expect(await lock.isHeld()).toBe(true)
  for (const name of await readdir(folder)) await rm(join(folder, name))
  expect(await lock.isHeld()).toBe(false)
  await lock.release()
  expect(await readdir(folder)).toEqual([])
})

test('a holder gives signs of life by the time of the file system, whatever its own clock says', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'], now: 0 })
  onTestFinished(() => void vi.useRealTimers())
  const folder = await temporaryDirectory()
  const lock = await takeLock(folder)
  const [name = ''] = await readdir(folder)
  const path = join(folder, name)
  await utimes(path, 1_000, 1_000)
  await vi.advanceTimersByTimeAsync(20_000)
  await vi.waitFor(async () => expect((await stat(path)).mtimeMs).toBeGreaterThan(Date.parse('2020-01-01')), {
    timeout: 50_000,
  })
  await release(lock)
})

test('takeLock() fails if the folder cannot be written', async () => {
  const folder = join(await temporaryDirectory(), 'missing')
  await expect(takeLock(folder)).rejects.toMatchObject({ code: 'ENOENT' })
  await mkdir(folder)
  await release(await takeLock(folder))
})
