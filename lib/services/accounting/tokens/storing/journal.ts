/** This journal keeps answers of the token endpoint: an answer may be the only copy of the next refresh token. */
import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { writeFileAtomic } from '../../../../core/disk/atomic-file.ts'
import { type Issued, issuedSchema } from '../schema.ts'

export interface AnswerJournal {
  /** Called when the answer has arrived and is not in the store yet. */
  received(answer: Issued): Promise<void>
  /** Called when the first attempt to store the answer has failed. */
  unstored(answer: Issued): Promise<void>
  /** Called when the store has the answer, or another answer in its place. */
  settled(answer: Issued): Promise<void>
  kept(): Promise<Kept>
}

export interface Kept {
  /** The kept answers, the newest first. */
  readonly answers: readonly Issued[]
  /** The names of files in which this version can read no answer. */
  readonly unreadable: readonly string[]
}

const PRIVATE_FILE = 0o600
const NAME = /^accounting-[0-9]+-[\w-]+\.json$/

/** Keeps a synced file for each answer, from before the store is called until the store has the answer. */
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

/** Reads an answer. The result is empty if the process that wrote the file has stored the answer meanwhile. */
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

/** For a host without a disk. The line of an unstored answer goes to the log, so that a person can keep the answer. */
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

/** Finds an answer in a line of the log, which may have other text around the answer. */
export function readLogLine(line: string): Issued | undefined {
  const [text = ''] = /\{[^{}]*"generation":[^{}]*\}/.exec(line.replaceAll(/\\+"/g, '"')) ?? []
  try {
    return issuedSchema.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}
