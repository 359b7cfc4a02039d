/** Serves the console for a person who has signed in with a passkey, and acts like the person's browser. */

import type { Core } from '../../lib/app/core.ts'
import { routesOfConsole } from '../../lib/app/functions/console.ts'
import { beginSession } from '../../lib/console/sessions.ts'
import type { Route } from '../../lib/core/http/router.ts'
import { challengeOf } from '../../lib/core/passkey/challenge.ts'
import type { Scope } from '../../lib/core/signatures/keys.ts'
import { serveFunction, type TestFunction } from '../helpers/functions.ts'
import type { TestPublisher } from '../helpers/publishing/release.ts'
import { temporaryPublisher } from '../helpers/publishing/temporary-publisher.ts'
import { employ, SEAL_KEYS } from '../helpers/publishing/vouched.ts'

interface Options {
  readonly scopes: readonly Scope[]
  readonly env: Record<string, string>
  readonly now: () => number
  /** The routes to serve in addition to those of the console. */
  readonly routes: (core: Core) => readonly Route[]
}

type Served = Pick<TestFunction, 'url' | 'env' | 'own'>

/** Serves the console and other routes; Mei has signed in. */
export async function serveSignedIn({ scopes, env, now, routes }: Options) {
  const publisher = await temporaryPublisher({ now: now() })
  await publisher.publish({ 'a.md': '# A\n' })
  const settings = { KURA_LANGUAGE: 'en', KURA_SEAL_KEYS: SEAL_KEYS, KURA_RELEASE_DIR: publisher.releaseDir }
  const served = await serveFunction(core => [...routesOfConsole(core), ...routes(core)], {
    env: { ...settings, ...env },
    now,
  })
  atLocalhost(served)
  return { ...served, ...(await signInAs('Mei', scopes, { served, publisher })) }
}

/** Gives the deployment the name `localhost`, because browsers make passkeys for no IP address; returns its address. */
export function atLocalhost({ url, env }: Pick<Served, 'url' | 'env'>): string {
  const { port } = new URL(url)
  const named = `http://localhost:${port}`
  Object.assign(env, { KURA_URL: named, KURA_AUTHORITIES: `127.0.0.1:${port},localhost:${port}` })
  return named
}

/** Signs in a new person whose passkey the publisher has vouched for; returns functions of the person's browser. */
export async function signInAs(
  name: string,
  scopes: readonly Scope[],
  { served, publisher }: { readonly served: Served; readonly publisher: TestPublisher },
) {
  const { key: person, passkey: key } = await employ({ name, scopes }, { publisher, store: served.own })
  const url = served.url.replace('127.0.0.1', 'localhost')
  const begin = () => beginSession({ person, credential: key.credential }, served.own)
  let session = await begin()
  const open = async (path: string, { headers, ...init }: RequestInit = {}) => {
    const cookie = `__Host-kura-session=${session}`
    const answer = await fetch(served.url + path, {
      redirect: 'manual',
      ...init,
      headers: { accept: 'text/html', cookie, 'sec-fetch-site': 'same-origin', ...headers },
    })
    const bytes = Buffer.from(await answer.arrayBuffer())
    return { status: answer.status, headers: answer.headers, text: String(bytes), bytes }
  }
  const send = (path: string, fields: Record<string, string>) =>
    open(path, { method: 'POST', body: new URLSearchParams(fields) })
  return {
    url,
    key,
    session,
    open,
    send,
    /** Signs the person in again, as on a later day. */
    async signInAgain() {
      session = await begin()
    },
    /** Returns the fields that the browser posts after the passkey has answered. */
    signed(text: string): Record<string, string> {
      const [, block = '{}'] =
        /<script type="application\/json" id="passkey">(.*?)<\/script>/s.exec(text) ?? []
      const { text: statement = '' } = JSON.parse(block) as { text?: string }
      const answer = key.assert({ challenge: challengeOf('act', statement), origin: url, rpId: 'localhost' })
      return { ...fieldsOf(text, '/console/approve'), answer: JSON.stringify(answer) }
    },
  }
}

/** Returns the hidden fields of the last form on the page that is sent to `action`. */
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
