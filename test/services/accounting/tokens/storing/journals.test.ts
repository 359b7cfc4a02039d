import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { AppError } from '../../../../../lib/core/errors.ts'
import type { Issued } from '../../../../../lib/services/accounting/tokens/schema.ts'
import { joinJournals } from '../../../../../lib/services/accounting/tokens/storing/joined-journals.ts'
import {
  type AnswerJournal,
  createFileJournal,
  createLogJournal,
  readLogLine,
} from '../../../../../lib/services/accounting/tokens/storing/journal.ts'
import { temporaryDirectory } from '../../../../helpers/temporary-directory.ts'
import { createMemoryJournal } from '../world.ts'

const answer = (operation: string, issuedAt = 1): Issued => ({
  generation: 2,
  operation,
  client: 'kura',
  pair: 'sealed',
  accessExpiresAt: 9,
  issuedAt,
  scopes: [],
  by: 'test',
})

const broken = (error: Error): AnswerJournal => ({
  received: () => Promise.reject(error),
  unstored: () => Promise.reject(error),
  settled: () => Promise.reject(error),
  kept: () => Promise.reject(error),
})

describe('a journal in files', () => {
  test('keeps an answer until it is settled, and settles it twice', async () => {
    const journal = createFileJournal(join(await temporaryDirectory(), 'answers'))
    expect(await journal.kept()).toEqual({ answers: [], unreadable: [] })
    await journal.received(answer('a', 1))
    await journal.received(answer('b', 2))
    expect(await journal.kept()).toEqual({ answers: [answer('b', 2), answer('a', 1)], unreadable: [] })
    await journal.settled(answer('a'))
    await journal.settled(answer('a'))
    expect((await journal.kept()).answers).toEqual([answer('b', 2)])
  })

  test('names what it cannot read, and passes over what is not its own', async () => {
    const folder = await temporaryDirectory()
    await writeFile(join(folder, 'accounting-3-x.json'), '{}')
    await writeFile(join(folder, 'note.txt'), '')
    expect(await createFileJournal(folder).kept()).toEqual({
      answers: [],
      unreadable: ['accounting-3-x.json'],
    })
  })

  test('is not empty because its folder cannot be read', async () => {
    const folder = await temporaryDirectory()
    await writeFile(join(folder, 'file'), '')
    await expect(createFileJournal(join(folder, 'file')).kept()).rejects.toMatchObject({ code: 'ENOTDIR' })
    await mkdir(join(folder, 'empty'))
    expect((await createFileJournal(join(folder, 'empty')).kept()).answers).toEqual([])
  })
})

describe('a journal in the log', () => {
  test('tells of an answer that is not stored, and keeps none', async () => {
    const notes: unknown[] = []
    const journal = createLogJournal((event, facts) => notes.push([event, facts]))
    await journal.received(answer('a'))
    await journal.unstored(answer('a'))
    await journal.settled(answer('a'))
    expect(notes).toEqual([['token_unstored', { answer: answer('a') }]])
    expect(await journal.kept()).toEqual({ answers: [], unreadable: [] })
  })

  test.each([
    {
      name: 'a line as it was written',
      line: JSON.stringify({ level: 'warn', answer: answer('a') }),
      found: true,
    },
    {
      name: 'a line inside of a line',
      line: JSON.stringify({ text: JSON.stringify({ answer: answer('a') }) }),
      found: true,
    },
    { name: 'another line', line: '{"generation":2}', found: false },
    { name: 'no JSON', line: '{"generation":}', found: false },
    { name: 'nothing', line: '', found: false },
  ])('is read again: $name', ({ line, found }) => {
    expect(readLogLine(line)).toEqual(found ? answer('a') : undefined)
  })
})

describe('journals that are one', () => {
  test('tell the answers of all, the newest first and each once', async () => {
    const [one, other] = [createMemoryJournal(), createMemoryJournal()]
    await one.received(answer('old', 1))
    await one.received(answer('both', 2))
    await other.received(answer('both', 2))
    await other.received(answer('new', 3))
    const unreadable: AnswerJournal = { ...one, kept: async () => ({ answers: [], unreadable: ['x'] }) }
    const joined = joinJournals([one, unreadable, other], { note: () => undefined })
    const { answers, ...rest } = await joined.kept()
    expect(answers.map(({ operation }) => operation)).toEqual(['new', 'both', 'old'])
    expect(rest).toEqual({ unreadable: ['x'] })
  })

  test('go on without one that fails, and say so', async () => {
    const notes: unknown[] = []
    const other = createMemoryJournal()
    const note = (event: string, facts: object) => void notes.push([event, facts])
    const joined = joinJournals([broken(new Error('disk full')), other], { note })
    await joined.received(answer('a'))
    await joined.unstored(answer('a'))
    expect(await joined.kept()).toEqual({ answers: [answer('a')], unreadable: [] })
    await joined.settled(answer('a'))
    expect(other.heard).toEqual(['received', 'unstored', 'settled'])
    expect(notes).toEqual(Array(4).fill(['token_journal_failed', { reason: 'disk full' }]))
  })

  test('do not pretend to know what a store holds that does not answer', async () => {
    const joined = joinJournals([broken(new AppError('store_busy', 'x')), createMemoryJournal()], {
      note: () => undefined,
    })
    await expect(joined.kept()).rejects.toMatchObject({ code: 'store_busy' })
  })
})
