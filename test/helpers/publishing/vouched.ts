/** People of the console as kura itself stores them: with a passkey for which the publisher's keys have vouched. */
import { addPasskey, changePerson, personKey, vouchFor } from '../../../lib/console/people/people.ts'
import type { Passkey, Role } from '../../../lib/console/people/stored-records.ts'
import { recordVouch } from '../../../lib/core/passkey/approval.ts'
import { confirmationNumber, deploymentOf, vouchText } from '../../../lib/core/passkey/vouching.ts'
import { signEnvelope } from '../../../lib/core/release/envelope.ts'
import { authenticStore } from '../../../lib/core/signatures/authentic-store.ts'
import type { Scope } from '../../../lib/core/signatures/keys.ts'
import type { Store } from '../../../lib/core/store/store.ts'
import { openKeys } from '../../../lib/publishing/keys/folder.ts'
import { readChain } from '../../../lib/publishing/keys/roots.ts'
import { createPasskey, type SoftwarePasskey } from '../passkey.ts'
import type { TestPublisher } from './release.ts'

const SECRET = Buffer.alloc(32, 9)
/** The KURA_SEAL_KEYS of the functions that tests serve. */
export const SEAL_KEYS = `1:${SECRET.toString('base64url')}`

/** Returns the store as a deployment with `SEAL_KEYS` sees it; without it, a test writes as a stranger does. */
export function kurasOwn(store: Store): Store {
  return authenticStore(store, () => [{ epoch: '1', secret: SECRET }])
}

export interface Employee {
  readonly name: string
  readonly scopes: readonly Scope[]
  readonly role?: Role
  readonly passkey?: SoftwarePasskey
  /** The host name of the passkey. */
  readonly host?: string
  readonly language?: 'en' | 'ja'
}

/** Adds a person for whose passkey the publisher's keys have vouched; `store` is that of `kurasOwn`. */
export async function employ(
  { name, scopes, role, passkey = createPasskey(), host = 'localhost', language }: Employee,
  { publisher, store }: { readonly publisher: TestPublisher; readonly store: Store },
): Promise<{ readonly key: string; readonly passkey: SoftwarePasskey; readonly stored: Passkey }> {
  const { now } = await store.read('none')
  const chain = await readChain(publisher.releaseDir)
  const deployment = deploymentOf(chain.map(({ envelope }) => envelope)) ?? ''
  const { credential, publicKey, spki, algorithm } = passkey
  const about = { person: name, scopes: [...scopes], credential, publicKey: spki, salt: 'salt' }
  const number = confirmationNumber(about, { deployment })
  const text = vouchText({ v: 1, at: new Date(now).toISOString(), vouch: { ...about, number }, deployment })
  const keyids = Object.keys(chain.at(-1)?.root.keys ?? {})
  const keys = await openKeys(publisher.keys, { keyids, needed: 1 })
  const envelope = signEnvelope(
    'vouch',
    text,
    keys.map(({ privateKey }) => privateKey),
  )
  const { digest } = await recordVouch(envelope, store)
  const made = { credential, publicKey, spki, algorithm, salt: 'salt', number, scopes: [...scopes] }
  const added = { ...made, ...(role && { role }), host, invitedBy: 'ken' }
  const key = personKey(name)
  await changePerson(key, addPasskey({ name, since: new Date(now).toISOString() }, added), store)
  await changePerson(
    key,
    vouchFor({ ...made, name }, { by: 'operator', approval: digest, publisher: true }, 0),
    store,
  )
  const stored = await changePerson(
    key,
    person => {
      if (!person) throw new Error(`${name} is not stored`)
      const write = { ...person, ...(language && { language }) }
      return { write, result: write.passkeys.at(-1) as Passkey }
    },
    store,
  )
  return { key, passkey, stored }
}
