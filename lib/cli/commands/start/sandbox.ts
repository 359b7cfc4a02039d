import { mkdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import { type FetchHandler, listen } from '../../../../sandbox/listen.ts'
import type { Environment } from '../../../core/config/environment.ts'
import { SERVICE_SETTINGS, type ServiceName } from '../../../core/config/services.ts'
import { writeFileAtomic } from '../../../core/disk/atomic-file.ts'

/** The sandbox of a remote service that runs in this process. */
export interface RunningSandbox {
  readonly url: string
  /** The settings with which the functions and the other commands use the sandbox. */
  readonly settings: Environment
  close(): Promise<void>
}

export function isServiceSet(service: ServiceName, env: Environment): boolean {
  return Boolean(env[SERVICE_SETTINGS[service].selectedBy])
}

interface Keepable {
  readonly fetch: FetchHandler
  readonly state: object
}

/** Serves the sandbox on this machine. The file `file` keeps the state of the sandbox. */
export async function serveKept(
  sandbox: Keepable,
  file: string | undefined,
): Promise<Omit<RunningSandbox, 'settings'>> {
  const kept = keepState(sandbox, file)
  const served = await listen(kept.fetch)
  const close = async () => {
    await served.close()
    await kept.save()
  }
  return { url: served.url, close }
}

interface Kept {
  /** Whether an earlier start has left the state. */
  readonly restored: boolean
  /** The sandbox's handler; after each answer to a request that may change the state, the state is written. */
  readonly fetch: FetchHandler
  save(): Promise<void>
}

/** The time from a change until the state is written, in milliseconds, so that many changes are one write. */
const SOON = 200

const PRIVATE = 0o600

/**
 * Restores the members of `state` from `file`, if an earlier start has left it there as structured clones. A file that
 * cannot be read counts as absent.
 */
export function keepState({ fetch, state }: Keepable, file: string | undefined): Kept {
  if (file === undefined) return { restored: false, fetch, save: async () => undefined }
  const known = readState(file)
  if (known) Object.assign(state, known)
  let writing = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  const save = () => {
    clearTimeout(timer)
    timer = undefined
    // the writes come one after the other, and a full disk must not end the host
    writing = writing.then(() => writeState(file, state)).catch(() => undefined)
    return writing
  }
  return {
    restored: known !== undefined,
    save,
    async fetch(request, connection) {
      const answer = await fetch(request, connection)
      if (request.method !== 'GET') timer ??= setTimeout(() => void save(), SOON)
      return answer
    },
  }
}

function readState(file: string): object | undefined {
  try {
    const state: unknown = deserialize(readFileSync(file))
    return typeof state === 'object' && state !== null ? state : undefined
  } catch {
    return undefined
  }
}

async function writeState(file: string, state: object): Promise<void> {
  const data = Object.entries(state).filter(([, value]) => typeof value !== 'function')
  mkdirSync(dirname(file), { recursive: true })
  await writeFileAtomic(file, serialize(Object.fromEntries(data)), { mode: PRIVATE })
}
