/** A device in a temporary directory, and the host to which it sends its requests. */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { AppError } from '../../../lib/core/errors.ts'
import type { Credentials, Envelope } from '../../../lib/core/release/schema.ts'
import type { SyncResult } from '../../../lib/device/sync/result.ts'
import { type SyncDeps, sync } from '../../../lib/device/sync/sync.ts'
import { temporaryDirectory } from '../temporary-directory.ts'
import { type DeviceHost, startDeviceHost } from './host.ts'
import { createPublisher, type Files, HOST_NOW, type Publisher, type ReleaseOptions } from './publisher.ts'
import { playWindows } from './windows-files.ts'

/** The secret of every test device, base64url. */
export const DEVICE_SECRET = Buffer.alloc(32, 5).toString('base64url')

/** Dependencies with which no call waits and the clock stands still. */
export const STILL: SyncDeps = { now: () => HOST_NOW, sleep: async () => undefined, random: () => 0 }

export interface TestDevice {
  readonly dir: string
  readonly host: DeviceHost
  readonly publisher: Publisher
  /** Signs a release and puts it on the host. */
  publish(version: number, files: Files, options?: Partial<ReleaseOptions>): void
  sync(parts?: SyncDeps): Promise<SyncResult>
  /** Runs a sync that must fail with an error of kura, and returns the error. */
  failure(parts?: SyncDeps): Promise<AppError>
  /** Returns every file except kura's own: its content by path. */
  files(): Promise<Record<string, string>>
  write(path: string, content: string): Promise<void>
  read(path: string): Promise<string>
}

/** Creates a new device, and a host whose release 1 has `files`. */
export async function createDevice(files: Files = { 'a.md': 'A' }): Promise<TestDevice> {
  const publisher = createPublisher()
  const host = await startDeviceHost(publisher.release({ version: 1, files }))
  const dir = await temporaryDirectory()
  await enrol(dir, { url: host.url, root: publisher.root })
  const run = (parts: SyncDeps = {}) => sync(dir, { ...STILL, ...parts })
  return {
    dir,
    host,
    publisher,
    publish(version, more, options = {}) {
      host.release = publisher.release({ version, files: more, ...options })
    },
    sync: run,
    async failure(parts) {
      const error = await run(parts).then(
        () => undefined,
        (thrown: unknown) => thrown,
      )
      expect(error).toBeInstanceOf(AppError)
      expectNoSecret(error)
      expect((error as AppError).hint).toBeTruthy()
      return error as AppError
    },
    files: () => filesOf(dir),
    async write(path, content) {
      await mkdir(join(dir, path, '..'), { recursive: true })
      await writeFile(join(dir, path), content)
    },
    read: path => readFile(join(dir, path), 'utf8'),
  }
}

/** Plays Windows in the directory until the test ends, for runs that get the result as `on`. */
export function windowsOf({ dir }: Pick<TestDevice, 'dir'>) {
  const files = playWindows(dir)
  onTestFinished(() => files.end())
  return { files, on: { platform: 'win32' as const, sleep: files.sleep } }
}

/** Checks that no part of a device's secret is in an error or its causes. */
export function expectNoSecret(error: unknown): void {
  for (let current = error; current instanceof Error; current = current.cause) {
    const text = `${current.stack} ${JSON.stringify(current, Object.getOwnPropertyNames(current))}`
    expect(text).not.toContain(DEVICE_SECRET.slice(4, 24))
  }
}

/** Makes `dir` a new device of that host, with the key of the test devices unless the test gives another. */
export async function enrol(
  dir: string,
  { url, root }: { url: string; root: Envelope },
  { keyid = 'demo:device:1', secret = DEVICE_SECRET }: { keyid?: string; secret?: string } = {},
): Promise<void> {
  const credentials: Credentials = { url, keyid, secret, root }
  await mkdir(dir, { recursive: true })
  await writeFile(join(dir, 'credentials.json'), JSON.stringify(credentials), { mode: 0o600 })
}

/** Returns every file of a device except kura's own: its content by path. */
export async function filesOf(dir: string): Promise<Record<string, string>> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true })
  const files = entries.filter(entry => entry.isFile())
  const paths = files.map(entry => join(entry.parentPath, entry.name).slice(dir.length + 1))
  const own = paths.filter(path => path !== 'credentials.json' && !path.startsWith('.kura/')).sort()
  return Object.fromEntries(
    await Promise.all(own.map(async path => [path, await readFile(join(dir, path), 'utf8')])),
  )
}
