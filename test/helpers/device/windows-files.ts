/**
 * Files as Windows has them, on any system: Node's own functions refuse what Windows refuses, below one directory. A
 * file that another program has open is neither renamed, replaced nor removed, under any of its names; a second name
 * can be given to it. A read-only file is neither replaced, removed nor opened for writing.
 */
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

/** What the other program lets others do with the file: write into it, read it, or nothing. */
type Shares = 'writing' | 'reading' | 'nothing'

export interface WindowsFiles {
  /** Another program opens the file or the folder at `path`. */
  open(path: string, shares?: Shares): void
  /** The other program closes it. */
  close(path: string): void
  /** Every program closes every file. */
  closeAll(): void
  /** A virus scanner opens each new file for so many milliseconds; 0 switches it off. */
  scan(milliseconds: number): void
  /** The refusals so far. */
  readonly refusals: string[]
  /** Lets time pass, as `sleep` of a run. */
  sleep(milliseconds: number): Promise<void>
  /** From now on the functions are Node's again. */
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
  /** The functions with a rule, and which of their arguments is a new file afterwards. */
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
      // Windows opens a folder for writing
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
