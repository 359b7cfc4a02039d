/**
 * The store in a file, for one machine. The file is a SQLite database that any number of processes share. A write is on
 * the disk before it is answered, so an acknowledged write is never lost, even if the process dies. An expired record
 * is invisible.
 */
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { AppError, messageOf } from '../errors.ts'
import {
  checkExpected,
  checkKey,
  checkKeys,
  checkNext,
  checkPage,
  lifetimeOf,
  pageOf,
} from './record-checks.ts'
import { REMEMBERED, type Store, type StoredRecord, type SwapNext } from './store.ts'

/** The milliseconds that a call waits for another process's transaction. */
const LOCK_TIMEOUT = 10_000

/** The most expired rows that one write removes from each table, so that no write takes long. */
const CLEANED = 100

const SCHEMA = `
  create table if not exists record (
    key text primary key, value text not null, version text not null, expires integer) strict;
  create index if not exists record_expires on record (expires) where expires is not null;
  create table if not exists open_record (key text primary key) strict, without rowid;
  create trigger if not exists record_gone after delete on record begin
    delete from open_record where key = old.key; end;
  create table if not exists swap (
    key text not null, version text not null, at integer not null, primary key (key, version)) strict, without rowid;
  create index if not exists swap_at on swap (at)`

/**
 * Creates `file` with mode 0600, and its folder with 0700, if it does not exist.
 * @throws AppError `store_unavailable` if the file cannot be created, opened or read as a store
 */
export function openEmbeddedStore(
  file: string,
  { now = Date.now }: { readonly now?: () => number } = {},
): Store {
  const database = attempt('open the store file', () => openDatabase(file))
  const rows = attempt('open the store file', () => prepareStatements(database))
  return {
    async read(key) {
      checkKey(key)
      return attempt(`read the record "${key}"`, () => {
        const time = now()
        return { record: rows.living(key, time), now: time }
      })
    },
    async readMany(keys) {
      checkKeys(keys)
      return attempt(`read ${keys.length} records`, () => {
        const time = now()
        return { records: keys.map(key => rows.living(key, time)), now: time }
      })
    },
    async swap(key, expected, next) {
      checkKey(key)
      checkExpected(key, expected)
      checkNext(key, next)
      return attempt(`write the record "${key}"`, () =>
        transaction(database, () => swap(rows, key, { expected, next, time: now() })),
      )
    },
    async remove(key, expected) {
      checkKey(key)
      checkExpected(key, expected)
      return attempt(`remove the record "${key}"`, () =>
        transaction(database, () => {
          const time = now()
          const done = rows.living(key, time)?.version === expected
          if (done) rows.remove(key)
          return { done, now: time }
        }),
      )
    },
    async keys(prefix, page = {}) {
      const checked = checkPage(prefix, page)
      return attempt(`list the records "${prefix}"`, () => {
        const time = now()
        return { ...pageOf(rows.keys(prefix, checked, time), checked.limit), now: time }
      })
    },
    async close() {
      if (database.isOpen) attempt('close the store file', () => database.close())
    },
  }
}

function swap(
  rows: Statements,
  key: string,
  { expected, next, time }: { expected: string | undefined; next: SwapNext; time: number },
) {
  const record = rows.living(key, time)
  if (record?.version === next.version || rows.wasWritten(key, next.version))
    return { done: true, record, now: time, ...durability(next) }
  const { requires, also = [], version } = next
  const isMet =
    (!requires || rows.living(requires.key, time)?.version === requires.version) &&
    also.every(other => rows.living(other.key, time)?.version === other.expected)
  if (record?.version !== expected || !isMet) return { done: false, record, now: time }
  for (const other of also) rows.write(other.key, { value: other.value, version }, time)
  rows.write(key, next, time)
  rows.clean(time)
  const written = { value: next.value, version: next.version }
  return { done: true, record: written, now: time, ...durability(next) }
}

/** A durable write is confirmed, because every commit is on the disk before it returns. */
function durability({ durable }: SwapNext): { confirmed?: true } {
  return durable ? { confirmed: true } : {}
}

function openDatabase(file: string): DatabaseSync {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  createFile(file)
  const database = new DatabaseSync(file, { timeout: LOCK_TIMEOUT })
  database.exec('pragma journal_mode = wal; pragma synchronous = full')
  transaction(database, () => database.exec(SCHEMA))
  return database
}

/**
 * Creates the file with mode 0600, which the companion files of SQLite (-wal, -shm) get too. A file that exists is not
 * opened here: if this process has it open already, closing another handle of the file would release this process's
 * locks (POSIX).
 */
function createFile(file: string): void {
  if (!existsSync(file)) writeFileSync(file, '', { flag: 'a', mode: 0o600 })
  chmodSync(file, 0o600)
}

/** Takes the write lock at the start, so that nothing changes between the reads and the writes. */
function transaction<T>(database: DatabaseSync, work: () => T): T {
  database.exec('begin immediate')
  try {
    const result = work()
    database.exec('commit')
    return result
  } catch (error) {
    if (database.isTransaction) database.exec('rollback')
    throw error
  }
}

type Statements = ReturnType<typeof prepareStatements>

function prepareStatements(database: DatabaseSync) {
  const alive = '(expires is null or expires > ?)'
  const living = database.prepare(`select value, version from record where key = ? and ${alive}`)
  const keysFrom = (table: string, bound: string) =>
    database.prepare(`select key from ${table} where key ${bound} ? and ${alive} order by key limit ?`)
  const from = (table: string) => ({ first: keysFrom(table, '>='), next: keysFrom(table, '>') })
  const listings = { all: from('record'), open: from('open_record natural join record') }
  const write = database.prepare(
    'insert or replace into record (key, value, version, expires) values (?, ?, ?, ?)',
  )
  const enter = database.prepare('insert or ignore into open_record (key) values (?)')
  const leave = database.prepare('delete from open_record where key = ?')
  const remove = database.prepare('delete from record where key = ?')
  const remember = database.prepare('insert into swap (key, version, at) values (?, ?, ?)')
  const remembered = database.prepare('select 1 from swap where key = ? and version = ?')
  const cleaning = [
    cleaner(database, { table: 'record', column: 'expires', id: 'key' }),
    cleaner(database, { table: 'swap', column: 'at', id: 'key, version' }),
  ] as const
  return {
    living(key: string, time: number): StoredRecord | undefined {
      const row = living.get(key, time) as StoredRecord | undefined
      return row && { value: row.value, version: row.version }
    },
    keys(prefix: string, { after, open, limit }: ReturnType<typeof checkPage>, time: number) {
      const { first, next } = open ? listings.open : listings.all
      const most = limit + 1
      const rows = after === undefined ? first.iterate(prefix, time, most) : next.iterate(after, time, most)
      return takeWhilePrefixed(rows as Iterable<{ key: string }>, prefix)
    },
    wasWritten: (key: string, version: string) => remembered.get(key, version) !== undefined,
    write(key: string, next: SwapNext, time: number): void {
      const lifetime = lifetimeOf(next)
      write.run(key, next.value, next.version, lifetime === undefined ? null : time + lifetime)
      if (next.open) enter.run(key)
      else leave.run(key)
      remember.run(key, next.version, time)
    },
    remove: (key: string) => void remove.run(key),
    clean(time: number): void {
      cleaning[0].run(time)
      cleaning[1].run(time - REMEMBERED)
    },
  }
}

function cleaner(database: DatabaseSync, of: { table: string; column: string; id: string }): StatementSync {
  return database.prepare(
    `delete from ${of.table} where (${of.id}) in
      (select ${of.id} from ${of.table} where ${of.column} <= ? limit ${CLEANED})`,
  )
}

/** Takes the keys with the prefix. They are adjacent, because SQLite orders keys by their bytes. */
function takeWhilePrefixed(rows: Iterable<{ readonly key: string }>, prefix: string): string[] {
  const keys: string[] = []
  for (const { key } of rows) {
    if (!key.startsWith(prefix)) break
    keys.push(key)
  }
  return keys
}

function attempt<T>(action: string, work: () => T): T {
  try {
    return work()
  } catch (cause) {
    throw new AppError('store_unavailable', `Cannot ${action}: ${reasonOf(cause)}`, {
      hint: isDamaged(cause)
        ? 'the file that KURA_STORE_FILE names is damaged: stop kura, move it and its -wal and -shm away, copy the last backup to its place, and follow "Backup" in lib/core/store/README.md before anything is written'
        : 'KURA_STORE_FILE names the store file; its folder must be writable and its disk not full',
      cause,
    })
  }
}

/** The codes SQLITE_CORRUPT and SQLITE_NOTADB, in the low byte of an extended code. */
const DAMAGED: readonly number[] = [11, 26]

function isDamaged(cause: unknown): boolean {
  const { errcode } = cause as { errcode?: number }
  return errcode !== undefined && DAMAGED.includes(errcode & 0xff)
}

/** Returns the reason. For a file system error this is only the code, because its message would contain a path. */
function reasonOf(cause: unknown): string {
  const code = (cause as NodeJS.ErrnoException).code
  return code === undefined || code === 'ERR_SQLITE_ERROR' ? messageOf(cause) : code
}
