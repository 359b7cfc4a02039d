/** What a role may not do is not offered: no link, picture or button of a page leads its reader to a refusal. */
import { expect, test } from 'vitest'
import { ROLES } from '../../../lib/console/invitations.ts'
import type { Scope } from '../../../lib/core/signatures/keys.ts'
import { createReceiptsWorld, LUNCH } from '../pages/accounting/receipts/world.ts'

/** People who may only look, and only enter. */
const PEOPLE: readonly (readonly [string, readonly Scope[]])[] = [
  ['viewer', ROLES.viewer],
  ['enters', ['accounting.read', 'accounting.write', 'today.read']],
]

/** The pages of other months look like that of this one. */
const isNew = (link: string) => !/month=|file=with|company=7654321/.test(link)

test('no page leads a person to a page that the role may not open', async () => {
  const { signIn } = await createReceiptsWorld()
  const mei = await signIn('Mei')
  const { row } = await mei.send(['lunch.jpg', '\xff\xd8\xff\xe0 lunch'])
  await mei.post({ row, act: 'register', ...LUNCH, 'line-0-amount': '▲1,100' })
  for (const [name, scopes] of PEOPLE) {
    const { open } = await signIn(name, scopes)
    const addresses = new Set(['/console'])
    const refused: string[] = []
    for (const address of addresses) {
      const { status, bytes } = await open(address)
      if (status === 403) refused.push(address)
      for (const [, link = ''] of String(bytes).matchAll(/(?:href|src)="(\/console[^"#]*)"/g))
        if (isNew(link)) addresses.add(link.replaceAll('&amp;', '&'))
    }
    expect([name, refused]).toEqual([name, []])
    expect(addresses.has('/console/receipts')).toBe(scopes.includes('accounting.write'))
    expect(addresses.size).toBeGreaterThan(1)
  }
})
