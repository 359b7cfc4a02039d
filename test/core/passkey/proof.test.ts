/**
 * An approval is proved from the publisher's key over every vouch. If anything is missing or changed, the proof fails.
 */
import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { digestOfApproval } from '../../../lib/core/passkey/approval.ts'
import { proveApproval } from '../../../lib/core/passkey/proof.ts'
import type { StoredApproval } from '../../../lib/core/passkey/stored-records.ts'
import { VOUCH_ADDRESS, type Vouching, vouchText } from '../../../lib/core/passkey/vouching.ts'
import { withIncluded } from '../../../lib/core/signatures/keys.ts'
import { createPasskey } from '../../helpers/passkey.ts'
import { createCompany } from '../../services/activity/exports.ts'
import { createApprovals, type Person } from './office.ts'

const DEPLOYMENT = 'd'.repeat(64)
const ITEM = { method: 'POST', address: '/api/accounting/deals/a/release', body: '{}', sends: null }
const vouchItem = (vouching: Vouching) => ({
  method: 'POST',
  address: VOUCH_ADDRESS,
  body: vouchText(vouching),
  sends: null,
})
const ALL = ['admin', 'approve', 'accounting.write']

function createWorld() {
  const { root, key } = createCompany()
  let now = Date.parse('2026-11-24T09:00:00Z')
  const shown = { root: 0, late: new Set<string>() }
  const office = createApprovals({ deployment: DEPLOYMENT, key, now: () => now })
  const prove = (digest: string, change: (records: StoredApproval[]) => StoredApproval[] = all => all) => {
    const approvals = new Map(
      change([...office.records, ...elsewhere.records]).map(one => [digestOfApproval(one), one]),
    )
    const trusted = { roots: [root], rootAt: () => shown.root, late: shown.late, deployment: DEPLOYMENT }
    const proof = proveApproval(digest, { approvals, ...trusted, withIncluded })
    return 'fault' in proof ? proof.fault.id.replace('passkeyProof.', '') : proof.scopes
  }
  const elsewhere = createApprovals({ deployment: 'e'.repeat(64), key, now: () => now })
  return {
    ...office,
    /** Another deployment of the same publisher, whose records are in the archive too. */
    elsewhere,
    /** The facts that the archive shows: the newest root in use, and the records that were added late. */
    shown,
    prove,
    pass(milliseconds: number) {
      now += milliseconds
    },
  }
}

type World = ReturnType<typeof createWorld>

const withKey = (person: Person, passkey = createPasskey()): Person => ({ ...person, passkey })

const ROWS: Readonly<Record<string, readonly [(world: World) => string, string | readonly string[]]>> = {
  'the publisher vouched for the approver': [w => w.approve(w.fromPublisher('Mei', ALL), [ITEM]), ALL],
  'the publisher alone': [w => w.fromPublisher('Mei', ALL).vouches[0] ?? '', ALL],
  'a colleague vouched for one who approves nothing': [
    w => w.approve(w.fromPeople('Ken', ['accounting.write'], [w.fromPublisher('Mei', ALL)]), [ITEM]),
    ['accounting.write'],
  ],
  'two people made an approver': [
    w => {
      const two = [w.fromPublisher('Mei', ALL), w.fromPublisher('Hana', ALL)]
      return w.approve(w.fromPeople('Ken', ALL, two), [ITEM])
    },
    ALL,
  ],
  'one person made an approver': [
    w => w.approve(w.fromPeople('Ken', ALL, [w.fromPublisher('Mei', ALL)]), [ITEM]),
    'twoPeople',
  ],
  'one person vouched twice': [
    w => {
      const mei = w.fromPublisher('Mei', ALL)
      return w.approve(w.fromPeople('Ken', ALL, [mei, mei]), [ITEM])
    },
    'twoPeople',
  ],
  'an approver vouched for an own further passkey': [
    w => w.approve(w.fromPeople('Mei', ALL, [w.fromPublisher('Mei', ALL)]), [ITEM]),
    ALL,
  ],
  'the voucher may not vouch': [
    w => {
      const ken = w.fromPublisher('Ken', ['accounting.write'])
      return w.approve(w.fromPeople('Jun', ['accounting.write'], [ken]), [ITEM])
    },
    'scopes',
  ],
  'the voucher lacks what was granted': [
    w => w.approve(w.fromPeople('Ken', ['registrar.buy'], [w.fromPublisher('Mei', ALL)]), [ITEM]),
    'scopes',
  ],
  'a stranger signed the vouch': [
    w => {
      const { privateKey } = generateKeyPairSync('ed25519')
      return w.approve(w.fromPublisher('Mei', ALL, privateKey), [ITEM])
    },
    'publisher',
  ],
  'another key signed': [
    w => w.approve(w.fromPublisher('Mei', ALL), [ITEM], createPasskey()),
    'passkey.signature',
  ],
  'the vouch is for another key': [
    w => w.approve(withKey(w.fromPublisher('Mei', ALL)), [ITEM]),
    'otherVouch',
  ],
  'the vouch is for another person': [
    w => w.approve({ ...w.fromPublisher('Mei', ALL), name: 'Ken' }, [ITEM]),
    'otherVouch',
  ],
  'the vouch came later': [
    w => {
      const passkey = createPasskey()
      w.pass(1000)
      const later = w.fromPublisher('Mei', ALL)
      w.pass(-1000)
      return w.approve({ ...later, passkey: later.passkey ?? passkey }, [ITEM])
    },
    'otherVouch',
  ],
  'no vouch is named': [w => w.approve({ ...w.fromPublisher('Mei', ALL), vouches: [] }, [ITEM]), 'unvouched'],
  'an approval of a deal is named as a vouch': [
    w => {
      const mei = w.fromPublisher('Mei', ALL)
      return w.approve({ ...mei, vouches: [w.approve(mei, [ITEM])] }, [ITEM])
    },
    'otherVouch',
  ],
  'the vouch is for another key of the same passkey': [
    w => {
      const mei = w.fromPublisher('Mei', ALL)
      const { credential } = mei.passkey
      return w.approve(withKey(mei, { ...createPasskey(), credential }), [ITEM])
    },
    'otherVouch',
  ],
  'a passkey vouches for itself': [
    w => {
      const passkey = createPasskey()
      const digest = w.approve({ name: 'Mei', passkey, vouches: [] }, [
        vouchItem(w.vouchingFor('Mei', passkey, ALL)),
      ])
      const record = w.records.pop() as StoredApproval
      return w.keep({ ...record, vouches: [digest] } as StoredApproval)
    },
    'circle',
  ],
  'the number is that of another key': [
    w => {
      const passkey = createPasskey()
      const { vouch, ...about } = w.vouchingFor('Ken', passkey, ['accounting.write'])
      const number = vouch.number === '000 000' ? '000 001' : '000 000'
      const by = w.approve(w.fromPublisher('Mei', ALL), [
        vouchItem({ ...about, vouch: { ...vouch, number } }),
      ])
      return w.approve({ name: 'Ken', passkey, vouches: [by] }, [ITEM])
    },
    'otherVouch',
  ],
  'two people vouched for different scopes': [
    w => {
      const passkey = createPasskey()
      const vouches = ['Mei', 'Hana'].map((name, at) => {
        const vouching = w.vouchingFor('Ken', passkey, at === 0 ? ALL : ['approve'])
        return w.approve(w.fromPublisher(name, ALL), [vouchItem(vouching)])
      })
      return w.approve({ name: 'Ken', passkey, vouches }, [ITEM])
    },
    'otherVouch',
  ],
  'the root had expired': [
    w => {
      w.pass(60 * 86_400_000)
      return w.fromPublisher('Mei', ALL).vouches[0] ?? ''
    },
    'publisher',
  ],
  'another root had been in use when the vouch was recorded': [
    w => {
      w.shown.root = 2
      return w.approve(w.fromPublisher('Mei', ALL), [ITEM])
    },
    'publisher',
  ],
  'the vouch came into the archive later than it says': [
    w => {
      const mei = w.fromPublisher('Mei', ALL)
      w.shown.late.add(mei.vouches[0] ?? '')
      return w.approve(mei, [ITEM])
    },
    'late',
  ],
  'the vouch was recorded an hour after it was signed': [
    w => {
      const mei = w.fromPublisher('Mei', ALL)
      const record = w.records.pop() as StoredApproval
      w.pass(3_600_000)
      w.keep({ ...record, at: '2026-11-24T10:00:00Z' })
      return w.approve(mei, [ITEM])
    },
    'time',
  ],
  "the publisher's vouch is for another deployment": [
    w => w.elsewhere.fromPublisher('Mei', ALL).vouches[0] ?? '',
    'otherVouch',
  ],
  'another deployment': [
    w => {
      const other = createApprovals({ deployment: 'e'.repeat(64), key: createCompany().key, now: () => 0 })
      const digest = other.approve(other.fromPublisher('Mei', ALL), [ITEM])
      for (const one of other.records) w.keep(one)
      return digest
    },
    'otherStatement',
  ],
}

test.each(Object.entries(ROWS))('%s', (_, [make, want]) => {
  const world = createWorld()
  expect(world.prove(make(world))).toEqual(want)
})

test('a lost vouch, and one recorded outside its 15 minutes, break the proof', () => {
  const world = createWorld()
  const mei = world.fromPublisher('Mei', ALL)
  const digest = world.approve(mei, [ITEM])
  expect(world.prove(digest, all => all.filter(one => !('envelope' in one)))).toBe('missing')
  expect(world.prove('a'.repeat(64))).toBe('missing')
  const moved = (at: string) =>
    world.prove(digest, all => all.map(one => ('envelope' in one ? one : { ...one, at })))
  expect(moved('2026-11-24T09:15:00.001Z')).toBe('time')
  expect(moved('2026-11-24T08:59:59.999Z')).toBe('time')
})
