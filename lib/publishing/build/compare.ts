/**
 * The delta between a content of the release before and a file of the payload. What both share at their beginning and at
 * their end is found while they are read piece by piece; only what lies between, with some context, is in memory at once.
 */
import { createHash } from 'node:crypto'
import { diff } from '../../release/delta/diff.ts'
import { createDeltaBuilder, type Delta } from '../../release/delta/operations.ts'
import { readRangeInto } from '../../release/packing.ts'
import type { ReleaseFile } from '../../release/schema.ts'
import type { PayloadFile } from '../payload-file.ts'
import { type StoredContent, unfit } from './content.ts'

/** How many shared bytes before and after a change are searched for a copy of what was inserted. */
const CONTEXT = 4_000_000

/** A content of the release before: its digest and its size in bytes. */
type OldFile = Pick<ReleaseFile, 'sha256' | 'size'>

export interface CompareDeps {
  /** Opens the content of the release before that has this digest. */
  readonly open: (digest: string) => Promise<StoredContent>
  /** Memory for the two contents: the delta refers to it. */
  readonly rooms: { readonly old: Room; readonly next: Room }
  readonly context?: number
}

/**
 * The delta that makes `next` from `old`; it is to be encoded before the rooms are used again.
 * @throws AppError `release_invalid` if the old content is damaged, `payload_invalid` if the file has changed
 */
export async function deltaBetween(
  old: OldFile,
  next: PayloadFile,
  { open, rooms, context = CONTEXT }: CompareDeps,
): Promise<Delta> {
  const stored = await open(old.sha256)
  const { prefix, suffix, starts } = await commonEnds(old, next, stored)
  const start = Math.max(0, prefix - context)
  const kept = Math.max(0, suffix - context)
  const oldMiddle = rooms.old(old.size - start - kept)
  await readOldInto(oldMiddle, start, { stored, starts })
  const nextMiddle = await readRangeInto(rooms.next(next.size - start - kept), next, start)
  const builder = createDeltaBuilder()
  builder.copy({ offset: 0, length: start })
  for (const operation of diff(oldMiddle, nextMiddle)) {
    if ('insert' in operation) builder.insert(operation.insert)
    else builder.copy({ offset: operation.offset + start, length: operation.length })
  }
  builder.copy({ offset: old.size - kept, length: kept })
  return builder.end()
}

interface CommonEnds {
  /** How many bytes at their beginning the two share. */
  readonly prefix: number
  /** How many bytes at their end, none of them in the prefix. */
  readonly suffix: number
  /** Where each piece of the old content begins, and where the last one ends. */
  readonly starts: readonly number[]
}

/** Reads both once, and verifies the old content. @throws AppError `release_invalid` */
async function commonEnds(old: OldFile, next: PayloadFile, stored: StoredContent): Promise<CommonEnds> {
  const hash = createHash('sha256')
  const shift = next.size - old.size
  const starts = [0]
  let at = 0
  let prefix = 0
  let suffix = 0
  for (let index = 0; index < stored.pieces; index++) {
    const piece = await stored.piece(index)
    hash.update(piece)
    const end = at + piece.length
    if (prefix === at) prefix += commonStart(piece, await readWithin(next, at, end))
    const same = commonEnd(piece, await readWithin(next, at + shift, end + shift))
    suffix = same === piece.length ? suffix + same : same
    at = end
    starts.push(at)
  }
  if (at !== old.size || hash.digest('hex') !== old.sha256)
    throw unfit(`its content "${old.sha256}" is damaged`)
  return { prefix, suffix: Math.min(suffix, Math.min(old.size, next.size) - prefix), starts }
}

/** The bytes of the file from `start` to `end`, as far as it has them. */
async function readWithin(file: PayloadFile, start: number, end: number): Promise<Uint8Array> {
  const [from, until] = [Math.max(0, start), Math.min(file.size, end)]
  return from < until ? file.read(from, until) : Buffer.alloc(0)
}

function commonStart(one: Uint8Array, other: Uint8Array): number {
  const most = Math.min(one.length, other.length)
  let count = 0
  while (count < most && one[count] === other[count]) count += 1
  return count
}

function commonEnd(one: Uint8Array, other: Uint8Array): number {
  const most = Math.min(one.length, other.length)
  let count = 0
  while (count < most && one[one.length - 1 - count] === other[other.length - 1 - count]) count += 1
  return count
}

/** Fills `into` with the content's bytes from `start` on; reads only the pieces that have some of them. */
async function readOldInto(
  into: Uint8Array,
  start: number,
  { stored, starts }: Pick<CommonEnds, 'starts'> & { stored: StoredContent },
): Promise<void> {
  const end = start + into.length
  for (let index = 0; index < stored.pieces; index++) {
    const [from = 0, until = 0] = starts.slice(index)
    if (until <= start || from >= end) continue
    const piece = await stored.piece(index)
    into.set(piece.subarray(Math.max(0, start - from), end - from), Math.max(0, from - start))
  }
}

/** Gives memory for so many bytes; what it gave before is given up. */
export type Room = (size: number) => Uint8Array

/** One piece of memory for one content after the other: it grows to the largest. */
export function createRoom(): Room {
  let memory = new Uint8Array(0)
  return size => {
    if (memory.length < size) memory = new Uint8Array(size)
    return memory.subarray(0, size)
  }
}
