/**
 * Keeps the state of a sandbox in a file of `.kura/`, so that the practice world is the same after the next `npm
 * start`: its books, domains and messages stay, as the records in the store do. The file holds structured clones
 * (`node:v8`); one that cannot be read counts as absent.
 */
import { mkdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import type { FetchHandler } from '../../../../sandbox/listen.ts'
import { writeFileAtomic } from '../../../core/disk/atomic-file.ts'

interface Kept {
  /** Whether an earlier start has left the state. */
  readonly restored: boolean
  /** The sandbox's handler; after each answer to a request that may change the state, the state is written. */
  readonly fetch: FetchHandler
  save(): Promise<void>
}

/** Milliseconds from a change until it is written, so that many changes are one write. */
const SOON = 200

const PRIVATE = 0o600

/** Restores the members of `state` from `file`, if an earlier start has left it; without a file, nothing is kept. */
export function keepState(
  { fetch, state }: { readonly fetch: FetchHandler; readonly state: object },
  file: string | undefined,
): Kept {
  if (file === undefined) return { restored: false, fetch, save: async () => undefined }
  const known = readState(file)
  if (known) Object.assign(state, known)
  let writing = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  const save = () => {
    clearTimeout(timer)
    timer = undefined
    // one write after the other; a disk that is full must not end the host
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
