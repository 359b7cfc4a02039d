import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { CREDENTIAL_KEY } from '../../../../../lib/services/accounting/tokens/schema.ts'
import { OUTAGE } from '../../../../helpers/memory-store.ts'
import { authorize, createWorld, LIFETIME, shownCode } from '../world.ts'
import { createLog, LEASE, refreshIntoOutage } from './lost-store.ts'

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

  test('keeps an answer while an older store is restored, and puts it back into the newer one', async () => {
    const world = await createWorld()
    const stored = async () => (await world.store.read(CREDENTIAL_KEY)).record
    const restore = async (value = '') =>
      world.store.swap(CREDENTIAL_KEY, (await stored())?.version, { value, version: randomUUID() })
    const older = await stored()
    world.advance(LIFETIME)
    await world.tokens().accessToken()
    const newer = await stored()
    await refreshIntoOutage(world)
    await restore(older?.value)
    expect((await world.tokens().recover()).answers).toMatchObject([{ generation: 3, outcome: 'gone' }])
    await restore(newer?.value)
    expect((await world.tokens().recover()).answers).toMatchObject([{ generation: 3, outcome: 'stored' }])
    expect(await world.call(await world.tokens().accessToken())).toBe(200)
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
    const swap: typeof world.store.swap = (...given) =>
      given[0] === CREDENTIAL_KEY ? Promise.reject(OUTAGE.error) : world.store.swap(...given)
    await expect(world.tokens({ store: { ...world.store, swap } }).finish(code)).rejects.toMatchObject({
      code: 'store_unavailable',
    })
    await world.tokens().recover()
    expect(await world.call(await world.tokens().accessToken())).toBe(200)
  })
})
