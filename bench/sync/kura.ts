/** kura's host behind a counting proxy, and devices that sync with it, by the installed program or in this process. */
import { cp, mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { createCore } from '../../lib/app/core.ts'
import { routesOfDistribution } from '../../lib/app/functions/distribution.ts'
import { createHandler } from '../../lib/core/http/handler.ts'
import { routeSource } from '../../lib/core/http/router.ts'
import { deriveSecret } from '../../lib/core/signatures/keys.ts'
import { sync } from '../../lib/device/sync/sync.ts'
import { listen } from '../../sandbox/listen.ts'
import { bundle, DEVICE_PROGRAM } from '../../scripts/build-device.ts'
import { createMemoryStore, type MemoryStore } from '../../test/helpers/memory-store.ts'
import type { TestPublisher } from '../../test/helpers/publishing/release.ts'
import { type CountingProxy, startCountingProxy } from '../counting-proxy.ts'
import { type Cost, costOf, costOfProgram, run } from './cost.ts'

const SECRET = Buffer.alloc(32, 7)
const KEYID = 'bench:device:1'

/** The cost of a sync: bytes both ways, requests, and commands of the store. */
export interface CountedSync {
  readonly bytes: number
  readonly requests: number
  readonly commands: number
}

export interface KuraHost {
  /** A new device directory that contains only its credentials. */
  newDevice(): Promise<string>
  /** Runs the device program, or another one: a file that `buildProgram` has written. */
  sync(device: string, program?: string): Promise<Cost>
  /** Request and answer alone, without the report, measured on a copy of the directory. */
  syncSilently(device: string): Promise<Cost>
  /** Runs the client in this process. */
  syncHere(device: string): Promise<CountedSync>
  /** Lets a new instance of the function answer from now on. */
  restart(): void
  close(): Promise<void>
}

/** Builds the device program of another checkout. Its packages must be installed. */
export async function buildProgram(checkout: string, dir: string): Promise<string> {
  const program = join(dir, 'kura-device-against.mjs')
  const cwd = resolve(checkout)
  await run(process.execPath, [join(cwd, 'scripts', 'build-device.ts'), program], { cwd })
  return program
}

export async function startKura(publisher: TestPublisher): Promise<KuraHost> {
  const env: Record<string, string> = {
    KURA_SECRETS: `1:${SECRET.toString('base64url')}`,
    KURA_RELEASE_DIR: publisher.releaseDir,
  }
  const store = createMemoryStore()
  const { answer, restart } = serve(env, store)
  const server = await listen(answer)
  const proxy = await startCountingProxy(server.port)
  env['KURA_URL'] = `http://127.0.0.1:${proxy.port}`
  const program = join(publisher.dir, 'kura-device.mjs')
  await bundle(DEVICE_PROGRAM, program)
  let devices = 0
  const newDirectory = () => join(publisher.dir, `device-${devices++}`)
  return {
    async newDevice() {
      const device = newDirectory()
      await mkdir(device)
      const secret = deriveSecret(SECRET, KEYID).toString('base64url')
      const credentials = { url: env['KURA_URL'], keyid: KEYID, secret, root: await publisher.root() }
      await writeFile(join(device, 'credentials.json'), JSON.stringify(credentials), { mode: 0o600 })
      return device
    },
    sync: (device, file = program) =>
      // as the start file of a device does, so that Node keeps the compiled program
      costOfProgram(proxy, process.execPath, [file, 'sync', '--dir', device], {
        ...(file === program && { NODE_COMPILE_CACHE: join(publisher.dir, 'compiled') }),
      }),
    syncSilently: device => syncCopy(device, newDirectory(), proxy),
    syncHere: device => countSync(device, { proxy, store }),
    restart,
    async close() {
      await proxy.close()
      await server.close()
    },
  }
}

async function syncCopy(device: string, copy: string, proxy: CountingProxy): Promise<Cost> {
  await cp(device, copy, { recursive: true })
  return costOf(proxy, () => sync(copy, { silent: true }))
}

async function countSync(
  device: string,
  { proxy, store }: { proxy: CountingProxy; store: MemoryStore },
): Promise<CountedSync> {
  const commands = () => Object.values(store.calls).reduce((sum, calls) => sum + calls, 0)
  proxy.take()
  const before = commands()
  const { requests } = await sync(device)
  return { requests, bytes: proxy.take(), commands: commands() - before }
}

/** The handler is created at the first request, because the address is not known before. */
function serve(env: Record<string, string>, store: MemoryStore) {
  let handler: ((request: Request) => Promise<Response>) | undefined
  return {
    answer(request: Request): Promise<Response> {
      handler ??= createBenchHandler(env, store)
      return handler(request)
    },
    restart() {
      handler = undefined
    },
  }
}

function createBenchHandler(env: Record<string, string>, store: MemoryStore) {
  const deps = { env, now: Date.now, clock: () => performance.now(), fetch, log: () => undefined }
  const core = createCore({ ...deps, openStore: async () => store })
  return createHandler(routeSource(routesOfDistribution(core)), core.handlerDeps)
}
