import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { CONTACT, CONTACT_TEXTS } from '../../../helpers/remotes/registrar-sandbox.ts'
import { type CommandWorld, createCommandWorld, DOMAIN } from './world.ts'

let world: CommandWorld
beforeEach(async () => {
  world = await createCommandWorld()
})

describe('kura registrar quote', () => {
  test('shows price, terms and token, and how to go on', async () => {
    const { out } = await world.kura(['quote', DOMAIN, '--auto-renew', 'on', '--contact', 'contact.json'])
    expect(out).toContain('price               US$11.25\n')
    expect(out).toContain('contact             complete\n')
    expect(out).toMatch(/^quote {15}quote1\.1\./m)
    expect(out).toContain('good until          15 June 2026 at 12:05\n')
    expect(out).toContain(
      'kura registrar buy example.com --quote QUOTE --auto-renew on --contact contact.json',
    )
  })

  test('is for the years that --years says, and so is the purchase that it names', async () => {
    const words = ['quote', DOMAIN, '--years', '2', '--auto-renew', 'on', '--contact', 'contact.json']
    const { out } = await world.kura(words)
    expect(out).toContain('term                2 years\n')
    expect(out).toContain('--contact contact.json --years 2')
  })

  test('says what lacks, and shows nothing of the contact', async () => {
    await writeFile(
      join(world.folder, 'contact.json'),
      JSON.stringify({ ...CONTACT, phone: 'call 1234-5678', zip: '' }),
    )
    const { out } = await world.kura(['quote', DOMAIN, '--contact', 'contact.json'])
    expect(out).toContain('auto-renew          not stated\n')
    expect(out).toContain("a purchase still lacks the contact's zip\n")
    expect(out).toContain(
      'a purchase still lacks a usable phone: the country calling code, a dot, the number',
    )
    for (const text of [...CONTACT_TEXTS, 'call 1234-5678']) expect(out).not.toContain(text)
  })

  const bad = [
    { name: 'a contact that is not there', words: ['--contact', 'none.json'] },
    { name: 'a contact that is no object', words: ['--contact', 'operator.txt'] },
    { name: 'a switch that is neither on nor off', words: ['--auto-renew', 'yes'] },
  ]
  test.each(bad)('refuses $name', async ({ words }) => {
    await writeFile(join(world.folder, 'operator.txt'), `[${JSON.stringify(CONTACT)}`)
    const error = await world.kura(['quote', DOMAIN, ...words]).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ code: 'usage' })
    for (const text of CONTACT_TEXTS) expect(String(error)).not.toContain(text)
  })
})

test('kura registrar quote lists --fields them against the contact', async () => {
  await writeFile(
    join(world.folder, 'contact.json'),
    JSON.stringify({ firstName: 'Hanako', country: 'Japan' }),
  )
  const { out, status } = await world.kura(['quote', DOMAIN, '--fields', '--contact', 'contact.json'])
  expect(out).toContain('firstName  given\n')
  expect(out).toContain('lastName   missing\n')
  expect(out).toContain('country    refused\n')
  expect(out).toContain('only the price was wrong: these are all (11 calls, nothing was bought)')
  expect(status).toBe(0)
  expect(world.remote.sandbox.state.charges).toEqual([])
})

test('kura registrar quote asks --fields for an international name with its language', async () => {
  const words = ['quote', '例え.com', '--fields', '--language-code', 'JPN']
  const { out } = await world.kura(words)
  expect(out).toContain('these are all (10 calls, nothing was bought)')
})

describe('a domain', () => {
  const groups = [
    ['quote'],
    ['quote', '--fields'],
    ['buy', '--quote', 'x'],
    ['orders'],
    ['attach', '--project', 'site'],
  ]
  test.each(groups)('of kura registrar %s is a name, not an address', async (...words) => {
    const [command = '', ...options] = words
    await expect(world.kura([command, 'https://example.com/', ...options])).rejects.toMatchObject({
      message: 'Cannot use "https://example.com/" as a domain: expected a name such as example.com',
    })
    expect(world.remote.requests).toEqual([])
  })

  test('may be given as people write it', async () => {
    const { out } = await world.kura(['quote', ' 例え.COM '])
    expect(out).toContain('domain              xn--r8jz45g.com\n')
  })
})
