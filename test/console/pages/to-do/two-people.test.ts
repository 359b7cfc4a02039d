/** Above the amount in KURA_APPROVE_ABOVE two people have to approve a deal. Each page says who still has to. */
import { beforeEach, expect, test } from 'vitest'
import { changePerson, personKey } from '../../../../lib/console/people/people.ts'
import { personOf } from '../../known-people.ts'
import { inReview, servedConsole } from './world.ts'

const PAGE = '/console/item?kind=deal&name=receipt+1'
const SCOPES = ['accounting.read', 'accounting.write', 'today.read', 'approve'] as const

type World = Awaited<ReturnType<typeof servedConsole>>
type Person = Awaited<ReturnType<World['colleague']>>

let world: World
let ken: Person
beforeEach(async () => {
  world = await servedConsole({ env: { KURA_APPROVE_ABOVE: '1000' } })
  await inReview(world, 'receipt 1')
  ken = await world.colleague('Ken', SCOPES)
})

const approve = async ({ open, send, signed }: Person) =>
  send('/console/approve', signed((await open(PAGE)).text))
const state = async () => (await world.ask('/cases/receipt%201')).body.state

test('the first approval is not called done; the second, of another person, sends the deal', async () => {
  const { text } = await approve(world)
  expect(text).toContain('0 of 1 item done')
  expect(text).toContain('approved, and not sent yet: another person has to approve it too')
  expect(await state()).toBe('review')
  expect((await ken.open(PAGE)).text).toContain('Mei has approved it. It is sent when another person')
  const { text: sent } = await approve(ken)
  expect(sent).toContain('<strong>消耗品費, 1,100 yen, 2027-06-15</strong>: done <a')
  expect(sent).toMatch(/<summary>Details<.*: deal \d+<.*Approval [0-9a-f]{64}</s)
  expect(await state()).toBe('done')
})

test('the same person again, and a statement from before the first approval, send nothing', async () => {
  const before = ken.signed((await ken.open(PAGE)).text)
  await approve(world)
  expect((await approve(world)).text).toContain('&quot;Mei&quot; has approved it already')
  expect((await ken.send('/console/approve', before)).text).toContain('does not name the first approval')
  expect(await state()).toBe('review')
})

test('one person alone reads that another one has to be invited', async () => {
  await changePerson(
    personKey('Ken'),
    () => ({ write: personOf({ name: 'Ken', scopes: [], passkeys: [] }), result: undefined }),
    world.own,
  )
  expect((await approve(world)).text).toContain('two people have to approve this amount, and one person can')
  expect(await state()).toBe('review')
})
