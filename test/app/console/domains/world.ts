/** The console over the registrar's sandbox, and Mei, who has signed in with a passkey. */
import { onTestFinished } from 'vitest'
import { changePerson, personKey } from '../../../../lib/app/console/people.ts'
import { routesOfConsole } from '../../../../lib/app/console/routes.ts'
import { beginSession } from '../../../../lib/app/console/sessions.ts'
import { routesOfRegistrar } from '../../../../lib/app/registrar.ts'
import { challengeOf } from '../../../../lib/core/passkey/challenge.ts'
import type { Scope } from '../../../../lib/core/signatures/keys.ts'
import { serveFunction } from '../../../helpers/functions.ts'
import { createPasskey } from '../../../helpers/passkey.ts'
import { temporaryPublisher } from '../../../helpers/publishing/temporary-publisher.ts'
import { CONTACT, startRegistrarSandbox } from '../../../helpers/remotes/registrar-sandbox.ts'
import { SEAL_KEYS } from '../entrance/console-host.ts'
import { passkeyOf, personOf } from '../known-people.ts'

const ALL: readonly Scope[] = ['registrar.read', 'registrar.write', 'registrar.buy', 'approve']
export const TERMS = { domain: 'example.com', years: '', autoRenew: 'on', languageCode: '' }
export const PURCHASE = { ...TERMS, ...CONTACT }

interface Options {
  readonly scopes?: readonly Scope[]
  readonly env?: Record<string, string>
}

export async function createDomainsWorld({ scopes = ALL, env = {} }: Options = {}) {
  const remote = await startRegistrarSandbox()
  onTestFinished(() => remote[Symbol.asyncDispose]())
  const publisher = await temporaryPublisher({ now: remote.clock.now })
  await publisher.publish({ 'a.md': '# A\n' })
  const served = await serveFunction(core => [...routesOfConsole(core), ...routesOfRegistrar(core)], {
    env: {
      KURA_LANGUAGE: 'en',
      KURA_SEAL_KEYS: SEAL_KEYS,
      KURA_RELEASE_DIR: publisher.releaseDir,
      REGISTRAR_TOKEN: remote.sandbox.state.token,
      REGISTRAR_TEAM_ID: remote.sandbox.state.teamId,
      REGISTRAR_BASE_URL: remote.url,
      REGISTRAR_PURCHASES: 'on',
      REGISTRAR_CAP_ORDER: '5000',
      REGISTRAR_CAP_DAY: '5000',
      REGISTRAR_CAP_MONTH: '9000',
      ...env,
    },
    now: () => remote.clock.now,
  })
  // the address by which a browser has passkeys
  const url = served.url.replace('127.0.0.1', 'localhost')
  served.env['KURA_URL'] = url
  const key = createPasskey()
  const { credential, publicKey, spki, algorithm } = key
  const vouched = new Date(remote.clock.now - 1_000).toISOString()
  const made = { credential, publicKey, spki, algorithm, host: 'localhost' }
  const passkeys = [passkeyOf({ ...made, vouched, scopes: [...scopes] })]
  const person = personOf({ name: 'Mei', scopes: [...scopes], passkeys })
  await changePerson(personKey('Mei'), () => ({ write: person, result: undefined }), served.store)
  const begin = () => beginSession({ person: personKey('Mei'), credential }, served.store)
  let session = await begin()
  const open = async (path: string, { headers, ...init }: RequestInit = {}) => {
    const cookie = `__Host-kura-session=${session}`
    const answer = await fetch(served.url + path, {
      redirect: 'manual',
      ...init,
      headers: { accept: 'text/html', cookie, 'sec-fetch-site': 'same-origin', ...headers },
    })
    return { status: answer.status, text: await answer.text() }
  }
  const send = (path: string, fields: Record<string, string>) =>
    open(path, { method: 'POST', body: new URLSearchParams(fields) })
  return {
    ...served,
    url,
    remote,
    key,
    session,
    open,
    send,
    /** The next day or later: the person signs in again. */
    async signInAgain() {
      session = await begin()
    },
    ask: (fields: Record<string, string>) => send('/console/domains', fields),
    /** What the browser posts when the passkey has answered. */
    signed(text: string): Record<string, string> {
      const [, block = '{}'] =
        /<script type="application\/json" id="passkey">(.*?)<\/script>/s.exec(text) ?? []
      const { text: statement = '' } = JSON.parse(block) as { text?: string }
      const answer = key.assert({ challenge: challengeOf('act', statement), origin: url, rpId: 'localhost' })
      return { ...fieldsOf(text, '/console/approve'), answer: JSON.stringify(answer) }
    },
  }
}

/** The hidden fields of the last form that is sent to `action`. */
export function fieldsOf(text: string, action: string): Record<string, string> {
  const form = text.split('<form ').findLast(part => part.includes(`action="${action}"`)) ?? ''
  const found = form
    .slice(0, form.indexOf('</form>'))
    .matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)
  return Object.fromEntries(
    [...found].map(([, name = '', value = '']) => [
      name,
      value.replaceAll('&quot;', '"').replaceAll('&amp;', '&'),
    ]),
  )
}
