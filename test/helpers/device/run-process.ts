/** Starts `process.ts`, which is bundled once for a test file because the file starts it some fifty times. */
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
  /** The output of the process; undefined if it was killed. */
  readonly said:
    | { count: number; result?: SyncResult; error?: { code?: string; message: string; hint?: string } }
    | undefined
}

export interface ProcessOptions {
  /** The number of the change of the disk before which the process dies. */
  readonly killAt?: number
  /** The number of the change of the disk that fails. */
  readonly failAt?: number
  /** The paths that another program has open. If given, the process runs as on Windows. */
  readonly open?: readonly string[]
  /** The user id under which the process runs. */
  readonly uid?: number
  /** The device program whose sync is run; by default, the present one. */
  readonly program?: string
}

/** Must be called at the top of a test file. The returned function runs sync on a directory. */
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
