import { beforeEach, describe, expect, test } from 'vitest'
import { readContact } from '../../../../lib/cli/commands/registrar/terms.ts'
import { MINUTE } from '../../../helpers/remotes/registrar.ts'
import { temporaryDirectory } from '../../../helpers/temporary-directory.ts'
import { type CommandWorld, createCommandWorld, DOMAIN } from './world.ts'

describe('attach', () => {
  let world: CommandWorld
  beforeEach(async () => {
    world = await createCommandWorld()
  })

  test('kura registrar attach shows its steps, does them, and is ready once https answers', async () => {
    await world.buy()
    world.remote.clock.now += MINUTE
    const words = ['attach', DOMAIN, '--project', 'site']
    expect((await world.kura(words)).out).toContain('  redirect www.example.com to example.com with 301\n')
    world.https.failures = 2
    const early = await world.kura([...words, '--write', '--no-wait'])
    expect(early.out).toContain('not ready yet: run the same command again later\n')
    expect(early.status).toBe(1)
    world.https.failures = 2
    const { out, err, status } = await world.kura([...words, '--write'])
    expect(err).toContain('waiting until the apex answers over https and www redirects to it\n')
    expect(out).toMatch(/^www\.example\.com {2}yes {7}example\.com \(301\) {2}301 https:\/\/example\.com\/$/m)
    expect(out).toContain('ready: the apex answers over https, and www redirects to it\n')
    expect(status).toBe(0)
    expect((await world.kura(words)).out).toBe('nothing is left to do\n')
  })
})

describe('terms', () => {
  const CONTACT = { firstName: 'Hanako', city: '千代田区' }

  test.each([
    { name: 'plain', before: '' },
    { name: 'with the byte order mark of an editor', before: '\uFEFF' },
  ])('readContact() reads a JSON object, $name', async ({ before }) => {
    const cwd = await temporaryDirectory({ 'contact.json': before + JSON.stringify(CONTACT) })
    expect(await readContact({ contact: 'contact.json' }, { cwd })).toEqual(CONTACT)
  })

  test.each([
    ['03-1234-5678', 'JP', '+81.312345678'],
    ['０９０ー１２３４ー５６７８', undefined, '+81.9012345678'],
    ['030 123456', 'DE', '030 123456'],
  ])('readContact() reads the number %s of %s as people write it', async (number, country, phone) => {
    const contact = { phone: number, fax: number, country }
    const cwd = await temporaryDirectory({ 'contact.json': JSON.stringify(contact) })
    expect(await readContact({ contact: 'contact.json' }, { cwd })).toMatchObject({ phone, fax: phone })
  })

  test('readContact() returns nothing if no file is named', async () => {
    expect(await readContact({}, { cwd: '.' })).toBeUndefined()
  })
})
