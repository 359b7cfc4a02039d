/**
 * The parts of the Redis protocol (RESP 2) that the REST bridge needs, over one socket. Answers come in the order of
 * the commands, and a transaction that is written in one piece is contiguous.
 */
import { connect, type NetConnectOpts, type Socket } from 'node:net'

/** A simple string (`OK`), which the REST protocol does not encode. */
export class RespStatus {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** An error in an answer of the server. */
export class RespError {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

export type RespReply = RespStatus | RespError | Buffer | number | null | RespReply[]

export interface RespConnection {
  /** Sends the commands in one piece; returns their answers in the same order. */
  send(commands: readonly (readonly string[])[]): Promise<RespReply[]>
  close(): void
}

interface Waiting {
  readonly wanted: number
  readonly replies: RespReply[]
  resolve(replies: RespReply[]): void
  reject(error: Error): void
}

/** Opens a connection to the Redis server at `address`, a port or a Unix socket. */
export async function connectResp(address: NetConnectOpts): Promise<RespConnection> {
  const socket = connect(address)
  await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject))
  const queue: Waiting[] = []
  readReplies(socket, reply => {
    const waiting = queue[0]
    waiting?.replies.push(reply)
    if (waiting && waiting.replies.length === waiting.wanted) queue.shift()?.resolve(waiting.replies)
  })
  const failAll = () => {
    for (const waiting of queue.splice(0)) waiting.reject(new Error('The connection to Redis is closed'))
  }
  socket.on('error', failAll).on('close', failAll)
  return {
    send: commands =>
      new Promise((resolve, reject) => {
        if (socket.destroyed) return reject(new Error('The connection to Redis is closed'))
        queue.push({ wanted: commands.length, replies: [], resolve, reject })
        socket.write(Buffer.concat(commands.map(encodeCommand)))
      }),
    close: () => socket.destroy(),
  }
}

function encodeCommand(words: readonly string[]): Buffer {
  const parts = words.flatMap(word => {
    const bytes = Buffer.from(word)
    return [Buffer.from(`$${bytes.length}\r\n`), bytes, Buffer.from('\r\n')]
  })
  return Buffer.concat([Buffer.from(`*${words.length}\r\n`), ...parts])
}

function readReplies(socket: Socket, take: (reply: RespReply) => void): void {
  let pending = Buffer.alloc(0)
  socket.on('data', chunk => {
    pending = Buffer.concat([pending, chunk])
    for (let parsed = parseReply(pending, 0); parsed; parsed = parseReply(pending, 0)) {
      pending = pending.subarray(parsed.end)
      take(parsed.reply)
    }
  })
}

/** Returns the reply that starts at `start`; undefined if a part of it has not arrived yet. */
function parseReply(bytes: Buffer, start: number): { reply: RespReply; end: number } | undefined {
  const lineEnd = bytes.indexOf('\r\n', start)
  if (lineEnd < 0) return undefined
  const type = String.fromCharCode(bytes[start] ?? 0)
  const line = bytes.toString('utf8', start + 1, lineEnd)
  const end = lineEnd + 2
  if (type === '+') return { reply: new RespStatus(line), end }
  if (type === '-') return { reply: new RespError(line), end }
  if (type === ':') return { reply: Number(line), end }
  if (line === '-1') return { reply: null, end }
  return type === '*' ? parseArray(bytes, end, Number(line)) : parseBulk(bytes, end, Number(line))
}

function parseBulk(bytes: Buffer, start: number, length: number) {
  const end = start + length
  return bytes.length < end + 2 ? undefined : { reply: bytes.subarray(start, end), end: end + 2 }
}

function parseArray(bytes: Buffer, start: number, count: number) {
  const reply: RespReply[] = []
  let end = start
  while (reply.length < count) {
    const element = parseReply(bytes, end)
    if (!element) return undefined
    reply.push(element.reply)
    end = element.end
  }
  return { reply, end }
}
