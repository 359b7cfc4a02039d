/** Serves the console for a person who has signed in with a passkey, and acts like the person's browser. */

import type { Core } from '../../lib/app/core.ts'
import { routesOfConsole } from '../../lib/app/functions/console.ts'
import { personKey } from '../../lib/console/people/people.ts'
import { beginSession } from '../../lib/console/sessions.ts'
import type { Route } from '../../lib/core/http/router.ts'
import { challengeOf } from '../../lib/core/passkey/challenge.ts'
import type { Scope } from '../../lib/core/signatures/keys.ts'
import { serveFunction } from '../helpers/functions.ts'
import type { SoftwarePasskey } from '../helpers/passkey.ts'
import { temporaryPublisher } from '../helpers/publishing/temporary-publisher.ts'
import { employ, SEAL_KEYS } from '../helpers/publishing/vouched.ts'

interface Options {
  readonly scopes: readonly Scope[]
  readonly env: Record<string, string>
  readonly now: () => number
  /** The routes beside those of the console. */
  readonly routes: (core: Core) => readonly Route[]
}

/** Serves the console and other routes; Mei has signed in. */
export async function serveSignedIn({ scopes, env, now, routes }: Options) {
  const publisher = await temporaryPublisher({ now: now() })
  await publisher.publish({ 'a.md': '# A\n' })
  const served = await serveFunction(core => [...routesOfConsole(core), ...routes(core)], {
    env: {
      KURA_LANGUAGE: 'en',
      KURA_SEAL_KEYS: SEAL_KEYS,
      KURA_RELEASE_DIR: publisher.releaseDir,
      ...env,
    },
    now,
  })
  // browsers make passkeys for this name only
  const url = served.url.replace('127.0.0.1', 'localhost')
  served.env['KURA_URL'] = url
  const { passkey: key } = await employ({ name: 'Mei', scopes }, { publisher, store: served.own })
  const { credential } = key
  const begin = () => beginSession({ person: personKey('Mei'), credential }, served.own)
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
    key,
    session,
    open,
    send,
    /** Signs the person in again, as on a later day. */
    async signInAgain() {
      session = await begin()
    },
    /** Returns the fields that the browser posts after the passkey has answered. */
    signed: (text: string) => signedBy(key, { text, url }),
  }
}

/** Returns the fields that the browser at `url` posts after the passkey has answered the page `text`. */
export function signedBy(
  key: SoftwarePasskey,
  { text, url }: { readonly text: string; readonly url: string },
): Record<string, string> {
  const [, block = '{}'] = /<script type="application\/json" id="passkey">(.*?)<\/script>/s.exec(text) ?? []
  const { text: statement = '' } = JSON.parse(block) as { text?: string }
  const answer = key.assert({ challenge: challengeOf('act', statement), origin: url, rpId: 'localhost' })
  return { ...fieldsOf(text, '/console/approve'), answer: JSON.stringify(answer) }
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
