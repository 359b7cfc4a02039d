/** Starts `process.ts`, bundled once for a test file, for it is started some fifty times. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll } from 'vitest'
import type { SyncResult } from '../../../lib/device/sync/result.ts'
import { bundle, DEVICE_PROGRAM } from '../../../scripts/build-device.ts'

export interface EndedProcess {
  readonly signal: NodeJS.Signals | null
  /** What it printed; undefined if it was killed. */
  readonly said:
    | { count: number; result?: SyncResult; error?: { code?: string; message: string; hint?: string } }
    | undefined
}

export interface ProcessOptions {
  /** The change of the disk before which it dies. */
  readonly killAt?: number
  /** The change of the disk that fails. */
  readonly failAt?: number
  /** The paths that another program has open; the process then runs as on Windows. */
  readonly open?: readonly string[]
  /** The user that it runs as. */
  readonly uid?: number
  /** The device program whose sync it runs; the present one unless given. */
  readonly program?: string
}

/** To be called at the top of a test file; the result runs sync on a directory. */
export function useDeviceProcess(): (dir: string, options?: ProcessOptions) => Promise<EndedProcess> {
  let folder = ''
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kura-test-'))
    await chmod(folder, 0o755)
    await bundle('test/helpers/device/process.ts', join(folder, 'process.mjs'))
    await bundle(DEVICE_PROGRAM, join(folder, 'kura-device.mjs'))
    return () => rm(folder, { recursive: true, force: true })
  })
  return async (
    dir,
    { killAt = '', failAt = '', open = [], uid, program = join(folder, 'kura-device.mjs') } = {},
  ) => {
    const words = [join(folder, 'process.mjs'), program, dir, String(killAt), String(failAt), open.join()]
    const child = spawn(process.execPath, words, {
      stdio: ['ignore', 'pipe', 'inherit'],
      ...(uid !== undefined && { uid, gid: uid }),
    })
    const chunks: Buffer[] = []
    child.stdout.on('data', chunk => chunks.push(chunk))
    const [, signal] = await once(child, 'close')
    const text = Buffer.concat(chunks).toString()
    return { signal, said: text === '' ? undefined : JSON.parse(text) }
  }
}
