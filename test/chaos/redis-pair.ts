/**
 * A Redis service of a primary and a replica that lags behind: it restarts, and it fails over, which loses the writes that the
 * replica has not got yet. As a service does, it elects a replica only if that follows closely.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, rm } from 'node:fs/promises'
import { type AddressInfo, createServer, connect as dial, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { connectResp, type RespConnection, type RespReply } from '../helpers/redis/resp.ts'

export interface RedisPair {
  /** Sends commands to the primary of the moment. @throws Error while there is none */
  readonly connection: RespConnection
  /** Kills the primary, and makes the replica the primary; a new replica then follows. */
  failOver(): Promise<Failover>
  /** Stops the primary, which keeps what it has, and starts it again. */
  restart(): Promise<void>
  close(): Promise<void>
}

export interface Failover {
  /** Bytes of replication that the new primary never got. */
  readonly lostBytes: number
}

export interface PairOptions {
  readonly directory: string
  /** Milliseconds by which the replica lags behind; asked for each piece of the replication. */
  lag(): number
}

interface Node {
  readonly port: number
  readonly directory: string
  child: ChildProcess
  connection: RespConnection
}

/** Milliseconds for which `WAIT` may have waited in vain: a write that is older was on the replica when it was elected. */
const CLOSE = 200
/** Milliseconds for which a failover waits for a write that it loses. */
const PATIENCE = 2_000
/** Milliseconds from the first write that is lost to the death of the primary: less than a durable write waits. */
const LOSING = 100

export async function startRedisPair({ directory, lag }: PairOptions): Promise<RedisPair> {
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

  const closely = async (node: Node): Promise<number> => {
    for (;;) {
      const began = performance.now()
      const wanted = await offsetOf(node, 'master_repl_offset')
      while ((await offsetOf(replica, 'slave_repl_offset')) < wanted) await delay(10)
      if (performance.now() - began < CLOSE) return offsetOf(node, 'master_repl_offset')
    }
  }

  return {
    connection: {
      send: commands => {
        if (!primary) return Promise.reject(new Error('There is no primary'))
        return primary.connection.send(commands)
      },
      close: () => undefined,
    },
    async failOver() {
      if (!primary) throw new Error('There is no primary')
      await inStep(replica)
      const old = primary
      const reached = await closely(old)
      link.hold()
      const written = await loseWrites(old, reached)
      link.cut()
      await kill(old)
      primary = undefined
      const got = await offsetOf(replica, 'slave_repl_offset')
      await replica.connection.send([['REPLICAOF', 'NO', 'ONE']])
      const elected = replica
      primary = elected
      link = await startLink(() => primary?.port, lag)
      replica = await start(link.port)
      await inStep(replica)
      await rm(old.directory, { recursive: true, force: true })
      return { lostBytes: Math.max(0, written - got) }
    },
    async restart() {
      if (!primary) throw new Error('There is no primary')
      const node = primary
      primary = undefined
      const gone = once(node.child, 'exit')
      node.child.kill('SIGTERM')
      await gone
      node.connection.close()
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
    if (connection && String((reply as { text?: string } | undefined)?.text) === 'PONG')
      return { port, directory: folder, child, connection }
    connection?.close()
    await delay(20)
  }
}

/** Lets the primary write what its replica never gets; the result is how far it has come. */
async function loseWrites(node: Node, reached: number): Promise<number> {
  const last = performance.now() + PATIENCE
  while (performance.now() < last && (await offsetOf(node, 'master_repl_offset')) <= reached) await delay(5)
  await delay(LOSING)
  return offsetOf(node, 'master_repl_offset')
}

async function kill({ child, connection }: Node): Promise<void> {
  connection.close()
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

async function infoOf({ connection }: Node): Promise<Map<string, string>> {
  const [reply] = await connection.send([['INFO', 'replication']])
  const lines = textOf(reply).split('\r\n')
  return new Map(lines.map(line => line.split(':') as [string, string]))
}

function textOf(reply: RespReply | undefined): string {
  return Buffer.isBuffer(reply) ? reply.toString() : ''
}

/** The way from the primary to its replica, on which everything takes its time; what is on it when it is cut is lost. */
async function startLink(primary: () => number | undefined, lag: () => number) {
  const sockets = new Set<Socket>()
  let isHeld = false
  const server: Server = createServer(replica => {
    const onward = dial({ host: '127.0.0.1', port: primary() ?? 1 })
    let ready = Promise.resolve()
    onward.on('data', chunk => {
      const due = delay(lag(), undefined, { ref: false })
      ready = ready.then(() => due).then(() => void (isHeld || replica.destroyed || replica.write(chunk)))
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
    /** Nothing arrives any more; nobody sees that yet. */
    hold() {
      isHeld = true
    },
    cut() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise(resolve => server.close(resolve))
  return port
}
