/** A TCP proxy on loopback that counts the bytes on the wire, including headers. */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface CountingProxy {
  readonly port: number
  /** Bytes in both directions since the last call. */
  take(): number
  close(): Promise<void>
}

export async function startCountingProxy(targetPort: number): Promise<CountingProxy> {
  let bytes = 0
  const sockets = new Set<Socket>()
  const count = (from: Socket, to: Socket) => {
    sockets.add(from)
    from.on('data', chunk => {
      bytes += chunk.length
      to.write(chunk)
    })
    from.on('end', () => to.end())
    from.on('error', () => to.destroy())
    from.on('close', () => sockets.delete(from))
  }
  const server = createServer(client => {
    const target = connect(targetPort, '127.0.0.1')
    count(client, target)
    count(target, client)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    take() {
      const taken = bytes
      bytes = 0
      return taken
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
