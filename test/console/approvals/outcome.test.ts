/**
 * The page of an outcome, shown by a process that has executed none of the items. The acts that the console executes
 * can be proved from the publisher's key, as `kura log verify` does.
 */
import { expect, test, vi } from 'vitest'
import { outcomePage } from '../../../lib/console/approvals/outcome.ts'
import { AppError } from '../../../lib/core/errors.ts'
import { readApprovals } from '../../../lib/core/passkey/approval.ts'
import { deploymentOf } from '../../../lib/core/passkey/vouching.ts'
import { listAll } from '../../../lib/core/store/list.ts'
import { readChain } from '../../../lib/publishing/keys/roots.ts'
import { checkApprovals } from '../../../lib/services/activity/verify/approvals.ts'
import { archivedApprovals } from '../../../lib/services/activity/verify/archive.ts'
import { viewIn } from '../view.ts'
import { createApprovalWorld, revocation } from './world.ts'

const ERRORS = ['registrar.refusals.expired', 'registrar.caps.day', 'registrar.failures.payment'] as const

test('has the texts of the errors that another process has stored', async () => {
  vi.resetModules()
  await import('../../../lib/console/approvals/outcome.ts')
  const { MESSAGES } = await import('../../../lib/core/language/catalogue.ts')
  expect(ERRORS.filter(id => !MESSAGES.has(id))).toEqual([])
})

test('an entry that cannot be read is named as such, not as a wrong address', () => {
  const item = { method: 'POST', address: '/api/chat/messages/resolve', body: '{"case":"a"}', sends: null }
  const error = new AppError('bad_request', 'Cannot read the body: `message` is not valid')
  const executed = {
    digest: 'd',
    items: [{ item, outcome: { state: 'failed', error } as const }],
    continues: true,
  }
  const { body } = outcomePage(
    executed,
    { issued: '', answer: '', back: '/console' },
    viewIn('en', '/console/approve'),
  )
  expect(String(body)).toContain('<strong>a</strong>: not done: what was entered is not valid')
})

test.each([
  { state: 'left', want: 'not begun yet' },
  { state: 'lost', want: 'begun and interrupted: its page shows whether it was done' },
  { state: 'working', want: 'under way: look again in two minutes' },
] as const)('an item of an expired statement that is $state', ({ state, want }) => {
  const item = { method: 'POST', address: '/api/chat/messages/resolve', body: '{"case":"a"}', sends: null }
  const executed = { digest: 'd', items: [{ item, outcome: { state } }], continues: false }
  const carried = { issued: '', answer: '', back: '/console' }
  const page = String(outcomePage(executed, carried, viewIn('en', '/console/approve')).body)
  expect(page).toContain(`<strong>a</strong>: ${want}`)
  expect(page).toContain('The approval has expired: approve what is left on its page.')
})

const ACTS = new Map([['POST /api/admin/revocations', { scope: 'admin', logged: ['keyid'] }]])

/** Creates the world, with a person for whom the publisher's key has signed a vouch. */
async function createProvedWorld() {
  const world = await createApprovalWorld()
  const { store } = world
  const chain = await readChain(world.publisher.releaseDir)
  const deployment = deploymentOf(chain.map(({ envelope }) => envelope)) ?? ''
  const mei = await world.add('Mei', ['admin', 'approve'])
  const check = async () => {
    const { records } = await listAll(store, 'approval/')
    const approvals = await readApprovals(
      records.map(({ key }) => key.replace('approval/', '')),
      store,
    )
    const entries = (await world.entries()).map(entry => ({ entry }))
    return checkApprovals(entries, {
      ...archivedApprovals([], approvals),
      deployment,
      roots: chain.map(({ root }) => root),
      acts: ACTS,
    })
  }
  return { ...world, mei, check }
}

test('the entries of a statement with two items are proved, and fit no other act', async () => {
  const world = await createProvedWorld()
  const items = [revocation('lost:admin:1'), revocation('old:admin:1')]
  await world.post(await world.sign(items, world.mei), world.mei)
  expect(await world.check()).toMatchObject({ findings: [], proved: 2, without: [] })
  const key = 'activity/entry/0000000001'
  const { record } = await world.store.read(key)
  const entry = JSON.parse(record?.value ?? '')
  const value = JSON.stringify({ ...entry, what: { ...entry.what, keyid: 'mine:admin:1' } })
  await world.store.swap(key, record?.version, { value, version: 'changed' })
  expect(await world.check()).toMatchObject({
    findings: [{ state: 'wrong', entry: 1, text: 'the approval of entry 1 is about another act' }],
    proved: 1,
  })
})
