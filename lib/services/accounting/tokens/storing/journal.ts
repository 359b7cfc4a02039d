/**
 * Where an answer of the token endpoint is put aside while it is not in the store: it may be the only copy of the next
 * refresh token. Only its sealed form is ever written.
 */
import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { writeFileAtomic } from '../../../../core/disk/atomic-file.ts'
import { type Issued, issuedSchema } from '../schema.ts'

/** Told of each answer on its way to the store. */
export interface AnswerJournal {
  /** The answer has arrived, and nothing has been stored yet. */
  received(answer: Issued): Promise<void>
  /** Storing it did not work at once. */
  unstored(answer: Issued): Promise<void>
  /** The store has it, or a later one. */
  settled(answer: Issued): Promise<void>
  /** What was put aside. */
  kept(): Promise<Kept>
}

export interface Kept {
  /** The newest first. */
  readonly answers: readonly Issued[]
  /** The files that are not answers of this version. */
  readonly unreadable: readonly string[]
}

const PRIVATE_FILE = 0o600
const NAME = /^accounting-[0-9]+-[\w-]+\.json$/

/** A synced file for each answer, written before the store is called, deleted as soon as the store has the answer. */
export function createFileJournal(folder: string): AnswerJournal {
  const pathOf = ({ generation, operation }: Issued) =>
    join(folder, `accounting-${generation}-${operation}.json`)
  return {
    received: answer => writeFileAtomic(pathOf(answer), JSON.stringify(answer), { mode: PRIVATE_FILE }),
    unstored: async () => undefined,
    settled: answer => rm(pathOf(answer), { force: true }),
    async kept() {
      const names = (await namesIn(folder)).filter(name => NAME.test(name))
      const read = await Promise.all(names.map(name => readAnswer(folder, name)))
      const answers = read.flatMap(found => found.answers)
      return {
        answers: answers.sort((one, other) => other.issuedAt - one.issuedAt),
        unreadable: read.flatMap(found => found.unreadable),
      }
    },
  }
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}

/** Empty if its owner has stored the answer in the meantime. */
async function readAnswer(folder: string, name: string): Promise<Kept> {
  try {
    return {
      answers: [issuedSchema.parse(JSON.parse(await readFile(join(folder, name), 'utf8')))],
      unreadable: [],
    }
  } catch (error) {
    return { answers: [], unreadable: isMissing(error) ? [] : [name] }
  }
}

function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT'
}

/** For a host without a disk: a line in the log for an answer that could not be stored at once; a person keeps it. */
export function createLogJournal(
  note: (event: string, facts: Readonly<Record<string, unknown>>) => void,
): AnswerJournal {
  return {
    received: async () => undefined,
    unstored: async answer => note('token_unstored', { answer }),
    settled: async () => undefined,
    kept: async () => ({ answers: [], unreadable: [] }),
  }
}

/** The answer in a line of the log, whatever the host's log added around it; undefined if there is none. */
export function readLogLine(line: string): Issued | undefined {
  const [text = ''] = /\{[^{}]*"generation":[^{}]*\}/.exec(line.replaceAll(/\\+"/g, '"')) ?? []
  try {
    return issuedSchema.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}
