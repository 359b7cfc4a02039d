import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { routesOfRegistrar } from '../../../lib/app/registrar.ts'
import { registerRegistrar } from '../../../lib/cli/registrar/index.ts'
import { lostAnswer } from '../../../lib/sandbox/faults.ts'
import { BUY } from '../../../lib/sandbox/registrar/sandbox.ts'
import { REFUNDED } from '../../../lib/sandbox/registrar/state.ts'
import { deriveSecret } from '../../../lib/signatures/keys.ts'
import { serveFunction, TEST_SECRET } from '../../helpers/functions.ts'
import { DAY, MINUTE } from '../../helpers/remotes/registrar.ts'
import {
  CONTACT,
  CONTACT_TEXTS,
  type RunningRegistrar,
  startRegistrarSandbox,
} from '../../helpers/remotes/registrar-sandbox.ts'
import { type CommandDeps, runCommand } from '../../helpers/run-command.ts'
import { temporaryDirectory } from '../../helpers/temporary-directory.ts'

const DOMAIN = 'example.com'
const YES = { answers: ['yes'] }
const TERMS = ['--auto-renew', 'on', '--contact', 'contact.json']

let remote: RunningRegistrar
let folder: string
/** How many more calls over https fail. */
let silent: number

beforeEach(async () => {
  remote = await startRegistrarSandbox()
  onTestFinished(() => remote[Symbol.asyncDispose]())
  const { token, teamId } = remote.sandbox.state
  const env = {
    REGISTRAR_TOKEN: token,
    REGISTRAR_TEAM_ID: teamId,
    REGISTRAR_BASE_URL: remote.url,
    REGISTRAR_PURCHASES: 'on',
    REGISTRAR_CAP_ORDER: '2000',
    REGISTRAR_CAP_DAY: '2000',
    REGISTRAR_CAP_MONTH: '9000',
  }
  silent = 0
  const reach: typeof fetch = async (input, init) => {
    if (!String(input).startsWith('https:')) return fetch(input, init)
    silent -= 1
    if (silent >= 0) throw new TypeError('fetch failed')
    return new Response(null, { status: 200 })
  }
  const served = await serveFunction(routesOfRegistrar, { env, fetch: reach, now: () => remote.clock.now })
  const keyid = 'hana:registrar.read+registrar.write+registrar.buy+approve:1'
  const secret = deriveSecret(TEST_SECRET, keyid).toString('base64url')
  folder = await temporaryDirectory({
    'operator.json': JSON.stringify({ url: served.url, keyid, secret }),
    'contact.json': JSON.stringify(CONTACT),
  })
})

const kura = (words: readonly string[], more: CommandDeps = {}) =>
  runCommand(registerRegistrar, ['registrar', ...words, '--key', join(folder, 'operator.json')], {
    cwd: folder,
    now: remote.clock.now,
    ...more,
  })

async function quoteOf(domain = DOMAIN): Promise<string> {
  const { out } = await kura(['quote', domain, ...TERMS, '--json'])
  return JSON.parse(out).quote
}
const buyWords = async (domain = DOMAIN) => ['buy', domain, '--quote', await quoteOf(domain), ...TERMS]
const buy = async (domain = DOMAIN) => kura([...(await buyWords(domain)), '--write', '--confirm', domain])

describe('kura registrar quote', () => {
  test('shows price, terms and token, and how to go on', async () => {
    const { out } = await kura(['quote', DOMAIN, ...TERMS])
    expect(out).toContain('price       US$11.25 for 1 year\n')
    expect(out).toContain('contact     complete\n')
    expect(out).toMatch(/^quote {7}quote1\.1\./m)
    expect(out).toContain('good until  2026-06-15 12:05 +09:00\n')
    expect(out).toContain(
      'kura registrar buy example.com --quote QUOTE --auto-renew on --contact contact.json',
    )
  })

  test('says what lacks, and shows nothing of the contact', async () => {
    await writeFile(
      join(folder, 'contact.json'),
      JSON.stringify({ ...CONTACT, phone: '03-1234-5678', zip: '' }),
    )
    const { out } = await kura(['quote', DOMAIN, '--contact', 'contact.json'])
    expect(out).toContain('auto-renew  not stated\n')
    expect(out).toContain("a purchase still lacks the contact's zip\n")
    expect(out).toContain(
      'a purchase still lacks a usable phone: the country calling code, a dot, the number',
    )
    for (const text of [...CONTACT_TEXTS, '03-1234-5678']) expect(out).not.toContain(text)
  })

  const bad = [
    { name: 'a contact that is not there', words: ['--contact', 'none.json'] },
    { name: 'a contact that is no object', words: ['--contact', 'operator.txt'] },
    { name: 'a switch that is neither on nor off', words: ['--auto-renew', 'yes'] },
  ]
  test.each(bad)('refuses $name', async ({ words }) => {
    await writeFile(join(folder, 'operator.txt'), `[${JSON.stringify(CONTACT)}`)
    const error = await kura(['quote', DOMAIN, ...words]).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ code: 'usage' })
    for (const text of CONTACT_TEXTS) expect(String(error)).not.toContain(text)
  })
})

test('kura registrar required-fields lists them against the contact', async () => {
  await writeFile(join(folder, 'contact.json'), JSON.stringify({ firstName: 'Hanako', country: 'Japan' }))
  const { out, status } = await kura(['required-fields', DOMAIN, '--contact', 'contact.json'])
  expect(out).toContain('firstName  given\n')
  expect(out).toContain('lastName   missing\n')
  expect(out).toContain('country    refused\n')
  expect(out).toContain('only the price was wrong: these are all (11 calls, nothing was bought)')
  expect(status).toBe(0)
  expect(remote.sandbox.state.charges).toEqual([])
})

test('kura registrar required-fields asks for an international name with its language', async () => {
  const words = ['required-fields', '例え.com', '--language-code', 'JPN']
  const { out } = await kura(words)
  expect(out).toContain('these are all (10 calls, nothing was bought)')
})

describe('kura registrar buy', () => {
  test('is a dry run unless it is told to write', async () => {
    const { out } = await kura(await buyWords())
    expect(out).toContain('dry run: nothing was bought\n')
    expect(out).toContain('example.com for 1 year, US$11.25, auto-renew on')
    expect(remote.charges(DOMAIN)).toBe(0)
  })

  test('asks for the domain again, and buys', async () => {
    const { out, asked } = await kura([...(await buyWords()), '--write'], { answers: [' Example.com '] })
    expect(asked).toEqual([expect.stringMatching(/US\$11\.25.*\ntype the domain again to buy it: $/)])
    expect(out).toMatch(/^ordered example\.com for US\$11\.25: order_/)
    expect(remote.charges(DOMAIN)).toBe(1)
  })

  test('buys nothing if something else is typed, or there is no terminal', async () => {
    const words = [...(await buyWords()), '--write']
    await expect(kura(words, { answers: ['yes'] })).rejects.toMatchObject({ code: 'bad_request' })
    await expect(kura(words, { answers: ['example.org'] })).rejects.toThrow(/was typed to confirm it/)
    await expect(kura(words)).rejects.toMatchObject({ code: 'usage' })
    expect(remote.charges(DOMAIN)).toBe(0)
  })

  test('says what would be refused', async () => {
    await buy()
    const { out } = await kura(await buyWords('second.com'))
    expect(out).toContain('spent today  US$11.25\n')
    expect(out).toContain(
      'it would be refused: Cannot buy "second.com" for US$11.25 after US$11.25: the cap of the day',
    )
    const { err } = await kura([
      ...(await buyWords('second.com')),
      '--write',
      '--confirm',
      'second.com',
    ]).catch((error: Error) => ({ err: error.message }))
    expect(err).toContain('the cap of the day is US$20.00')
  })

  test('does not assume auto-renew', async () => {
    const words = ['buy', DOMAIN, '--quote', 'x', '--contact', 'contact.json']
    await expect(kura(words)).rejects.toMatchObject({ code: 'usage' })
  })

  test('prints one JSON value', async () => {
    const { out } = await kura([...(await buyWords()), '--write', '--confirm', DOMAIN, '--json'])
    expect(JSON.parse(out)).toMatchObject({ mode: 'write', orderId: expect.any(String), cents: 1125 })
  })
})

describe('orders', () => {
  test('kura registrar order shows its state and its steps', async () => {
    await buy()
    expect((await kura(['order', DOMAIN])).out).toContain('state      purchasing\n')
    remote.clock.now += MINUTE
    const { out, err, status } = await kura(['order', DOMAIN, '--wait'])
    expect(err).toContain('waiting until it is registered')
    expect(out).toContain('state      registered\n')
    expect(out).toContain('expires    2027-06-15 12:00 +09:00\n')
    expect(out).toContain('e-mail     open, by 2026-06-30 12:00 +09:00\n')
    expect(out).toMatch(/2026-06-15 12:00 \+09:00 {2}done {5}hana/)
    expect(status).toBe(0)
  })

  test('kura registrar orders and spending list them', async () => {
    expect((await kura(['orders'])).out).toBe('no purchase is open; --all lists every one\n')
    expect((await kura(['orders', '--all'])).out).toBe(
      'no domain was bought yet: kura registrar buy --write buys one\n',
    )
    await buy()
    remote.clock.now += MINUTE
    expect((await kura(['orders'])).out).toMatch(
      /^example\.com {2}registered {2}order_\S+ {2}US\$11\.25 {2}2027/m,
    )
    const { out } = await kura(['spending'])
    expect(out).toContain('purchases are on\n')
    expect(out).toMatch(/^today {7}US\$11\.25 {2}US\$20\.00$/m)
    expect(out).toMatch(/^example\.com {2}US\$11\.25 {2}spent/m)
  })

  test('kura registrar resolve finds what was bought, and waits for the rest', async () => {
    remote.sandbox.faults.arm(BUY, lostAnswer())
    await expect(buy()).rejects.toMatchObject({ code: 'remote_silent' })
    const early = await kura(['resolve', DOMAIN])
    expect(early.out).toContain('nothing was found, but it may still appear')
    expect(early.status).toBe(1)
    remote.clock.now += MINUTE
    const { out, status } = await kura(['resolve', DOMAIN])
    expect(out).toContain('it was bought by the attempt whose reply was lost\n')
    expect(out).toContain('state      registered\n')
    expect(status).toBe(0)
  })

  test('kura registrar release of an unknown purchase says what the registrar shows', async () => {
    remote.sandbox.faults.arm(BUY, lostAnswer())
    remote.sandbox.state.registrationTime = 3 * DAY
    await expect(buy()).rejects.toMatchObject({ code: 'remote_silent' })
    remote.clock.now += DAY
    const release = (...words: string[]) => kura(['release', DOMAIN, '--by', 'Mei', ...words], YES)
    await expect(release()).rejects.toMatchObject({ hint: expect.stringContaining('--no-order') })
    const { out: released, asked } = await release('--no-order')
    expect(asked).toEqual(["does the registrar's own page, looked at now, show no order of it? (yes/no) "])
    expect(released).toMatch(
      /^the purchase as it is now:\n(?:.*\n)*operation {2}\S+\nreleased example\.com: /,
    )
    expect((await kura(['spending'])).out).toMatch(/^example\.com {2}US\$11\.25 {2}released/m)
    await buy()
    const [first = ''] = remote.sandbox.state.orders.keys()
    const resolved = await kura(['resolve', DOMAIN, '--order', first], YES)
    expect(resolved.asked).toEqual([`is ${first} its order? (yes/no) `])
    expect(resolved.out).toContain('the order is of an attempt that was released before')
    expect((await kura(['spending'])).out).toMatch(
      /^example\.com {2}US\$11\.25 {2}spent, after it was released/m,
    )
  })

  test('kura registrar release names the order that was found', async () => {
    remote.sandbox.state.fate = REFUNDED
    remote.sandbox.faults.arm(BUY, lostAnswer())
    await expect(buy()).rejects.toMatchObject({ code: 'remote_silent' })
    remote.clock.now += MINUTE
    const [order = ''] = remote.sandbox.state.orders.keys()
    const { out, asked } = await kura(['release', DOMAIN, '--by', 'Mei', '--order', order], YES)
    expect(asked).toEqual([`is ${order} its order, and may the domain be bought again? (yes/no) `])
    expect(out).toContain('released example.com: it can be bought again\n')
  })

  test('kura registrar order shows what the registrar says of an error, and since when it says nothing', async () => {
    remote.sandbox.state.fate = {
      status: 'failed',
      domainStatus: 'failed',
      domainError: { code: 'price-change', details: { expectedPrice: 11.25, actualPrice: 13 } },
    }
    await buy()
    remote.clock.now += MINUTE
    expect((await kura(['order', DOMAIN])).out).toContain(
      'registrar  failed, failed, price-change: the price is US$13.00, not US$11.25\n',
    )
    remote.sandbox.state.orders.clear()
    remote.clock.now += DAY
    const { out } = await kura(['order', DOMAIN])
    expect(out).toMatch(/^not read {3}since 2026-06-16 12:01 \+09:00: .* answered 404/m)
  })

  test('kura registrar release needs a name, and frees a refunded order', async () => {
    remote.sandbox.state.fate = REFUNDED
    await buy()
    remote.clock.now += MINUTE
    await expect(kura(['release', DOMAIN])).rejects.toMatchObject({ code: 'usage' })
    await expect(kura(['release', DOMAIN], { answers: ['yes', ' '] })).rejects.toThrow(/without a name/)
    const refused = await kura(['release', DOMAIN, '--by', 'Mei'], { answers: ['no'] })
    expect(refused.asked).toEqual(['may the domain be bought again? (yes/no) '])
    expect(refused.out).toMatch(/\nnothing was changed\n$/)
    const { out } = await kura(['release', DOMAIN, '--by', 'Mei'], YES)
    expect(out).toMatch(/\nreleased example\.com: it can be bought again\n$/)
    const { out: order } = await kura(['order', DOMAIN])
    expect(order).toMatch(/^state {6}refused \(refunded: unexpected-error, order_[\w-]+\)$/m)
    expect(order).toContain('Mei (key hana)')
  })
})

describe('what was shown earlier is decided without being asked', () => {
  const shown = async () => JSON.parse((await kura(['order', DOMAIN, '--json'])).out)
  const MEI = ['--by', 'Mei']

  test('release', async () => {
    remote.sandbox.state.fate = REFUNDED
    await buy()
    remote.clock.now += MINUTE
    const other = kura(['release', DOMAIN, ...MEI, '--operation', 'other'])
    await expect(other).rejects.toThrow(/another operation has claimed it since it was looked at/)
    const { operation } = await shown()
    const { out, err, asked } = await kura(['release', DOMAIN, ...MEI, '--operation', operation, '--json'])
    expect(asked).toEqual([])
    expect(err).toMatch(/^the purchase as it is now:\n(?:.*\n)*operation {2}/)
    expect(JSON.parse(out)).toEqual({ domain: DOMAIN, released: true })
  })

  test('release with no order needs the time at which it was shown', async () => {
    remote.sandbox.faults.arm(BUY, lostAnswer())
    remote.sandbox.state.registrationTime = 3 * DAY
    await expect(buy()).rejects.toMatchObject({ code: 'remote_silent' })
    const { operation, seenAt } = await shown()
    remote.clock.now += 2 * DAY
    const release = (...words: string[]) =>
      kura(['release', DOMAIN, ...MEI, '--no-order', '--operation', operation, ...words])
    await expect(release()).rejects.toMatchObject({
      code: 'usage',
      message: `Cannot decide on the operation "${operation}" without a time`,
      hint: 'say when it was shown: --seen-at TIME',
    })
    for (const time of ['noon', '2026-06-17', '2026-06-17T12:00', '2026-13-17T12:00Z'])
      await expect(release('--seen-at', time)).rejects.toThrow(`Cannot use "${time}" as a time`)
    await expect(release('--seen-at', seenAt)).rejects.toThrow(/could still arrive when it was looked at/)
    const { out } = await release('--seen-at', '2026-06-17T12:00:00+09:00')
    expect(out).toContain('released example.com')
  })

  test('resolve', async () => {
    remote.sandbox.faults.arm(BUY, lostAnswer())
    await expect(buy()).rejects.toMatchObject({ code: 'remote_silent' })
    remote.clock.now += MINUTE
    const [order = ''] = remote.sandbox.state.orders.keys()
    for (const words of [[], ['--order', order]])
      await expect(kura(['resolve', DOMAIN, '--operation', 'other', ...words])).rejects.toThrow(
        /another operation/,
      )
    const said = await kura(['resolve', DOMAIN, '--order', order], { answers: ['no'] })
    expect(said.out).toMatch(/\nnothing was changed\n$/)
    const { operation } = await shown()
    const { out, asked } = await kura(['resolve', DOMAIN, '--order', order, '--operation', operation])
    expect(asked).toEqual([])
    expect(out).toContain('it was bought by the attempt whose reply was lost\n')
  })

  test('verified', async () => {
    await buy()
    const other = kura(['verified', DOMAIN, ...MEI, '--operation', 'other'])
    await expect(other).rejects.toThrow(/another operation/)
    const { operation } = await shown()
    const { out, asked } = await kura(['verified', DOMAIN, ...MEI, '--operation', operation])
    expect(asked).toEqual([])
    expect(out).toContain('is confirmed, says Mei (key hana)')
  })
})

test('kura registrar order says what can be done about one that does not go on', async () => {
  remote.sandbox.faults.arm(BUY, lostAnswer())
  await expect(buy()).rejects.toMatchObject({ code: 'remote_silent' })
  expect((await kura(['order', DOMAIN])).out).toContain(
    'find out what became of it: kura registrar resolve example.com\n',
  )
  remote.sandbox.state.fate = REFUNDED
  remote.clock.now += DAY
  await buy('second.net')
  remote.clock.now += MINUTE
  expect((await kura(['order', 'second.net'])).out).toContain(
    'let it be bought again: kura registrar release second.net\n',
  )
})

describe('a domain', () => {
  const groups = [
    ['quote'],
    ['required-fields'],
    ['buy', '--quote', 'x'],
    ['order'],
    ['release', '--by', 'Mei'],
    ['resolve'],
    ['verified', '--by', 'Mei'],
    ['attach', '--project', 'site'],
  ]
  test.each(groups)('of kura registrar %s is a name, not an address', async (...words) => {
    const [command = '', ...options] = words
    await expect(kura([command, 'https://example.com/', ...options])).rejects.toMatchObject({
      message: 'Cannot use "https://example.com/" as a domain: expected a name such as example.com',
    })
    expect(remote.requests).toEqual([])
  })

  test('may be given as people write it', async () => {
    const { out } = await kura(['quote', ' 例え.COM '])
    expect(out).toContain('domain      xn--r8jz45g.com\n')
  })
})

describe('deadlines', () => {
  const MESSAGE = [
    'From: Registrar <no-reply@registrar.example>',
    `Subject: ACTION REQUIRED: Verify your contact information for ${DOMAIN}`,
    'Date: Wed, 17 Jun 2026 12:00:00 +0900',
    '',
    'text',
  ].join('\r\n')

  test('begin with the purchase, are closed by name, and reopened by a message', async () => {
    expect((await kura(['deadlines'])).out).toBe('no deadline is open; --all lists all\n')
    expect((await kura(['deadlines', '--all'])).out).toBe(
      'there are no deadlines: a domain that is bought sets one\n',
    )
    await buy()
    const { out } = await kura(['deadlines'])
    expect(out).toMatch(/^example\.com {2}2026-06-30 12:00 \+09:00 {2}open {3}15 days from the purchase$/m)
    const refused = await kura(['verified', DOMAIN], { answers: ['no'] })
    expect(refused.asked).toEqual(["was the link in the registrar's message opened? (yes/no) "])
    expect(refused.out).toMatch(/\nnothing was changed\n$/)
    expect((await kura(['verified', DOMAIN], { answers: ['yes', 'Mei'] })).out).toMatch(
      /^the purchase as it is now:\n(?:.*\n)*operation {2}\S+\nnoted: .* is confirmed, says Mei \(key hana\)$/m,
    )
    expect((await kura(['deadlines'])).out).toContain('verified by Mei (key hana)')
    remote.clock.now += 3 * DAY
    await writeFile(join(folder, 'reminder.eml'), MESSAGE)
    const { out: mail } = await kura(['mail', 'reminder.eml'])
    expect(mail).toContain('sender    no-reply@registrar.example\n')
    expect(mail).toContain('deadline  yes (ACTION REQUIRED, Verify)\n')
    expect(mail).toContain('effect    the deadline of example.com is open again\n')
    expect((await kura(['deadlines'])).out).toContain('open, reopened by a reminder')
  })

  test('a message that means none changes nothing', async () => {
    await writeFile(join(folder, 'receipt.eml'), MESSAGE.replace(/ACTION.*/, 'Your receipt'))
    const { out } = await kura(['mail', 'receipt.eml', '--json'])
    expect(JSON.parse(out)).toMatchObject({ deadline: false, effect: 'none', subject: 'Your receipt' })
  })

  test('a message of a domain that was not bought here says so', async () => {
    await writeFile(join(folder, 'other.eml'), MESSAGE)
    expect((await kura(['mail', 'other.eml'])).out).toContain(
      'it names no domain that was bought here; name one with --domain',
    )
  })
})

test('kura registrar attach shows its steps, does them, and is ready once https answers', async () => {
  await buy()
  remote.clock.now += MINUTE
  const words = ['attach', DOMAIN, '--project', 'site']
  expect((await kura(words)).out).toContain('  redirect www.example.com to example.com with 301\n')
  silent = 2
  const early = await kura([...words, '--write', '--no-wait'])
  expect(early.out).toContain('not ready yet: run the same command again later\n')
  expect(early.status).toBe(1)
  silent = 2
  const { out, err, status } = await kura([...words, '--write'])
  expect(err).toContain('waiting until https answers on both\n')
  expect(out).toMatch(/^www\.example\.com {2}yes {7}example\.com \(301\) {2}200$/m)
  expect(out).toContain('ready: https answers on both\n')
  expect(status).toBe(0)
  expect((await kura(words)).out).toBe('nothing is left to do\n')
})

test('the contact file is left as it is', async () => {
  const before = await readFile(join(folder, 'contact.json'), 'utf8')
  await buy()
  expect(await readFile(join(folder, 'contact.json'), 'utf8')).toBe(before)
})
