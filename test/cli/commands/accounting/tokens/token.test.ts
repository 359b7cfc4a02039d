import { Command } from '@commander-js/extra-typings'
import { describe, expect, test } from 'vitest'
import { registerAccounting } from '../../../../../lib/cli/commands/accounting/index.ts'
import { statusRows as rowsOf } from '../../../../../lib/cli/commands/accounting/tokens/token.ts'
import { createOutput } from '../../../../../lib/cli/terminal/output.ts'
import { readConfig } from '../../../../../lib/core/config/config.ts'
import { AppError } from '../../../../../lib/core/errors.ts'
import { english } from '../../../../../lib/core/language/text.ts'
import { createLogJournal } from '../../../../../lib/services/accounting/tokens/storing/journal.ts'
import type { TokensOptions } from '../../../../../lib/services/accounting/tokens/tokens.ts'
import { OUTAGE } from '../../../../helpers/memory-store.ts'
import {
  authorize,
  createWorld,
  DAY,
  HOUR,
  LIFETIME,
  type World,
} from '../../../../services/accounting/tokens/world.ts'

interface Terminal {
  readonly tokens?: Partial<TokensOptions>
}

/** Runs `kura accounting …`, and returns its standard output. */
async function kura(world: World, words: string[], { tokens }: Terminal = {}): Promise<string> {
  let out = ''
  const sink = {
    write(text: string) {
      out += text
    },
  }
  const program = new Command('kura').exitOverride()
  registerAccounting(program.command('accounting'), {
    env: {},
    config: readConfig({}),
    cwd: '.',
    now: () => world.time.now,
    signal: new AbortController().signal,
    output: ({ json = false }) => createOutput({ out: sink, err: { write: () => undefined }, json }),
    ask: () => Promise.reject(new AppError('usage', 'Cannot ask: there is no terminal')),
    exit: () => undefined,
    accountingTokens: async () => world.tokens(tokens),
  })
  await program.parseAsync(['accounting', ...words], { from: 'user' })
  return out
}

describe('kura accounting token', () => {
  test('tells state, generation, expiry, age, scopes and who refreshed last, never a token', async () => {
    const world = await createWorld()
    const token = await world.tokens().accessToken()
    world.advance(HOUR)
    const out = await kura(world, ['token'])
    expect(out.split('\n').map(line => line.trimEnd())).toEqual([
      'state          current',
      'generation     1',
      'company        1234567',
      'access token   live, expires 2026-04-01 15:00 +09:00',
      'refresh token  0 of 90 days old, expires 2026-06-30 09:00 +09:00',
      'scopes         read write default_read',
      'refreshed      60 minutes ago by test',
      '',
    ])
    const json = await kura(world, ['token', '--json'])
    expect(JSON.parse(json)).toMatchObject({ state: 'current', refresh: { ageDays: 0, lifetimeDays: 90 } })
    expect(json).not.toContain(token)
  })

  test('without an authorization says what to run', async () => {
    const world = await createWorld({ authorized: false })
    expect(await kura(world, ['token'])).toContain('run kura accounting authorize')
  })

  test('tells a credential that a person must renew', async () => {
    const world = await createWorld()
    world.advance(DAY)
    world.sandbox.oauth.revoke()
    await world.tokens().refreshIfDue()
    expect(await kura(world, ['token'])).toContain(
      'reauthorize (invalid_grant): run kura accounting authorize',
    )
  })
})

/** The rows as people read them in English. */
const statusRows = (...given: Parameters<typeof rowsOf>) =>
  rowsOf(...given).map(([label, text]) => [english(label), english(text)] as const)

describe('statusRows()', () => {
  const status = {
    generation: 1,
    access: { state: 'live', expiresAt: '2026-04-01T06:00:00.000Z' },
    refresh: {
      state: 'live',
      issuedAt: '2026-04-01T00:00:00.000Z',
      expiresAt: '2026-06-30T00:00:00.000Z',
      ageDays: 0,
      lifetimeDays: 90,
    },
    scopes: [],
    refreshedBy: 'one',
  } as const
  const rows = [
    {
      name: 'a pause',
      of: { state: 'paused', reason: 'status_503', until: '2026-04-01T01:00:00.000Z' },
      want: 'paused (status_503) until 2026-04-01 10:00 +09:00',
    },
    {
      name: 'a running refresh',
      of: { state: 'refreshing', until: '2026-04-01T01:00:00.000Z' },
      want: 'refreshing until 2026-04-01 10:00 +09:00',
    },
    {
      name: 'an interrupted refresh',
      of: { state: 'interrupted', until: '2026-04-01T01:00:00.000Z' },
      want: 'interrupted: a refresh did not end, the next call resolves it',
    },
  ] as const
  test.each(rows)('words $name', ({ of, want }) => {
    const shown = new Map(statusRows({ ...status, ...of }, { now: 0, timezone: 'Asia/Tokyo' }))
    expect(shown.get('state')).toBe(want)
    expect(shown.get('scopes')).toBe('not known')
  })
})

test('statusRows() tells what is over as over, and what keeps it from being used here', () => {
  const shown = new Map(
    statusRows(
      {
        state: 'current',
        generation: 1,
        access: { state: 'expired', expiresAt: '2026-04-01T06:00:00.000Z' },
        refresh: {
          state: 'expired',
          issuedAt: '2026-04-01T00:00:00.000Z',
          expiresAt: '2026-06-30T00:00:00.000Z',
          ageDays: 95,
          lifetimeDays: 90,
        },
        scopes: [],
        obstacle: 'sealed',
      },
      { now: 0, timezone: 'Asia/Tokyo' },
    ),
  )
  expect(shown.get('access token')).toBe('expired 2026-04-01 15:00 +09:00')
  expect(shown.get('refresh token')).toBe('95 of 90 days old, expired 2026-06-30 09:00 +09:00')
  expect(shown.get('unusable here')).toBe('KURA_SEAL_KEYS does not open it')
})

describe('kura accounting recover', () => {
  /** Makes a refresh whose answer could not be stored, and returns its log. */
  async function unstored(world: World, options: Partial<TokensOptions> = {}): Promise<string[]> {
    const lines: string[] = []
    const journal = createLogJournal((event, facts) => lines.push(JSON.stringify({ event, ...facts })))
    const outage: typeof fetch = async (...request) => {
      const response = await fetch(...request)
      world.store.failure = OUTAGE
      return response
    }
    world.advance(LIFETIME)
    await world
      .tokens({ fetch: outage, journal, ...options })
      .accessToken()
      .catch(() => undefined)
    world.store.failure = undefined
    return lines
  }

  test('puts back what this machine has put aside', async () => {
    const world = await createWorld()
    await unstored(world, { journal: world.journal })
    const out = await kura(world, ['recover'])
    expect(out).toMatch(/^generation 2 of .* by test: put back\nthe credential is current\n$/)
    expect(await world.call(await world.tokens().accessToken())).toBe(200)
  })

  test("puts back a line of the host's log", async () => {
    const world = await createWorld()
    const [line = ''] = await unstored(world)
    expect(await kura(world, ['recover', '--line', line])).toContain('put back')
    expect(await world.call(await world.tokens().accessToken())).toBe(200)
  })

  test('says that a later authorization made it useless', async () => {
    const world = await createWorld()
    const [line = ''] = await unstored(world)
    await authorize(world.tokens())
    expect(await kura(world, ['recover', '--line', line])).toContain(
      'obsolete, because a later one is stored',
    )
  })

  test('says what it cannot put back, and why', async () => {
    const world = await createWorld()
    await unstored(world, { journal: world.journal })
    const kept = async () => ({ ...(await world.journal.kept()), unreadable: ['accounting-9-x.json'] })
    const sealKeys = [{ epoch: '2', secret: Buffer.alloc(32, 8) }]
    const out = await kura(world, ['recover'], { tokens: { sealKeys, journal: { ...world.journal, kept } } })
    expect(out).toContain('cannot read "accounting-9-x.json"')
    expect(out).toContain('KURA_SEAL_KEYS does not open it')
    expect(await kura(world, ['recover'])).toContain('put back')
  })

  test('says that there is nothing to put back, and where else to look', async () => {
    const world = await createWorld()
    expect(await kura(world, ['recover'])).toContain('kura accounting recover --line LINE')
    expect(JSON.parse(await kura(world, ['recover', '--json']))).toMatchObject({ answers: [] })
  })
})
