/**
 * A stranger's request costs the store no command, at any path of any function. The one exception: an unknown passkey
 * that answers the challenge of the sign-in page costs one command, until the limit is reached.
 */
import { randomBytes } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { SERVICES } from '../../lib/app/contracts/services.ts'
import { provideDeps } from '../../lib/app/core.ts'
import { changePerson, personKey } from '../../lib/console/people/people.ts'
import { type Endpoint, PUBLIC } from '../../lib/core/http/contract.ts'
import { challengeOf } from '../../lib/core/passkey/challenge.ts'
import { deriveSecret } from '../../lib/core/signatures/keys.ts'
import { newNonce, signRequest } from '../../lib/core/signatures/sign.ts'
import { passkeyOf, personOf } from '../console/known-people.ts'
import { createMemoryStore } from '../helpers/memory-store.ts'
import { createPasskey } from '../helpers/passkey.ts'
import { kurasOwn, SEAL_KEYS } from '../helpers/publishing/vouched.ts'

const ORIGIN = 'https://kura.example'
const store = createMemoryStore()
const mei = createPasskey()
const invented = (length = 24) => randomBytes(length).toString('base64url')

interface Asked {
  readonly method: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly fields?: Readonly<Record<string, string>>
}

beforeAll(async () => {
  provideDeps({
    env: {
      KURA_SECRETS: `1:${randomBytes(32).toString('base64url')}`,
      KURA_SEAL_KEYS: SEAL_KEYS,
      KURA_URL: ORIGIN,
      CRON_SECRET: randomBytes(32).toString('hex'),
    },
    log: () => undefined,
    openStore: async () => store,
  })
  const { credential, publicKey, spki, algorithm } = mei
  const passkeys = [passkeyOf({ credential, publicKey, spki, algorithm, vouched: new Date().toISOString() })]
  const write = personOf({ name: 'Mei', passkeys })
  await changePerson(personKey('Mei'), () => ({ write, result: undefined }), kurasOwn(store))
})

/** Every endpoint of every function, each also with methods that it does not have, and an unknown path below it. */
const PLACES = SERVICES.flatMap(({ name, function: served = name, contract }) =>
  Object.values(contract.endpoints as Readonly<Record<string, Endpoint>>).flatMap(endpoint => {
    const path = endpoint.path.replaceAll(/\{\w+\}/g, 'x')
    const written = endpoint.changes === 'by mode' ? `${path}?mode=write` : path
    const at = (method: string, asked: string) => ({ served, method, path: asked, endpoint })
    return [
      at(endpoint.method, written),
      at('HEAD', path),
      at('OPTIONS', path),
      at(endpoint.method, `${path}/unknown`),
      at('GET', `${path}?unknown=1`),
    ]
  }),
)

/** The requests that a stranger can invent without any secret, by name. */
const STRANGERS: Readonly<Record<string, (asked: Asked) => Asked>> = {
  nothing: asked => asked,
  'invented cookies': asked => {
    const names = ['session', 'browser', 'seen', 'authorize']
    const cookie = names.map(name => `__Host-kura-${name}=${invented()}`).join('; ')
    return { ...asked, headers: { cookie }, fields: { to: '/console', language: 'en' } }
  },
  'a cookie of the older form': asked => ({
    ...asked,
    headers: { cookie: `__Host-kura-session=${invented(32)}` },
  }),
  'an invented token': asked => ({
    ...asked,
    headers: { authorization: `Bearer ${invented()}` },
    fields: { token: invented() },
  }),
  'an invented answer': asked => ({
    ...asked,
    fields: { issued: `issued1.1.${invented()}.${invented(32)}`, answer: '{}' },
  }),
  'an invented key': asked => ({ ...asked, headers: signedBy('stranger:admin:1', asked) }),
  'an invented token of a device': asked => ({
    ...asked,
    headers: signedBy('demo-0123456789abcdef:enrol:1', asked),
  }),
}

function signedBy(keyid: string, { method, path }: Asked): Record<string, string> {
  const secret = deriveSecret(randomBytes(32), keyid)
  return { ...signRequest({ method, url: ORIGIN + path, keyid, secret, now: Date.now(), nonce: newNonce() }) }
}

/** Sends a request, and returns the answer and the number of commands that it has cost. */
async function ask(served: string, { method, path, headers, fields }: Asked) {
  const { default: handler } = await import(`../../api/${served}.ts`)
  const before = commands()
  const answer: Response = await handler.fetch(
    new Request(ORIGIN + path, {
      method,
      headers: { accept: 'text/html', 'sec-fetch-site': 'same-origin', ...headers },
      ...((method === 'POST' || method === 'PUT') && { body: new URLSearchParams(fields) }),
    }),
  )
  return { answer, cost: commands() - before }
}

const commands = () => Object.values(store.calls).reduce((sum, count) => sum + count, 0)

/** Answers the sign-in page with a passkey, as a program of a stranger can. */
async function signIn(name: string, credential?: string) {
  const { answer: page } = await ask('console', { method: 'GET', path: '/console/sign-in' })
  const text = await page.text()
  const [, block = '{}'] = /<script type="application\/json" id="passkey">(.*?)<\/script>/s.exec(text) ?? []
  const [, issued = ''] = /name="issued" value="([^"]*)"/.exec(text) ?? []
  const [cookie = ''] = page.headers.getSetCookie().map(set => set.slice(0, set.indexOf(';')))
  const question = {
    challenge: challengeOf('sign-in', JSON.parse(block).text),
    origin: ORIGIN,
    userHandle: Buffer.from(personKey(name)).toString('base64url'),
  }
  const made = createPasskey().assert(question)
  const given = { ...made, ...(credential !== undefined && { id: credential, rawId: credential }) }
  const fields = { issued, to: '/console', answer: JSON.stringify(given) }
  return ask('console', { method: 'POST', path: '/console/sign-in', headers: { cookie }, fields })
}

test.each(Object.entries(STRANGERS))(
  'with %s, no request at any path costs a command',
  async (_, stranger) => {
    const costly: string[] = []
    for (const { served, endpoint, ...asked } of PLACES) {
      const { answer, cost } = await ask(served, stranger(asked))
      const isPage = endpoint.scope === PUBLIC
      if (cost > 0 || answer.status >= 500 || (!isPage && answer.status < 400))
        costly.push(`${asked.method} ${asked.path}: ${cost} commands, status ${answer.status}`)
    }
    expect(costly).toEqual([])
  },
)

test('a sign-in with an invented passkey costs one command, and none over the limit', async () => {
  const attempts = [await signIn('nobody'), await signIn('Mei'), await signIn('Mei', mei.credential)].map(
    ({ answer, cost }) => [answer.status, cost],
  )
  expect(attempts).toEqual([
    [401, 1],
    [401, 1],
    [401, 1],
  ])
  while ((await signIn('Mei')).answer.status !== 429);
  const over = await signIn('Mei', mei.credential)
  expect([over.answer.status, over.cost]).toEqual([429, 0])
})
