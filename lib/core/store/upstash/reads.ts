/**
 * Reads that are asked in one turn of the event loop do not depend on each other, so one script answers up to
 * `READ_AT_ONCE` of them. A read that is asked after the answer to a write is sent after the write, so it sees the
 * write.
 */
import { READ_AT_ONCE } from '../store.ts'
import type { Command } from '../upstash-client.ts'
import { refusedCommand, unexpectedAnswer } from '../upstash-fault.ts'
import { READ, READS } from './scripts.ts'

export interface Asked {
  /** The beginning of an error's message. */
  readonly action: string
  readonly keys: readonly string[]
  readonly words: readonly string[]
}

export interface Found {
  readonly now: unknown
  readonly found: readonly unknown[]
}

interface Waiting {
  readonly asked: Asked
  readonly resolve: (found: Found) => void
  readonly reject: (error: unknown) => void
}

export function askRecords(action: string, keys: readonly string[]): Asked {
  return { action, keys, words: ['read', String(keys.length)] }
}

/** Asks for keys of an index from `bound` on, and for the records of the first `records` of them. */
export function askKeys(
  action: string,
  of: { index: string; bound: string; prefix: string; limit: number; records: number },
): Asked {
  return {
    action,
    keys: [of.index],
    words: ['keys', of.bound, of.prefix, String(of.limit), String(of.records)],
  }
}

/** @param send never rejects: it resolves to a function that returns the results, or throws the error for an action */
export function createReads(send: (command: Command) => Promise<(action: string) => unknown[]>) {
  let waiting: Waiting[] = []
  const flush = (): void => {
    const all = waiting
    waiting = []
    for (const together of portions(all)) void answer(together)
  }
  const answer = async (together: readonly Waiting[]): Promise<void> => {
    const asked = together.map(one => one.asked)
    const resultsFor = await send(commandOf(asked))
    for (const [at, { asked: own, resolve, reject }] of together.entries()) {
      try {
        resolve(foundAt(at, resultsFor(own.action), asked))
      } catch (error) {
        reject(error)
      }
    }
  }
  return (asked: Asked): Promise<Found> =>
    new Promise((resolve, reject) => {
      if (waiting.push({ asked, resolve, reject }) === 1) setImmediate(flush)
    })
}

function isOneRecord(asked: readonly Asked[]): boolean {
  return asked.length === 1 && asked[0]?.words[0] === 'read' && asked[0].keys.length === 1
}

/** Returns the command. A single read of one record, which is the most frequent case, has a short script. */
function commandOf(asked: readonly Asked[]): Command {
  const keys = asked.flatMap(one => one.keys)
  if (isOneRecord(asked)) return ['EVAL', READ, 1, ...keys]
  return ['EVAL', READS, keys.length, ...keys, ...asked.flatMap(one => one.words)]
}

/** @throws AppError `store_unavailable` if the server refused the read */
function foundAt(at: number, [now, ...answers]: readonly unknown[], asked: readonly Asked[]): Found {
  const action = asked[at]?.action ?? ''
  if (isOneRecord(asked)) return { now, found: answers }
  const answer = answers[at]
  if (!Array.isArray(answer)) throw unexpectedAnswer(action)
  const [refused, ...found] = answer
  if (typeof refused === 'string') throw refusedCommand(action, refused)
  return { now, found }
}

/** Divides the reads, so that no script gets more than `READ_AT_ONCE` keys. */
function portions(all: readonly Waiting[]): Waiting[][] {
  const found: Waiting[][] = []
  let room = 0
  for (const one of all) {
    const { length } = one.asked.keys
    if (length > room || found.length === 0) {
      found.push([])
      room = READ_AT_ONCE
    }
    room -= length
    found.at(-1)?.push(one)
  }
  return found
}
