/**
 * Node's file system, which records how one directory is changed, for `lossy-disk.ts`:
 *   vi.mock('node:fs', async () => (await import('…/recorded-fs.ts')).recordedFs)
 *   vi.mock('node:fs/promises', async () => (await import('…/recorded-fs.ts')).recordedPromises)
 * A function that could change it and is not recorded throws.
 */
import { basename, dirname, relative, sep } from 'node:path'
import { type Event, type Node, readTree, type Tree } from './lossy-disk.ts'

const fs = process.getBuiltinModule('node:fs')
const promises = process.getBuiltinModule('node:fs/promises')

export interface Recorded {
  /** The directory before the recording, all of which is on the disk. */
  readonly before: Tree
  readonly events: readonly Event[]
}

interface Recording {
  readonly dir: string
  readonly before: Tree
  /** The nodes by path, as the program sees the directory. */
  readonly live: Map<string, number>
  readonly events: Event[]
  next: number
}

let recording: Recording | undefined
const opened = new Map<number, string>()

/** Records the changes of `dir` during `work`. */
export async function record(dir: string, work: () => Promise<unknown>): Promise<Recorded> {
  const before = readTree(dir)
  const live = new Map<string, number>()
  const place = (id: number, path: string) => {
    live.set(path, id)
    const node = before.get(id)
    if (node?.kind === 'folder')
      for (const [name, inner] of node.entries) place(inner, path === '' ? name : `${path}/${name}`)
  }
  place(0, '')
  recording = { dir, before, live, events: [], next: before.size }
  try {
    await work()
    return { before, events: recording.events }
  } finally {
    recording = undefined
  }
}

/**
 * Returns the path in the recorded directory; undefined if the path is elsewhere or is a lock, because a lock is stale
 * after a power cut.
 */
function inside(path: unknown): string | undefined {
  if (!recording || typeof path !== 'string') return undefined
  const inner = relative(recording.dir, path).split(sep).join('/')
  return inner.startsWith('..') || inner.startsWith('.kura/lock/') ? undefined : inner
}

function folderOf(path: string): number {
  const folder = dirname(path)
  return recording?.live.get(folder === '.' ? '' : folder) ?? -1
}

function setName(path: string, node: number | undefined) {
  if (node === undefined) recording?.live.delete(path)
  else recording?.live.set(path, node)
  return { folder: folderOf(path), name: basename(path), node }
}

function created(path: unknown, kind: Node['kind'] = 'file'): void {
  const inner = inside(path)
  if (!recording || inner === undefined || recording.live.has(inner)) return
  const node = recording.next++
  recording.events.push({ kind: 'names', creates: { node, kind }, entries: [setName(inner, node)] })
}

function foldersCreated(path: string): void {
  const inner = inside(path)
  if (inner === undefined) return
  const names = inner.split('/')
  for (let depth = 1; depth <= names.length; depth++)
    created(`${recording?.dir}/${names.slice(0, depth).join('/')}`, 'folder')
}

function removed(path: unknown): void {
  const inner = inside(path)
  if (!recording || inner === undefined || !recording.live.has(inner)) return
  recording.events.push({ kind: 'names', entries: [setName(inner, undefined)] })
}

function linked(from: unknown, to: unknown): void {
  const [source, target] = [inside(from), inside(to)]
  if (!recording || source === undefined || target === undefined) return
  recording.events.push({ kind: 'names', entries: [setName(target, recording.live.get(source))] })
}

/** Records a rename. Only files are supported, because no code renames a folder with entries. */
function renamed(from: unknown, to: unknown): void {
  const [source, target] = [inside(from), inside(to)]
  if (!recording || source === undefined || target === undefined) return
  const node = recording.live.get(source)
  recording.events.push({ kind: 'names', entries: [setName(source, undefined), setName(target, node)] })
}

function written(path: unknown): void {
  const inner = inside(path)
  const node = inner === undefined ? undefined : recording?.live.get(inner)
  if (node !== undefined)
    recording?.events.push({ kind: 'content', node, data: fs.readFileSync(String(path)) })
}

function synced(path: unknown): void {
  const inner = inside(path)
  const node = inner === undefined ? undefined : recording?.live.get(inner)
  if (node !== undefined) recording?.events.push({ kind: 'sync', node })
}

type Handle = Awaited<ReturnType<typeof promises.open>>

async function open(...given: Parameters<typeof promises.open>): Promise<Handle> {
  const handle = await promises.open(...given)
  const [path, flags] = given
  if (flags !== undefined && flags !== 'r' && (typeof flags === 'string' || flags & fs.constants.O_CREAT))
    created(path)
  const then = (name: 'writeFile' | 'appendFile' | 'truncate' | 'sync', noted: (path: unknown) => void) => {
    const original = handle[name].bind(handle) as (...all: unknown[]) => Promise<void>
    const recorded = async (...all: unknown[]) => {
      await original(...all)
      noted(path)
    }
    Object.assign(handle, { [name]: recorded })
  }
  for (const name of ['writeFile', 'appendFile', 'truncate'] as const) then(name, written)
  then('sync', synced)
  return handle
}

/**
 * Replaces the functions of `module` that could change a directory without being recorded: they throw during a
 * recording.
 */
function guarded(module: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const names = MUTATORS.flatMap(name => [name, `${name}Sync`]).filter(name => name in module)
  return Object.fromEntries(names.map(name => [name, guard(name, module[name] as AnyFunction)]))
}

type AnyFunction = (...given: unknown[]) => unknown

function guard(name: string, original: AnyFunction): AnyFunction {
  return (...given) => {
    if (recording) throw new Error(`${name}() is not recorded: add it to recorded-fs.ts`)
    return original(...given)
  }
}

const MUTATORS = ['unlink', 'truncate', 'symlink', 'cp', 'appendFile', 'ftruncate', 'write', 'writev']

export const recordedPromises = {
  ...promises,
  ...guarded(promises),
  open,
  async rename(from: string, to: string) {
    await promises.rename(from, to)
    renamed(from, to)
  },
  async rm(...given: Parameters<typeof promises.rm>) {
    await promises.rm(...given)
    removed(given[0])
  },
  async mkdir(...given: Parameters<typeof promises.mkdir>) {
    await promises.mkdir(...given)
    foldersCreated(String(given[0]))
  },
  async copyFile(...given: Parameters<typeof promises.copyFile>) {
    await promises.copyFile(...given)
    created(given[1])
    written(given[1])
  },
  async writeFile(...given: Parameters<typeof promises.writeFile>) {
    await promises.writeFile(...given)
    created(given[0])
    written(given[0])
  },
}

export const recordedFs = {
  ...fs,
  ...guarded(fs),
  openSync(...given: Parameters<typeof fs.openSync>) {
    const file = fs.openSync(...given)
    opened.set(file, String(given[0]))
    if (given[1] === 'wx') created(given[0])
    return file
  },
  writeFileSync(...given: Parameters<typeof fs.writeFileSync>) {
    fs.writeFileSync(...given)
    written(typeof given[0] === 'number' ? opened.get(given[0]) : given[0])
  },
  fsync(file: number, done: (error: Error | null) => void) {
    fs.fsync(file, error => {
      if (!error) synced(opened.get(file))
      done(error)
    })
  },
  renameSync(from: string, to: string) {
    fs.renameSync(from, to)
    renamed(from, to)
  },
  linkSync(from: string, to: string) {
    fs.linkSync(from, to)
    linked(from, to)
  },
  rmSync(...given: Parameters<typeof fs.rmSync>) {
    fs.rmSync(...given)
    removed(given[0])
  },
  rmdirSync(...given: Parameters<typeof fs.rmdirSync>) {
    fs.rmdirSync(...given)
    removed(given[0])
  },
  mkdirSync(...given: Parameters<typeof fs.mkdirSync>) {
    fs.mkdirSync(...given)
    foldersCreated(String(given[0]))
  },
}
