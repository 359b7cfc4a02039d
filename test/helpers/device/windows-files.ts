/**
 * Plays the file rules of Windows below one directory, on any system: Node's own functions then refuse what Windows
 * would refuse. A file that another program has open can be neither renamed nor replaced nor removed, under any of its
 * names, but can get a second name. A read-only file can be neither replaced nor removed nor opened for writing.
 */
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

/** The access that the other program leaves to others: writing, reading, or none. */
type Shares = 'writing' | 'reading' | 'nothing'

export interface WindowsFiles {
  /** Plays that another program opens the file or the folder at `path`. */
  open(path: string, shares?: Shares): void
  /** Plays that the other program closes it. */
  close(path: string): void
  /** Plays that all programs close all files. */
  closeAll(): void
  /** Plays a virus scanner that opens each new file for so many milliseconds; 0 switches this off. */
  scan(milliseconds: number): void
  /** The refusals so far. */
  readonly refusals: string[]
  /** Lets time pass; used as `sleep` of a run. */
  sleep(milliseconds: number): Promise<void>
  /** Ends the play: the functions are Node's again. */
  end(): void
}

interface Holder {
  readonly shares: Shares
  readonly until: number
}

type AnyFunction = (...given: unknown[]) => unknown
type Code = 'EBUSY' | 'EPERM'

/** Plays Windows below `dir` until `end` is called. */
export function playWindows(dir: string): WindowsFiles {
  const holders = new Map<string, Holder>()
  const refusals: string[] = []
  let now = 0
  let scanned = 0
  const own = { lstatSync: fs.lstatSync }
  const idOf = (path: unknown): string | undefined => {
    if (typeof path !== 'string' || !path.startsWith(`${dir}/`)) return undefined
    const stats = own.lstatSync(path, { bigint: true, throwIfNoEntry: false })
    return stats && `${stats.ino}`
  }
  const holderOf = (path: unknown): Holder | undefined => {
    const holder = holders.get(idOf(path) ?? '')
    return holder && holder.until > now ? holder : undefined
  }
  const isReadOnly = (path: unknown): boolean => {
    if (idOf(path) === undefined) return false
    const stats = own.lstatSync(String(path))
    return stats.isFile() && (stats.mode & 0o200) === 0
  }
  const isFolder = (path: unknown) => idOf(path) !== undefined && own.lstatSync(String(path)).isDirectory()
  const refuse = (code: Code, act: string, path: unknown) => {
    refusals.push(`${act} ${String(path).slice(dir.length + 1)}`)
    throw Object.assign(new Error(`${code}: refused, ${act} '${path}'`), { code })
  }
  const created = (path: unknown) => {
    const id = idOf(path)
    if (scanned > 0 && id !== undefined) holders.set(id, { shares: 'reading', until: now + scanned })
  }
  const rules: Record<string, (given: unknown[]) => void> = {
    rename([from, to]) {
      if (holderOf(from)) refuse('EBUSY', 'rename', from)
      const same = idOf(from) !== undefined && idOf(from) === idOf(to)
      if (!same && (holderOf(to) || isReadOnly(to))) refuse('EPERM', 'rename', to)
    },
    rm([path]) {
      if (holderOf(path)) refuse('EBUSY', 'remove', path)
      if (isReadOnly(path)) refuse('EPERM', 'remove', path)
    },
    rmdir([path]) {
      if (holderOf(path)) refuse('EBUSY', 'rmdir', path)
    },
    copyFile([from]) {
      if (holderOf(from)?.shares === 'nothing') refuse('EBUSY', 'copy', from)
    },
    open([path, flags]) {
      const writes = typeof flags === 'string' ? flags !== 'r' : (Number(flags ?? 0) & 3) !== 0
      const holder = holderOf(path)
      const isShut = writes ? holder?.shares !== 'writing' : holder?.shares === 'nothing'
      if (holder && isShut) refuse('EBUSY', 'open', path)
      if (writes && isReadOnly(path)) refuse('EPERM', 'open', path)
    },
  }
  /** The functions with a rule, each with the index of its argument that is a new file afterwards. */
  const table = [
    { name: 'renameSync', rule: rules['rename'], makes: 1 },
    { name: 'rmSync', rule: rules['rm'] },
    { name: 'rmdirSync', rule: rules['rmdir'] },
    { name: 'openSync', rule: rules['open'], makes: 0, if: 'wx' },
    { name: 'readFileSync', rule: ([path]: unknown[]) => rules['open']?.([path, 'r']) },
  ]
  const undo = table.map(({ name, rule, makes, if: flags }) =>
    replace(fs, name, original => (...given) => {
      rule?.(given)
      // opening a folder for writing is allowed on Windows
      if (given[1] === 'r+' && isFolder(given[0])) given[1] = 'r'
      const result = original(...given)
      if (makes !== undefined && (flags === undefined || given[1] === flags)) created(given[makes])
      return result
    }),
  )
  for (const name of ['open', 'copyFile'])
    undo.push(
      replace(fs.promises, name, original => async (...given) => {
        rules[name]?.(given)
        const result = await original(...given)
        if (name === 'copyFile') created(given[1])
        return result
      }),
    )
  syncBuiltinESMExports()
  return {
    refusals,
    open: (path, shares = 'reading') =>
      void holders.set(idOf(`${dir}/${path}`) ?? 'none', { shares, until: Number.POSITIVE_INFINITY }),
    close: path => void holders.delete(idOf(`${dir}/${path}`) ?? 'none'),
    closeAll: () => holders.clear(),
    scan: milliseconds => {
      scanned = milliseconds
    },
    sleep: async milliseconds => {
      now += milliseconds
    },
    end() {
      for (const restore of undo) restore()
      syncBuiltinESMExports()
    },
  }
}

function replace(module: object, name: string, wrap: (original: AnyFunction) => AnyFunction): () => void {
  const members = module as Record<string, AnyFunction>
  const original = members[name] as AnyFunction
  members[name] = wrap(original)
  return () => {
    members[name] = original
  }
}
