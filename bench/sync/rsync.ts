/** rsync's daemon behind a counting proxy. */
import { spawn } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { listen } from '../../sandbox/listen.ts'
import { startCountingProxy } from '../counting-proxy.ts'
import { type Cost, costOfProgram, run } from './cost.ts'

export interface Rsync {
  copy(options: readonly string[], target: string): Promise<Cost>
  close(): Promise<void>
}

/** Serves the folder `payloadDir`; its settings are written into `dir`. */
export async function startRsync(payloadDir: string, dir: string): Promise<Rsync> {
  const free = await listen(() => new Response())
  await free.close()
  const config = join(dir, 'rsyncd.conf')
  const settings = ['use chroot = no', 'address = 127.0.0.1', `uid = ${userInfo().username}`]
  await writeFile(
    config,
    [...settings, '[payload]', `path = ${payloadDir}`, 'read only = yes', ''].join('\n'),
  )
  const daemon = spawn(
    'rsync',
    ['--daemon', '--no-detach', '--config', config, '--port', String(free.port)],
    {
      // if its standard input were a socket, rsync would serve that socket
      stdio: 'ignore',
    },
  )
  await answers(free.port)
  const proxy = await startCountingProxy(free.port)
  return {
    copy: (options, target) =>
      costOfProgram(proxy, 'rsync', [...options, `rsync://127.0.0.1:${proxy.port}/payload/`, target]),
    async close() {
      await proxy.close()
      daemon.kill()
    },
  }
}

async function answers(port: number): Promise<void> {
  for (let attempt = 0; attempt < 50; attempt++) {
    const answered = await run('rsync', [`rsync://127.0.0.1:${port}/`]).then(
      () => true,
      () => false,
    )
    if (answered) return
    await delay(100)
  }
  throw new Error('Cannot measure rsync: its daemon does not answer')
}
