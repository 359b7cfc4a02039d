/**
 * A lock between processes, as entries in a folder: each starter creates an entry under a name of its own and only
 * then lists the others. Who finds itself alone holds, and writes so into its entry. Of two starters at least one sees
 * the other, so there are never two holders; of several that see each other the one with the smallest name stays and
 * waits until the others have gone, so one of them holds. An entry of a process that ended in any way (kill -9 too)
 * counts for nothing and is removed by whoever sees it.
 */
import { createHash, randomUUID } from 'node:crypto'
import { readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

/** Who stands in the way: the process, and whether it runs on this machine. */
export interface LockHolder {
  readonly pid: number
  readonly here: boolean
}

export interface HeldLock {
  readonly held: true
  /**
   * Whether the lock is still this process's. Where a system does not tell when a process started, one that slept too
   * long (a laptop with its lid down) counts as dead, and wakes up without its lock.
   */
  isHeld(): Promise<boolean>
  release(): Promise<void>
}

export type LockAnswer = HeldLock | { readonly held: false; readonly holder: LockHolder }

export interface LockOptions {
  readonly sleep?: (milliseconds: number) => Promise<unknown>
}

/** A process as other processes can tell it apart, pids that were used again included. */
interface Identity {
  readonly machine: string
  readonly pid: number
  /** When the process started, in ticks since the machine did; 0 where the system does not tell. */
  readonly started: string
}

/** An entry of another living process. */
interface Rival extends LockHolder {
  readonly name: string
  /** It has the lock; otherwise it has only just come. */
  readonly holds: boolean
}

const HEARTBEAT = 20_000
const STALE = 120_000
/** How often, and after how many milliseconds each, a starter looks whether the others have gone: five seconds. */
const LOOKS = 250
const PAUSE = 20

/**
 * Takes the lock in `folder`, which exists, or says who is before. Of starters that meet one gets it.
 * @throws the system's error where the folder cannot be written
 */
export async function takeLock(folder: string, { sleep = delay }: LockOptions = {}): Promise<LockAnswer> {
  const name = nameOf(await identify(process.pid))
  const own = join(folder, name)
  await writeFile(own, '', { flag: 'wx' })
  try {
    for (let looks = 1; ; looks++) {
      const rivals = await findRivals(folder, own)
      const [any] = rivals
      if (!any) return await hold(own)
      const before = rivals.find(rival => rival.holds || rival.name < name)
      if (before || looks === LOOKS) return await withdraw(own, before ?? any)
      await sleep(PAUSE)
    }
  } catch (error) {
    await rm(own, { force: true })
    throw error
  }
}

async function withdraw(own: string, { pid, here }: Rival): Promise<LockAnswer> {
  await rm(own, { force: true })
  return { held: false, holder: { pid, here } }
}

/** Marks the entry as the holder's and keeps it fresh for those that cannot see this process. */
async function hold(own: string): Promise<LockAnswer> {
  // never made anew: an entry that is gone was somebody else's to remove, and may have been replaced
  await writeFile(own, 'held', { flag: 'r+' })
  const beat = () => {
    const now = new Date()
    // a heartbeat that fails leaves the lock to age; the holder cannot do better
    utimes(own, now, now).catch(() => undefined)
  }
  const timer = setInterval(beat, HEARTBEAT)
  // it keeps no process alive
  timer.unref()
  return {
    held: true,
    isHeld: () => exists(own),
    release: async () => {
      clearInterval(timer)
      await rm(own, { force: true })
    },
  }
}

/** The living beside `own`; entries of the dead are removed on the way. */
async function findRivals(folder: string, own: string): Promise<Rival[]> {
  const here = await machineId()
  const rivals: Rival[] = []
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    const other = identityOf(name)
    if (path === own || !other) continue
    if (await isLive(other, { here, path, own })) {
      const holds = ((await stat(path).catch(() => undefined))?.size ?? 0) > 0
      rivals.push({ name, pid: other.pid, here: other.machine === here, holds })
    } else await rm(path, { force: true })
  }
  return rivals
}

async function exists(path: string): Promise<boolean> {
  try {
    await stat(path)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw error
  }
}

async function isLive(
  other: Identity,
  { here, path, own }: { here: string; path: string; own: string },
): Promise<boolean> {
  if (other.machine !== here) return isFresh(path, own)
  if (!pidExists(other.pid)) return false
  const { started } = await identify(other.pid)
  if (started === '0' || other.started === '0') return isFresh(path, own)
  return started === other.started
}

/** Both times are the file system's own: the clocks of two machines that share it may differ. */
async function isFresh(path: string, own: string): Promise<boolean> {
  const [theirs, ours] = await Promise.all([stat(path).catch(() => undefined), stat(own)])
  return theirs !== undefined && ours.mtimeMs - theirs.mtimeMs < STALE
}

function pidExists(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

async function identify(pid: number): Promise<Identity> {
  return { machine: await machineId(), pid, started: await startOf(pid) }
}

const ENTRY = /^([0-9a-f]{16})-(\d+)-(\d+)-[0-9a-f-]{36}$/

function nameOf({ machine, pid, started }: Identity): string {
  return `${machine}-${pid}-${started}-${randomUUID()}`
}

function identityOf(name: string): Identity | undefined {
  const [, machine, pid, started] = ENTRY.exec(name) ?? []
  if (machine === undefined || pid === undefined || started === undefined) return undefined
  return { machine, pid: Number(pid), started }
}

/**
 * A machine in one of its runs, as far as processes on it see each other: two containers of one name do not.
 * The name is hashed, for it may hold any character.
 */
async function machineId(): Promise<string> {
  const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => '')
  const processes = await stat('/proc/self/ns/pid').then(
    ({ ino }) => String(ino),
    () => '',
  )
  return createHash('sha256').update([hostname(), boot, processes].join('\n')).digest('hex').slice(0, 16)
}

/** Field 22 of /proc/PID/stat; a zombie (state Z or X) has ended. `0` where there is no /proc. */
async function startOf(pid: number): Promise<string> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  if (fields[0] === 'Z' || fields[0] === 'X') return 'dead'
  return /^\d+$/.test(fields[19] ?? '') ? String(fields[19]) : '0'
}
