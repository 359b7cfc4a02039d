/** The acts that the console executes can be proved from the publisher's key, as `kura log verify` does. */
import { createPrivateKey } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { addPasskey, changePerson, personKey, vouchFor } from '../../../lib/app/people/people.ts'
import { beginSession, sessionOf } from '../../../lib/console/sessions.ts'
import { readApprovals, recordVouch } from '../../../lib/core/passkey/approval.ts'
import { confirmationNumber, deploymentOf, vouchText } from '../../../lib/core/passkey/vouching.ts'
import { signEnvelope } from '../../../lib/core/release/envelope.ts'
import { listAll } from '../../../lib/core/store/list.ts'
import { readChain } from '../../../lib/publishing/keys/roots.ts'
import { checkApprovals } from '../../../lib/services/activity/verify/approvals.ts'
import { archivedApprovals } from '../../../lib/services/activity/verify/archive.ts'
import { createPasskey } from '../../helpers/passkey.ts'
import { createApprovalWorld, revocation } from './world.ts'

const ACTS = new Map([['POST /api/admin/revocations', { scope: 'admin', logged: ['keyid'] }]])

/** Creates the world, with a person for whom the publisher's key has signed a vouch. */
async function createProvedWorld() {
  const world = await createApprovalWorld()
  const { store, clock } = world
  const releaseDir = world.settings['KURA_RELEASE_DIR'] ?? ''
  const keyDir = join(releaseDir, '..', 'keys')
  const [pem = ''] = await readdir(keyDir)
  const chain = await readChain(releaseDir)
  const deployment = deploymentOf(chain.map(({ envelope }) => envelope)) ?? ''
  const passkey = createPasskey()
  const about = {
    person: 'Mei',
    scopes: ['admin', 'approve'],
    credential: passkey.credential,
    publicKey: passkey.spki,
    salt: 'salt',
  }
  const number = confirmationNumber(about, { deployment })
  const at = new Date(clock.now).toISOString()
  const text = vouchText({ v: 1, at, vouch: { ...about, number }, deployment })
  const key = createPrivateKey(await readFile(join(keyDir, pem)))
  const { digest } = await recordVouch(signEnvelope('vouch', text, [key]), store)
  const { credential, publicKey, spki, algorithm } = passkey
  const made = {
    credential,
    publicKey,
    spki,
    algorithm,
    salt: 'salt',
    number,
    scopes: ['admin', 'approve'] as const,
  }
  const own = { ...made, scopes: [...made.scopes] }
  const person = personKey('Mei')
  const added = { ...own, host: 'kura.example.com', invitedBy: 'ken' }
  await changePerson(person, addPasskey({ name: 'Mei', since: at }, added), store)
  const evidence = { by: 'operator', approval: digest, publisher: true } as const
  await changePerson(person, vouchFor({ ...own, name: 'Mei' }, evidence, 0), store)
  const id = await beginSession({ person, credential }, store)
  const headers = new Headers({ cookie: `__Host-kura-session=${id}` })
  const session = async () => {
    const found = await sessionOf({ headers }, { store, local: false })
    if (!found) throw new Error('no session')
    return found
  }
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
  return { ...world, mei: { name: 'Mei', passkey, session }, check }
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
