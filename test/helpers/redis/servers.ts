/** The two Redis servers for the REST bridge: one that runs in this process, and a real one if the machine has it. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import type { NetConnectOpts } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRedisMock } from 'js-redis-server'
import { freePort } from '../http/free-port.ts'

export interface RedisServer {
  /** The address of the server: a port of 127.0.0.1, or a Unix socket. */
  readonly address: NetConnectOpts
  close(): Promise<void>
}

/** Whether the program `redis-server` is on PATH. */
export const hasRedisServer = spawnSync('redis-server', ['--version']).status === 0

/** Starts a Redis written in JavaScript, in this process. */
export async function startJsRedis(): Promise<RedisServer> {
  const redis = await createRedisMock()
  return { address: { host: '127.0.0.1', port: redis.port }, close: () => redis.close() }
}

/**
 * Starts a real redis-server that listens on a Unix socket in a temporary directory, and stores nothing on the disk.
 */
export async function startRealRedis(): Promise<RedisServer> {
  const { socket, close } = await spawnRedis({ port: '0' })
  return { address: { path: socket }, close }
}

/** A primary and a replica that follows it. */
export interface ReplicatedRedis {
  readonly primary: RedisServer
  readonly replica: RedisServer
}

/** Starts two real servers on free ports, because a replica needs the port of its primary. */
export async function startReplicatedRedis(): Promise<ReplicatedRedis> {
  const port = await freePort()
  const primary = await spawnRedis({ port: `${port}`, 'repl-diskless-sync-delay': '0' })
  const replica = await spawnRedis({ port: '0', replicaof: `127.0.0.1 ${port}` })
  return {
    primary: { address: { path: primary.socket }, close: primary.close },
    replica: { address: { path: replica.socket }, close: replica.close },
  }
}

async function spawnRedis(own: Readonly<Record<string, string>>) {
  const directory = await mkdtemp(join(tmpdir(), 'kura-redis-'))
  const socket = join(directory, 'redis.sock')
  const settings = {
    bind: '127.0.0.1',
    unixsocket: socket,
    dir: directory,
    save: '',
    appendonly: 'no',
    ...own,
  }
  const words = Object.entries(settings).flatMap(([name, value]) => [
    `--${name}`,
    ...(name === 'replicaof' ? value.split(' ') : [value]),
  ])
  const child = spawn('redis-server', words, { stdio: ['ignore', 'pipe', 'inherit'] })
  const kill = () => void child.kill('SIGKILL')
  process.once('exit', kill)
  await readiness(child)
  let closing: Promise<void> | undefined
  const close = async () => {
    process.off('exit', kill)
    const gone = new Promise(resolve => child.once('exit', resolve))
    kill()
    await gone
    await rm(directory, { recursive: true, force: true })
  }
  return {
    socket,
    close: () => {
      closing ??= close()
      return closing
    },
  }
}

function readiness(child: ChildProcess): Promise<void> {
  let log = ''
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', code => reject(new Error(`redis-server ended with ${code}:\n${log}`)))
    child.stdout?.on('data', chunk => {
      log += chunk
      if (log.includes('eady to accept connections')) resolve()
    })
  })
}
