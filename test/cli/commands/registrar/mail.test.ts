import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { DAY } from '../../../helpers/remotes/registrar.ts'
import { type CommandWorld, createCommandWorld, DOMAIN } from './world.ts'

let world: CommandWorld
beforeEach(async () => {
  world = await createCommandWorld()
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
    expect((await world.kura(['orders'])).out).not.toContain('confirm by')
    await world.buy()
    const { out } = await world.kura(['orders'])
    expect(out).toMatch(/^example\.com {2}30 June 2026 {2}open {3}15 days from the purchase$/m)
    const refused = await world.kura(['settle', DOMAIN, '--verified'], { answers: ['no'] })
    expect(refused.asked).toEqual(["was the link in the registrar's message opened? (yes/no) "])
    expect(refused.out).toMatch(/\nnothing was changed\n$/)
    expect((await world.kura(['settle', DOMAIN, '--verified'], { answers: ['yes', 'Mei'] })).out).toMatch(
      /^the purchase "example\.com" is purchasing.*:\n(?:.*\n)*operation {2}\S+\nnoted: .* is confirmed, says Mei \(key hana\)$/m,
    )
    expect((await world.kura(['orders'])).out).toContain('confirmed by Mei (key hana)')
    world.remote.clock.now += 3 * DAY
    await writeFile(join(world.folder, 'reminder.eml'), MESSAGE)
    const { out: mail } = await world.kura(['mail', 'reminder.eml'])
    expect(mail).toContain('sender    no-reply@registrar.example\n')
    expect(mail).toContain('deadline  yes (ACTION REQUIRED, Verify)\n')
    expect(mail).toContain('effect    the deadline of example.com is open again\n')
    expect((await world.kura(['orders'])).out).toContain('open, reopened by a reminder')
  })

  test('a message that cannot be read surely is never called harmless', async () => {
    await world.buy()
    await world.kura(['settle', DOMAIN, '--verified'], { answers: ['yes', 'Mei'] })
    world.remote.clock.now += 3 * DAY
    const cut = Buffer.concat([Buffer.from('Subject: '), Buffer.from([0xe7, 0xa2]), Buffer.from('\r\n\r\n')])
    await writeFile(join(world.folder, 'cut.eml'), cut)
    const { out } = await world.kura(['mail', 'cut.eml'])
    expect(out).toContain('deadline  unknown, look at the mail')
    expect(out).toContain(`effect    the deadline of ${DOMAIN} is open again`)
  })

  test('a message of a domain that was not bought here says so', async () => {
    await writeFile(join(world.folder, 'other.eml'), MESSAGE)
    expect((await world.kura(['mail', 'other.eml'])).out).toContain(
      'it names no domain that was bought here; name one with --domain',
    )
  })
})
