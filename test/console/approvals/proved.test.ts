/** The acts that the console executes can be proved from the publisher's key, as `kura log verify` does. */
import { expect, test } from 'vitest'
import { readApprovals } from '../../../lib/core/passkey/approval.ts'
import { deploymentOf } from '../../../lib/core/passkey/vouching.ts'
import { listAll } from '../../../lib/core/store/list.ts'
import { readChain } from '../../../lib/publishing/keys/roots.ts'
import { checkApprovals } from '../../../lib/services/activity/verify/approvals.ts'
import { archivedApprovals } from '../../../lib/services/activity/verify/archive.ts'
import { createApprovalWorld, revocation } from './world.ts'

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
