/** An approval is recorded once; a vouch says to whom a key belongs. */
import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import {
  digestOfApproval,
  readApproval,
  readApprovals,
  recordApproval,
  recordVouch,
} from '../../../lib/core/passkey/approval.ts'
import { challengeOf, LIFETIME } from '../../../lib/core/passkey/challenge.ts'
import { createStatement, statementText } from '../../../lib/core/passkey/statement.ts'
import { approvalSchema } from '../../../lib/core/passkey/stored-records.ts'
import {
  confirmationNumber,
  deploymentOf,
  isSameVouch,
  isSignedBy,
  numberFault,
  parseVouch,
  readPublisherVouch,
  VOUCH_ADDRESS,
  type Vouching,
  vouchIn,
  vouchText,
} from '../../../lib/core/passkey/vouching.ts'
import { keyidOf, rawPublicKey, signEnvelope } from '../../../lib/core/release/envelope.ts'
import type { Root } from '../../../lib/core/release/schema.ts'
import { createMemoryStore } from '../../helpers/memory-store.ts'
import { createPasskey } from '../../helpers/passkey.ts'

const NOW = Date.parse('2026-11-24T09:00:00Z')
const origin = 'https://kura.example.com'
const deployment = deploymentOf([{ signed: 'the first root' }]) ?? ''
const passkey = createPasskey()
const { credential, spki: publicKey } = passkey
const key = { person: 'Mei', scopes: ['accounting.write', 'approve'], credential, publicKey, salt: 'salt' }
const vouching: Vouching = {
  v: 1,
  at: new Date(NOW).toISOString(),
  vouch: { ...key, number: confirmationNumber(key, { deployment }) },
  deployment,
}
const item = { method: 'POST', address: VOUCH_ADDRESS, body: vouchText(vouching), sends: null }

describe('an approval', () => {
  const statement = statementText(
    createStatement({ person: 'Ken', deployment, origin, items: [item] }, { now: NOW }),
  )
  const { clientDataJSON, authenticatorData, signature } = passkey.assert({
    challenge: challengeOf('act', statement),
    origin,
  }).response
  const signed = { clientDataJSON, authenticatorData, signature }
  const given = { statement, ...signed, credential, publicKey, vouches: ['a'.repeat(64)] }

  test('is recorded once, at the time of the store; a second one changes nothing', async () => {
    let now = NOW
    const store = createMemoryStore({ now: () => now })
    const digest = digestOfApproval(given)
    const approval = { ...given, at: new Date(NOW).toISOString() }
    expect(await recordApproval(given, store)).toEqual({ digest, approval, isNew: true })
    now += 1000
    expect(await recordApproval({ ...given, credential: 'another' }, store)).toEqual({
      digest,
      approval,
      isNew: false,
    })
    expect(await readApproval(digest, store)).toEqual(approval)
    expect(await readApprovals([digest, 'b'.repeat(64)], store)).toEqual([approval])
    expect(approvalSchema.parse(approval)).toEqual(approval)
    expect(approvalSchema.safeParse({ ...approval, more: 1 }).success).toBe(false)
  })
})

describe('a vouch', () => {
  const { privateKey } = generateKeyPairSync('ed25519')
  const raw = rawPublicKey(privateKey)
  const root: Root = {
    v: 1,
    version: 1,
    keys: { [keyidOf(raw)]: raw },
    threshold: 1,
    expires: '2027-01-01T00:00:00Z',
  }
  const now = NOW
  const by = (text: string, kind: 'vouch' | 'release' = 'vouch') => signEnvelope(kind, text, [privateKey])

  test('of the publisher is read while it is new, and recorded once', async () => {
    const envelope = by(vouchText(vouching))
    expect(readPublisherVouch(envelope, { root, deployment, now: now + LIFETIME })).toEqual({ vouching })
    const store = createMemoryStore({ now: () => NOW })
    const { digest, isNew } = await recordVouch(envelope, store)
    expect(isNew).toBe(true)
    expect(await readApproval(digest, store)).toEqual({ envelope, at: vouching.at })
    expect((await recordVouch(envelope, store)).isNew).toBe(false)
  })

  const other = { ...vouching.vouch, number: vouching.vouch.number === '000 000' ? '000 001' : '000 000' }
  const REFUSED: Readonly<Record<string, readonly [ReturnType<typeof by>, string, number?]>> = {
    'that is old': [by(vouchText(vouching)), 'vouchTime', now + LIFETIME + 1],
    'from the future': [by(vouchText(vouching)), 'vouchTime', now - LIFETIME - 1],
    'for another deployment': [by(vouchText({ ...vouching, deployment: 'x' })), 'otherDeployment'],
    'with the number of another key': [by(vouchText({ ...vouching, vouch: other })), 'vouchNumber'],
    'signed as a release': [by(vouchText(vouching), 'release'), 'vouchKeys'],
    'that nobody signed': [{ signed: vouchText(vouching), signatures: [] }, 'vouchKeys'],
    'in another form': [by(`${vouchText(vouching)} `), 'vouchMalformed'],
    'that is no vouch': [by('{}'), 'vouchMalformed'],
  }
  test.each(Object.entries(REFUSED))('%s is refused', (_, [envelope, fault, at = now]) => {
    expect(readPublisherVouch(envelope, { root, deployment, now: at })).toMatchObject({
      fault: { id: `passkey.${fault}` },
    })
  })

  test('is the exact body of one request', () => {
    expect(vouchIn({ items: [item] })).toEqual(vouching)
    expect(vouchIn({ items: [item, item] })).toBeUndefined()
    expect(vouchIn({ items: [{ ...item, address: '/api/console/invitations' }] })).toBeUndefined()
    expect(vouchIn({ items: [{ ...item, method: 'DELETE' }] })).toBeUndefined()
    expect(parseVouch(JSON.stringify({ ...vouching, more: 1 }))).toBeUndefined()
  })

  test('is the same as another one of the same key, whenever it was made', () => {
    expect(isSameVouch(vouching, { ...vouching, at: '2026-11-25T09:00:00Z' })).toBe(true)
    expect(isSameVouch(vouching, { ...vouching, vouch: other })).toBe(false)
    expect([numberFault(vouching), numberFault({ ...vouching, vouch: other })?.id]).toEqual([
      undefined,
      'passkey.vouchNumber',
    ])
    expect([isSignedBy(by(vouchText(vouching)), root), isSignedBy(by('{}', 'release'), root)]).toEqual([
      true,
      false,
    ])
  })

  test('has another number for another person, right, key, salt or deployment', () => {
    const numbers = [
      confirmationNumber(key, { deployment }),
      confirmationNumber({ ...key, person: 'Ken' }, { deployment }),
      confirmationNumber({ ...key, scopes: ['admin'] }, { deployment }),
      confirmationNumber({ ...key, credential: 'x' }, { deployment }),
      confirmationNumber({ ...key, publicKey: 'x' }, { deployment }),
      confirmationNumber({ ...key, salt: 'x' }, { deployment }),
      confirmationNumber(key, { deployment: 'x' }),
    ]
    expect(numbers.every(number => /^\d{4} \d{4} \d{4} \d{4}$/.test(number))).toBe(true)
    expect(new Set(numbers).size).toBe(numbers.length)
  })

  test('has any digit at each of the sixteen places of its number', () => {
    const salts = Array.from({ length: 200 }, (_, salt) => `${salt}`)
    const numbers = salts.map(salt =>
      confirmationNumber({ ...key, salt }, { deployment }).replaceAll(' ', ''),
    )
    const places = Array.from({ length: 16 }, (_, at) => new Set(numbers.map(number => number[at])).size)
    expect(places).toEqual(places.map(() => 10))
  })
})
