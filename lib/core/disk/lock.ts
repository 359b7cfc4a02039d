/**
 * A lock between processes. Each process that wants the lock creates an entry with a unique name in a folder and then
 * lists the others. If there are no others, the process has the lock, and writes that into its entry. If two processes
 * create entries at the same time, at least one of them sees the other, so the lock never has two holders. If several
 * see each other, the one with the smallest name waits until the others have removed their entries. The entry of a
 * process that has ended in any way (even by kill -9) does not count, and the next process that sees the entry removes
 * it.
 */
import { createHash, randomUUID } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { once, type Retry } from './retry.ts'

export interface LockHolder {
  readonly pid: number
  readonly here: boolean
}

export interface HeldLock {
  readonly held: true
  /**
   * Whether this process still has the lock. If the system does not say when a process started, a process that is
   * suspended too long (a laptop with a closed lid) counts as dead, and has lost the lock when it continues.
   */
  isHeld(): boolean
  release(): Promise<void>
}

export type LockAnswer = HeldLock | { readonly held: false; readonly holder: LockHolder }

export interface LockOptions {
  readonly sleep?: (milliseconds: number) => Promise<unknown>
  readonly retry?: Retry
}

/** The identity of a process, which stays unique even if a pid is reused. */
interface Identity {
  readonly machine: string
  readonly pid: number
  /** The start of the process, in clock ticks since the boot of the machine. 0 if the system does not say. */
  readonly started: string
}

interface Contender extends LockHolder {
  readonly name: string
  readonly holds: boolean
}

const HEARTBEAT = 20_000
const STALE = 120_000
/** How many times a process checks, every 20 milliseconds, whether the others have removed their entries. */
const CHECKS = 250
const LOOK_EVERY = 20

/** Takes the lock in `folder`, or says who has it. @throws the system's error if the folder cannot be written */
export async function takeLock(
  folder: string,
  { sleep, retry = once }: LockOptions = {},
): Promise<LockAnswer> {
  const name = nameOf(identify(process.pid))
  const own = join(folder, name)
  await retry(own, () => writeFileSync(own, '', { flag: 'wx' }))
  try {
    for (let checks = 1; ; checks++) {
      const contenders = await findContenders(folder, own, retry)
      const [any] = contenders
      if (!any) return await hold(own, retry)
      const before = contenders.find(contender => contender.holds || contender.name < name)
      if (before || checks === CHECKS) return await withdraw(own, before ?? any, retry)
      await (sleep ?? delay)(LOOK_EVERY)
    }
  } catch (error) {
    await remove(own, retry)
    throw error
  }
}

async function withdraw(own: string, { pid, here }: Contender, retry: Retry): Promise<LockAnswer> {
  await remove(own, retry)
  return { held: false, holder: { pid, here } }
}

async function remove(path: string, retry: Retry): Promise<void> {
  await retry(path, () => rmSync(path, { force: true }))
}

/** Keeps the entry's modification time fresh, by which other machines see that this process is alive. */
async function hold(own: string, retry: Retry): Promise<LockAnswer> {
  // the flag 'r+' never creates the file: if it is missing, another process has removed it, and may have the lock
  const beat = () => writeFileSync(own, 'held', { flag: 'r+' })
  await retry(own, beat)
  // if heartbeats fail, the entry counts as dead after a while; the holder cannot prevent that
  const timer = setInterval(() => void attempt(beat), HEARTBEAT)
  // the timer does not keep the process alive
  timer.unref()
  return {
    held: true,
    isHeld: () => statSync(own, { throwIfNoEntry: false }) !== undefined,
    release: async () => {
      clearInterval(timer)
      await remove(own, retry)
    },
  }
}

/** Lists the other live processes, and removes the entries of dead ones. */
async function findContenders(folder: string, own: string, retry: Retry): Promise<Contender[]> {
  const here = machineId()
  const contenders: Contender[] = []
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    const other = identityOf(name)
    if (path === own || !other) continue
    if (isLive(other, { here, path, own })) {
      const holds = (attempt(() => statSync(path))?.size ?? 0) > 0
      contenders.push({ name, pid: other.pid, here: other.machine === here, holds })
    } else await remove(path, retry)
  }
  return contenders
}

function isLive(other: Identity, { here, path, own }: { here: string; path: string; own: string }): boolean {
  if (other.machine !== here) return isFresh(path, own)
  if (!pidExists(other.pid)) return false
  const { started } = identify(other.pid)
  if (started === '0' || other.started === '0') return isFresh(path, own)
  return started === other.started
}

/**
 * Compares the modification times of two entries, because the clocks of machines may differ. A time in the future does
 * not count either, because a process may have ended while the clock was wrong.
 */
function isFresh(path: string, own: string): boolean {
  const [theirs, ours] = [attempt(() => statSync(path)), statSync(own)]
  return theirs !== undefined && Math.abs(ours.mtimeMs - theirs.mtimeMs) < STALE
}

function pidExists(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function identify(pid: number): Identity {
  return { machine: machineId(), pid, started: startOf(pid) }
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
 * Returns an id of this machine since its last boot, and of the process namespace (container). Processes with the same
 * id can see each other. The id is a hash, because a host name may contain any character.
 */
function machineId(): string {
  const boot = attempt(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8')) ?? ''
  const processes = attempt(() => String(statSync('/proc/self/ns/pid').ino)) ?? ''
  return createHash('sha256').update([hostname(), boot, processes].join('\n')).digest('hex').slice(0, 16)
}

/** Returns field 22 of /proc/PID/stat, the start; `dead` for a zombie (state Z or X), `0` without /proc. */
function startOf(pid: number): string {
  const text = attempt(() => readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? ''
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  if (fields[0] === 'Z' || fields[0] === 'X') return 'dead'
  return /^\d+$/.test(fields[19] ?? '') ? String(fields[19]) : '0'
}

/** Returns undefined if the work throws. */
function attempt<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
