/** The pages offer only acts that the role may do: no link, picture or form leads its reader to a refusal. */
import { expect, test } from 'vitest'
import { ROLES } from '../../../lib/console/invitations.ts'
import type { Scope } from '../../../lib/core/signatures/keys.ts'
import { createReceiptsWorld, LUNCH } from '../pages/accounting/receipts/world.ts'
import { formsOf } from './furnished.ts'

/** People who may only look, only enter, and only do one thing. */
const PEOPLE: readonly (readonly [string, readonly Scope[]])[] = [
  ['viewer', ROLES.viewer],
  ['enters', ['accounting.read', 'accounting.write', 'today.read']],
  ['waits', ['today.read']],
  ['reads', ['accounting.read']],
  ['sees messages', ['chat.read']],
  ['sees domains', ['registrar.read']],
]

/** Acts of a person that end the walk, or need a file. */
const LEFT_OUT = ['/console/sign-out', '/console/language', '/console/receipts']

/** The texts for empty fields, so that a form reaches its service. */
const TYPED: Readonly<Record<string, string>> = {
  name: 'Friday',
  text: 'closed on Friday',
  people: 'ken',
  domain: 'kura-example.com',
  from: '2026-04-01',
  until: '2026-04-30',
}

/** Skips the pages of other months and companies, which look like those that are visited. */
const isNew = (link: string) => !/month=|file=with|company=7654321/.test(link)

test('no page leads a person to a page or an act that the role does not include', async () => {
  const { signIn } = await createReceiptsWorld()
  const mei = await signIn('Mei')
  const { row } = await mei.send(['lunch.jpg', '\xff\xd8\xff\xe0 lunch'])
  await mei.post({ row, act: 'register', ...LUNCH, 'line-0-amount': '▲1,100' })
  for (const [name, scopes] of PEOPLE) {
    const { open } = await signIn(name, scopes)
    const addresses = new Set(['/console'])
    const posted = new Set(LEFT_OUT)
    const refused: string[] = []
    for (const address of addresses) {
      const { status, bytes } = await open(address)
      if (status === 403) refused.push(address)
      for (const { action, fields } of formsOf(String(bytes))) {
        const act = `${action} ${fields['act'] ?? ''}`.trim()
        if (posted.has(act)) continue
        posted.add(act)
        const filled = Object.entries(fields).map(([field, value]) => [field, value || TYPED[field] || ''])
        const sent = await open(action, {
          method: 'POST',
          body: new URLSearchParams(Object.fromEntries(filled) as Record<string, string>),
        })
        if (sent.status === 403) refused.push(act)
      }
      for (const [, link = ''] of String(bytes).matchAll(/(?:href|src)="(\/console[^"#]*)"/g))
        if (isNew(link)) addresses.add(link.replaceAll('&amp;', '&'))
    }
    expect([name, refused]).toEqual([name, []])
    expect(addresses.has('/console/receipts')).toBe(scopes.includes('accounting.write'))
    expect(addresses.size).toBeGreaterThan(1)
  }
})
