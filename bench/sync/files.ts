/** Files behind a plain server and a counting proxy, fetched with curl: what a script without kura would do. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { listen } from '../../sandbox/listen.ts'
import { startCountingProxy } from '../counting-proxy.ts'
import { type Cost, costOf, run } from './cost.ts'

export interface FileServer {
  /** Fetches the file `name` of the folder to `target`, and then runs `finish`. */
  fetch(name: string, target: string, finish: () => Promise<unknown>): Promise<Cost>
  close(): Promise<void>
}

export async function serveFiles(dir: string): Promise<FileServer> {
  const server = await listen(
    async request => new Response(await readFile(join(dir, new URL(request.url).pathname.slice(1)))),
  )
  const proxy = await startCountingProxy(server.port)
  return {
    fetch: (name, target, finish) =>
      costOf(proxy, async () => {
        const url = `http://127.0.0.1:${proxy.port}/${name}`
        await run('curl', ['--silent', '--fail', '--output', target, url])
        await finish()
      }),
    async close() {
      await proxy.close()
      await server.close()
    },
  }
}

/** Packs a folder as `tar.zst`, at the strongest level that zstd reaches in a reasonable time. */
export async function pack(folder: string, file: string): Promise<void> {
  await run('tar', [
    '--create',
    '--use-compress-program',
    'zstd -19 -T0',
    '--file',
    file,
    '--directory',
    folder,
    '.',
  ])
}

export async function unpack(file: string, folder: string): Promise<void> {
  await run('tar', ['--extract', '--use-compress-program', 'zstd', '--file', file, '--directory', folder])
}
