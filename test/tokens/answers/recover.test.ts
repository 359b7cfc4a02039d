import { readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { TOKEN_PATH } from '../../../lib/sandbox/accounting/sandbox.ts'
import { answeredAfterCommit } from '../../../lib/sandbox/faults.ts'
import { createFileJournal, createLogJournal, readLogLine } from '../../../lib/tokens/answers/journal.ts'
import { CREDENTIAL_KEY } from '../../../lib/tokens/schema.ts'
import type { TokensOptions } from '../../../lib/tokens/tokens.ts'
import { OUTAGE } from '../../helpers/memory-store.ts'
import { temporaryDirectory } from '../../helpers/temporary-directory.ts'
import { authorize, createWorld, LIFETIME, shownCode, type World } from '../world.ts'

const LEASE = 65_000

/** An instance whose store goes away the moment that the service has answered; gives what its caller got. */
async function refreshIntoOutage(world: World, options: Partial<TokensOptions> = {}): Promise<unknown> {
  const outage: typeof fetch = async (...request) => {
    const response = await fetch(...request)
    world.store.failure = OUTAGE
    return response
  }
  world.advance(LIFETIME)
  const tokens = world.tokens({ fetch: outage, ...options })
  const error = await tokens.accessToken().catch((error: unknown) => error)
  world.store.failure = undefined
  return error
}

/** The lines of a log that `createLogJournal` wrote to. */
function createLog() {
  const lines: string[] = []
  const journal = createLogJournal((event, facts) => lines.push(JSON.stringify({ event, ...facts })))
  return { lines, journal }
}

describe('an answer that cannot be stored', () => {
  test('is told to the journal before and after the first attempt, and its caller what to do', async () => {
    const world = await createWorld()
    const heard = world.journal.heard.length
    const error = await refreshIntoOutage(world)
    expect(error).toMatchObject({
      code: 'store_unavailable',
      hint: expect.stringContaining('kura accounting recover'),
    })
    expect(world.journal.heard.slice(heard)).toEqual(['received', 'unstored'])
  })

  test('that is stored at once is told to the journal before and after, never as unstored', async () => {
    const world = await createWorld()
    const heard = world.journal.heard.length
    world.advance(LIFETIME)
    await world.tokens().accessToken()
    expect(world.journal.heard.slice(heard)).toEqual(['received', 'settled'])
  })

  test('is stored after all if the store comes back before the deadline', async () => {
    const world = await createWorld()
    world.advance(LIFETIME)
    let left = 0
    const outage: typeof fetch = async (...request) => {
      const response = await fetch(...request)
      world.store.failure = OUTAGE
      left = 30
      return response
    }
    const tokens = world.tokens({
      fetch: outage,
      async sleep(milliseconds) {
        world.advance(milliseconds)
        left -= 1
        if (left === 0) world.store.failure = undefined
      },
    })
    expect(await world.call(await tokens.accessToken())).toBe(200)
    expect(world.journal.heard.slice(-3)).toEqual(['received', 'unstored', 'settled'])
    expect(world.counts).toMatchObject({ rotations: 1, invalidGrants: 0 })
  })

  test('whose swap was stored and whose store answer was lost is not stored twice', async () => {
    const world = await createWorld()
    world.advance(LIFETIME)
    const { store } = world
    let lose = 0
    const losing = {
      ...store,
      async swap(...given: Parameters<typeof store.swap>) {
        const answer = await store.swap(...given)
        lose += 1
        if (lose === 2) throw OUTAGE.error
        return answer
      },
    }
    expect(await world.call(await world.tokens({ store: losing }).accessToken())).toBe(200)
    expect(await world.tokens().status()).toMatchObject({ generation: 2, state: 'current' })
  })

  test('does not keep a broken journal from storing', async () => {
    const world = await createWorld()
    world.advance(LIFETIME)
    const broken = () => Promise.reject(new Error('disk full'))
    const journal = { ...world.journal, received: broken, settled: broken }
    expect(await world.call(await world.tokens({ journal }).accessToken())).toBe(200)
    expect(world.notes.map(({ event }) => event)).toContain('token_journal_failed')
  })
})

describe('recover()', () => {
  test('puts the answer of the journal back', async () => {
    const world = await createWorld()
    await refreshIntoOutage(world)
    const report = await world.tokens().recover()
    expect(report.answers).toMatchObject([{ generation: 2, by: 'test', outcome: 'stored' }])
    expect(report.token).toMatchObject({ state: 'current', generation: 2 })
    expect(await world.call(await world.tokens().accessToken())).toBe(200)
    expect((await world.tokens().recover()).answers).toEqual([])
  })

  test("puts the answer of a line of the host's log back, however the log wrapped it", async () => {
    const world = await createWorld()
    const { lines, journal } = createLog()
    await refreshIntoOutage(world, { journal })
    expect(lines.length).toBe(1)
    const wrapped = JSON.stringify({ level: 'info', message: lines[0], source: 'lambda' })
    const report = await world.tokens({ journal }).recover({ line: wrapped })
    expect(report).toMatchObject({ answers: [{ outcome: 'stored' }], unreadable: [] })
    expect(await world.call(await world.tokens().accessToken())).toBe(200)
  })

  test('says which line it needs', async () => {
    const world = await createWorld()
    await expect(world.tokens().recover({ line: 'GET / 200' })).rejects.toMatchObject({
      code: 'usage',
      message: 'Cannot recover a token: the line has no answer',
      hint: 'give the whole line of the log with the event token_unstored',
    })
  })

  test.each([
    { failures: 1, name: 'goes on after the store has failed once' },
    { failures: Number.POSITIVE_INFINITY, name: 'says so if the store does not answer' },
  ])('$name', async ({ failures }) => {
    const world = await createWorld()
    await refreshIntoOutage(world)
    let failed = 0
    const swap: typeof world.store.swap = (...given) =>
      ++failed <= failures ? Promise.reject(OUTAGE.error) : world.store.swap(...given)
    const recovered = world.tokens({ store: { ...world.store, swap } }).recover()
    if (failures > 1) await expect(recovered).rejects.toMatchObject({ code: 'store_unavailable' })
    else expect(await recovered).toMatchObject({ answers: [{ outcome: 'stored' }] })
  })

  test('undoes a reauthorize that a lost answer of the same generation led to', async () => {
    const world = await createWorld()
    const { lines, journal } = createLog()
    await refreshIntoOutage(world, { journal })
    world.advance(LEASE)
    const tokens = world.tokens({ journal })
    await expect(tokens.accessToken()).rejects.toMatchObject({ code: 'reauthorize' })
    const { token } = await tokens.recover({ line: lines[0] })
    expect(token).toMatchObject({ state: 'current', generation: 2 })
    expect(await world.call(await tokens.accessToken())).toBe(200)
  })

  test('leaves a newer authorization alone and says so', async () => {
    const world = await createWorld()
    const { lines, journal } = createLog()
    await refreshIntoOutage(world, { journal })
    await authorize(world.tokens({ journal }))
    const report = await world.tokens({ journal }).recover({ line: lines[0] })
    expect(report.answers).toMatchObject([{ generation: 2, outcome: 'superseded' }])
    expect(await world.call(await world.tokens().accessToken())).toBe(200)
  })

  const rows = [
    { name: 'a line without an answer', line: '{"event":"token_refreshed","generation":3}', code: 'usage' },
    {
      name: 'a line that was cut',
      line: '{"event":"token_unstored","answer":{"generation":2,"op',
      code: 'usage',
    },
    { name: 'an empty line', line: '', code: 'usage' },
  ]
  test.each(rows)('refuses $name', async ({ line, code }) => {
    const world = await createWorld()
    await expect(world.tokens().recover({ line })).rejects.toMatchObject({ code })
  })

  test('keeps an answer that was moved to another generation', async () => {
    const world = await createWorld()
    const { lines, journal } = createLog()
    await refreshIntoOutage(world, { journal })
    const moved = (lines[0] ?? '').replace('"generation":2', '"generation":3')
    const report = await world.tokens({ journal }).recover({ line: moved })
    expect(report.answers).toMatchObject([{ generation: 3, outcome: 'sealed' }])
    expect(report.token.generation).toBe(1)
  })

  test('puts the others back if one does not open, and keeps that one', async () => {
    const world = await createWorld()
    await refreshIntoOutage(world)
    const { answers } = await world.journal.kept()
    const [stored] = answers
    if (!stored) throw new Error('nothing was put aside')
    await world.journal.received({
      ...stored,
      operation: 'of another ring',
      generation: 9,
      issuedAt: Date.UTC(2099, 0),
    })
    const report = await world.tokens().recover()
    expect(report.answers.map(({ outcome }) => outcome).sort()).toEqual(['sealed', 'stored'])
    expect(await world.call(await world.tokens().accessToken())).toBe(200)
    expect((await world.journal.kept()).answers).toMatchObject([{ operation: 'of another ring' }])
  })

  test('keeps an answer whose credential is gone, for it may be the only copy', async () => {
    const world = await createWorld()
    await refreshIntoOutage(world)
    const { record } = await world.store.read(CREDENTIAL_KEY)
    await world.store.remove(CREDENTIAL_KEY, record?.version ?? '')
    const report = await world.tokens().recover()
    expect(report).toMatchObject({ answers: [{ outcome: 'gone' }], token: { state: 'unauthorized' } })
    expect((await world.journal.kept()).answers).toHaveLength(1)
  })

  test('writes nothing in a preview', async () => {
    const world = await createWorld()
    await expect(world.tokens({ deployment: 'preview' }).recover()).rejects.toMatchObject({
      code: 'not_in_preview',
    })
  })

  test('puts back an authorization whose answer could not be stored', async () => {
    const world = await createWorld({ authorized: false })
    const { url } = await world.tokens().begin()
    const code = await shownCode(url)
    const outage: typeof fetch = async (...request) => {
      const response = await fetch(...request)
      world.store.failure = OUTAGE
      return response
    }
    await expect(world.tokens({ fetch: outage }).finish(code)).rejects.toMatchObject({
      code: 'store_unavailable',
    })
    world.store.failure = undefined
    await world.tokens().recover()
    expect(await world.call(await world.tokens().accessToken())).toBe(200)
  })
})

describe('the next holder', () => {
  test('stores the answer that the journal of its machine holds, instead of spending the token again', async () => {
    const world = await createWorld()
    await refreshIntoOutage(world)
    world.advance(LEASE)
    expect(await world.call(await world.tokens().accessToken())).toBe(200)
    expect(world.counts).toMatchObject({ rotations: 1, invalidGrants: 0 })
  })

  test('takes no answer that followed another credential of the same number', async () => {
    const world = await createWorld()
    await refreshIntoOutage(world)
    await world.change({ operation: 'restored from a backup' })
    world.sandbox.oauth.revoke()
    world.advance(LEASE)
    await expect(world.tokens().accessToken()).rejects.toMatchObject({ code: 'reauthorize' })
    expect(world.counts.invalidGrants).toBe(1)
  })

  test('spends the token if the journal cannot be read', async () => {
    const world = await createWorld()
    world.advance(LIFETIME)
    const journal = { ...world.journal, kept: () => Promise.reject(new Error('not allowed')) }
    expect(await world.call(await world.tokens({ journal }).accessToken())).toBe(200)
    expect(world.notes).toContainEqual({ event: 'token_journal_failed', facts: { reason: 'not allowed' } })
  })

  test('makes one attempt if the answer itself was lost, and never a second', async () => {
    const world = await createWorld()
    world.advance(LIFETIME)
    const dead = new Error('the process was killed')
    world.sandbox.faults.arm(
      `POST ${TOKEN_PATH}`,
      answeredAfterCommit(() => new Response('', { status: 500 })),
    )
    const { store } = world
    let writes = 0
    const dying = {
      ...store,
      swap: (...given: Parameters<typeof store.swap>) => {
        writes += 1
        return writes > 1 ? Promise.reject(dead) : store.swap(...given)
      },
    }
    await expect(world.tokens({ store: dying }).accessToken()).rejects.toBe(dead)
    world.advance(LEASE)
    for (let call = 0; call < 4; call += 1) {
      await expect(world.tokens().accessToken()).rejects.toMatchObject({ code: 'reauthorize' })
      world.advance(LEASE)
    }
    expect(world.counts).toMatchObject({ rotations: 1, invalidGrants: 1 })
  })
})

describe('createFileJournal()', () => {
  const answer = {
    generation: 2,
    operation: 'op-2',
    follows: 'op-1',
    client: 'id',
    pair: 'seal1.1.x',
    accessExpiresAt: 2,
    issuedAt: 1,
    scopes: ['read'],
    by: 'one',
  }

  test('keeps each answer in a private file until it is settled, the newest first', async () => {
    const folder = join(await temporaryDirectory(), 'answers')
    const journal = createFileJournal(folder)
    expect((await journal.kept()).answers).toEqual([])
    const later = { ...answer, operation: 'op-b', issuedAt: 9 }
    await journal.received(answer)
    await journal.received(later)
    await journal.unstored(later)
    expect((await createFileJournal(folder).kept()).answers).toEqual([later, answer])
    const [name = ''] = await readdir(folder)
    expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600)
    await journal.settled(later)
    await journal.settled(answer)
    expect(await readdir(folder)).toEqual([])
  })

  test('ignores what is not its own, and a half-written file of a crash', async () => {
    const folder = await temporaryDirectory()
    await writeFile(join(folder, '.3f.tmp'), '{"gen')
    await writeFile(join(folder, 'store.db'), '')
    expect(await createFileJournal(folder).kept()).toEqual({ answers: [], unreadable: [] })
  })

  test('names a file that is no answer, and gives the others', async () => {
    const folder = await temporaryDirectory()
    const journal = createFileJournal(folder)
    await journal.received(answer)
    await writeFile(join(folder, 'accounting-3-op.json'), '{"generation":3')
    await writeFile(join(folder, 'accounting-4-op.json'), '{"generation":4}')
    const { answers, unreadable } = await journal.kept()
    expect(answers).toEqual([answer])
    expect(unreadable.toSorted()).toEqual(['accounting-3-op.json', 'accounting-4-op.json'])
  })
})

test('readLogLine() reads the line that createLogJournal() writes', async () => {
  const { lines, journal } = createLog()
  const answer = {
    generation: 2,
    operation: 'op',
    client: 'id',
    pair: 'seal1.1.x',
    accessExpiresAt: 2,
    issuedAt: 1,
    scopes: [],
    by: 'one',
  }
  await journal.received(answer)
  await journal.settled(answer)
  expect(lines).toEqual([])
  await journal.unstored(answer)
  let line = lines[0] ?? ''
  for (let wrapped = 0; wrapped < 4; wrapped += 1) {
    expect(readLogLine(line)).toEqual(answer)
    line = JSON.stringify({ level: 'info', message: line })
  }
  expect((await journal.kept()).answers).toEqual([])
})
