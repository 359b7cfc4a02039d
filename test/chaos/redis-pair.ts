/**
 * A Redis service with a primary and a replica that lags behind. It restarts, and it fails over; a failover loses the
 * writes that the replica does not have yet. Like a real service, it elects a replica only if that replica has
 * confirmed all writes of the last seconds.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, rm } from 'node:fs/promises'
import { type AddressInfo, createServer, connect as dial, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '../helpers/http/free-port.ts'
import { connectResp, type RespConnection, type RespReply } from '../helpers/redis/resp.ts'

export interface RedisPair {
  /** Sends commands to the current primary. @throws Error while there is none */
  readonly connection: RespConnection
  /**
   * Kills the primary, makes the replica the primary, and starts a new replica. If the replica has not confirmed all
   * writes for long enough, as on a busy machine, it kills nothing and returns undefined.
   */
  failOver(): Promise<Failover | undefined>
  /** Stops the primary and starts it again; its data stays. */
  restart(): Promise<void>
  close(): Promise<void>
}

export interface Failover {
  /** The bytes of replication that the new primary did not get. */
  readonly lostBytes: number
}

export interface PairOptions {
  readonly directory: string
  /** Returns the milliseconds by which the replica lags behind; called for each piece of the replication. */
  lag(): number
  /**
   * Milliseconds for which every `WAIT` must have been confirmed before a replica is elected. After an unconfirmed
   * `WAIT` a client may write without `WAIT` for a while, and a failover may lose those writes.
   */
  readonly steady: number
}

interface Node {
  readonly port: number
  readonly directory: string
  child: ChildProcess
  connection: RespConnection
  /** The harness's own connection, which does not have to wait while the other connection waits for `WAIT`. */
  control: RespConnection
}

/** Milliseconds for which a failover waits until the replica has confirmed all writes. */
const PATIENCE = 30_000
/** Milliseconds for which a failover waits for a write that it can lose. */
const QUIET = 2_000
/** Milliseconds for which writes are lost before the primary is killed; fewer than a durable write waits (300). */
const LOSING = 100
/** Milliseconds in which the last answers of a stopped primary arrive. */
const LAST_ANSWERS = 20

export async function startRedisPair({ directory, lag, steady }: PairOptions): Promise<RedisPair> {
  let count = 0
  const start = async (follows?: number) => {
    const folder = join(directory, `redis-${++count}`)
    await mkdir(folder)
    return startNode({ port: await freePort(), folder, follows })
  }
  let primary: Node | undefined = await start()
  let link = await startLink(() => primary?.port, lag)
  let replica = await start(link.port)
  await inStep(replica)

  let unconfirmedAt = Number.NEGATIVE_INFINITY
  const noteUnconfirmed = (commands: readonly (readonly string[])[], replies: readonly RespReply[]) => {
    if (commands.some(([name], at) => name === 'WAIT' && replies[at] === 0)) unconfirmedAt = performance.now()
  }

  /** Returns whether every write was confirmed for long enough; waits until `end` at most. */
  const steadily = async (end: number): Promise<boolean> => {
    for (let now = performance.now(); now < end; now = performance.now()) {
      if (now - unconfirmedAt >= steady) return true
      await delay(20)
    }
    return false
  }

  /**
   * Stops the primary just after a write that the replica does not get. Returns whether the client got no answer about
   * this write; false if the primary still answered that the write is not confirmed.
   */
  const loseWrites = async (node: Node): Promise<boolean> => {
    const [began, last] = [performance.now(), performance.now() + QUIET]
    const reached = await offsetOf(node, 'master_repl_offset')
    link.hold()
    while (performance.now() < last && (await offsetOf(node, 'master_repl_offset')) <= reached) await delay(5)
    await delay(LOSING)
    node.child.kill('SIGSTOP')
    await delay(LAST_ANSWERS)
    return unconfirmedAt < began
  }

  return {
    connection: {
      async send(commands) {
        if (!primary) throw new Error('There is no primary')
        const replies = await primary.connection.send(commands)
        noteUnconfirmed(commands, replies)
        return replies
      },
      close: () => undefined,
    },
    async failOver() {
      if (!primary) throw new Error('There is no primary')
      await inStep(replica)
      const old = primary
      const end = performance.now() + PATIENCE
      for (;;) {
        if (!(await steadily(end))) return undefined
        if (await loseWrites(old)) break
        old.child.kill('SIGCONT')
        link.release()
      }
      const lostBytes = link.heldBytes()
      link.cut()
      await kill(old)
      primary = undefined
      await replica.connection.send([['REPLICAOF', 'NO', 'ONE']])
      const elected = replica
      primary = elected
      link = await startLink(() => primary?.port, lag)
      replica = await start(link.port)
      await inStep(replica)
      await rm(old.directory, { recursive: true, force: true })
      return { lostBytes }
    },
    async restart() {
      if (!primary) throw new Error('There is no primary')
      const node = primary
      primary = undefined
      const gone = once(node.child, 'exit')
      node.child.kill('SIGTERM')
      await gone
      node.connection.close()
      node.control.close()
      primary = await startNode({ port: node.port, folder: node.directory })
      await inStep(replica)
    },
    async close() {
      link.cut()
      for (const node of [primary, replica]) if (node) await kill(node)
    },
  }
}

async function startNode({
  port,
  folder,
  follows,
}: {
  port: number
  folder: string
  follows?: number | undefined
}): Promise<Node> {
  const words = [
    ...['--port', `${port}`, '--bind', '127.0.0.1', '--dir', folder, '--save', '', '--appendonly', 'yes'],
    ...['--repl-diskless-sync-delay', '0', '--repl-timeout', '10', '--maxmemory-policy', 'noeviction'],
    ...(follows === undefined ? [] : ['--replicaof', '127.0.0.1', `${follows}`]),
  ]
  const child = spawn('redis-server', words, { stdio: 'ignore' })
  for (;;) {
    if (child.exitCode !== null) throw new Error(`redis-server ended with ${child.exitCode}`)
    const connection = await connectResp({ host: '127.0.0.1', port }).catch(() => undefined)
    const [reply] = (await connection?.send([['PING']])) ?? []
    if (connection && String((reply as { text?: string } | undefined)?.text) === 'PONG') {
      const control = await connectResp({ host: '127.0.0.1', port })
      return { port, directory: folder, child, connection, control }
    }
    connection?.close()
    await delay(20)
  }
}

async function kill({ child, connection, control }: Node): Promise<void> {
  connection.close()
  control.close()
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
}

async function inStep(replica: Node): Promise<void> {
  while ((await infoOf(replica)).get('master_link_status') !== 'up') await delay(20)
}

async function offsetOf(node: Node, name: string): Promise<number> {
  return Number((await infoOf(node)).get(name) ?? 0)
}

async function infoOf({ control }: Node): Promise<Map<string, string>> {
  const [reply] = await control.send([['INFO', 'replication']])
  const lines = textOf(reply).split('\r\n')
  return new Map(lines.map(line => line.split(':') as [string, string]))
}

function textOf(reply: RespReply | undefined): string {
  return Buffer.isBuffer(reply) ? reply.toString() : ''
}

/** The connection from the primary to its replica, which delays all data. When it is cut, the data on it is lost. */
async function startLink(primary: () => number | undefined, lag: () => number) {
  const sockets = new Set<Socket>()
  let held: { readonly replica: Socket; readonly chunk: Buffer }[] | undefined
  const pass = (replica: Socket, chunk: Buffer) => {
    if (held) held.push({ replica, chunk })
    else if (!replica.destroyed) replica.write(chunk)
  }
  const server: Server = createServer(replica => {
    const onward = dial({ host: '127.0.0.1', port: primary() ?? 1 })
    let ready = Promise.resolve()
    onward.on('data', chunk => {
      const due = delay(lag(), undefined, { ref: false })
      ready = ready.then(() => due).then(() => pass(replica, chunk))
    })
    replica.pipe(onward)
    for (const socket of [replica, onward]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.once('close', () => {
        replica.destroy()
        onward.destroy()
      })
    }
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    /** Keeps arriving data back, unnoticed by both ends. */
    hold() {
      held = []
    },
    /** Passes on all data that was kept back. */
    release() {
      const kept = held ?? []
      held = undefined
      for (const { replica, chunk } of kept) pass(replica, chunk)
    },
    heldBytes: () => (held ?? []).reduce((sum, { chunk }) => sum + chunk.length, 0),
    cut() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
