/**
 * Serves the console for a test: its function on a loopback socket, a publisher with a release, and the browsers of
 * people.
 */
import { expect } from 'vitest'
import type { Core } from '../../../lib/app/core.ts'
import { routesOfConsole, routesOfPeople } from '../../../lib/app/functions/console.ts'
import { ROLES } from '../../../lib/console/invitations.ts'
import { personKey } from '../../../lib/console/people/people.ts'
import type { Route } from '../../../lib/core/http/router.ts'
import { challengeOf, type Purpose } from '../../../lib/core/passkey/challenge.ts'
import { confirmationNumber, deploymentOf, vouchText } from '../../../lib/core/passkey/vouching.ts'
import { signEnvelope } from '../../../lib/core/release/envelope.ts'
import { openKeys } from '../../../lib/publishing/keys/folder.ts'
import { readChain } from '../../../lib/publishing/keys/roots.ts'
import { type ServeOptions, serveFunction } from '../../helpers/functions.ts'
import { createPasskey, type Question, type SoftwarePasskey } from '../../helpers/passkey.ts'
import { temporaryPublisher } from '../../helpers/publishing/temporary-publisher.ts'
import { SEAL_KEYS } from '../../helpers/publishing/vouched.ts'
import { atLocalhost } from '../signed-in.ts'

export type ConsoleHost = Awaited<ReturnType<typeof startConsole>>

interface PeopleReply {
  readonly people: readonly {
    readonly name: string
    readonly scopes: readonly string[]
    readonly passkeys: readonly {
      readonly credential: string
      readonly publicKey: string
      readonly salt: string
      readonly number: string
      readonly scopes: readonly string[]
      readonly state: string
    }[]
    readonly sessions: readonly { readonly session: string }[]
  }[]
}

/** Starts the console; `routes` adds the routes of another function. */
export async function startConsole({
  env = {},
  routes = () => [],
  ...options
}: ServeOptions & { readonly routes?: (core: Core) => readonly Route[] } = {}) {
  const publisher = await temporaryPublisher({ now: Date.now() })
  const { releaseDir, keys } = await publishedRelease(publisher)
  const clock = { ahead: 0 }
  const host = await serveFunction(
    core => [...routesOfConsole(core), ...routesOfPeople(core), ...routes(core)],
    {
      env: { KURA_LANGUAGE: 'en', KURA_SEAL_KEYS: SEAL_KEYS, KURA_RELEASE_DIR: releaseDir, ...env },
      now: () => Date.now() + clock.ahead,
      ...options,
    },
  )
  const post = (
    path: string,
    body: unknown,
    { scopes = ['admin', 'accounting.read', 'accounting.write'] } = {},
  ) =>
    host.call(`/api/console/${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
      scopes: scopes as never,
      name: 'ken',
    })
  return {
    ...host,
    publisher,
    clock,
    post,
    people: async () =>
      (await (await host.call('/api/console/people', { scopes: ['admin'] })).json()) as PeopleReply,
    /** Returns the body with which the publisher's keys vouch for a person's newest passkey. */
    async envelopeFor(name: string, change: object = {}, { at = Date.now() + clock.ahead } = {}) {
      const { people } = (await (
        await host.call('/api/console/people', { scopes: ['admin'] })
      ).json()) as PeopleReply
      const passkey = people.find(person => person.name === name)?.passkeys.at(-1)
      if (!passkey) throw new Error(`no passkey of ${name}`)
      const chain = await readChain(releaseDir)
      const deployment = deploymentOf(chain.map(({ envelope }) => envelope)) ?? ''
      const { credential, publicKey, salt, scopes } = passkey
      const about = { person: name, scopes: [...scopes], credential, publicKey, salt, ...change }
      const number = confirmationNumber(about, { deployment })
      const vouch = { v: 1 as const, at: new Date(at).toISOString(), vouch: { ...about, number }, deployment }
      const root = chain.at(-1)?.root
      const opened = await openKeys(keys, { keyids: Object.keys(root?.keys ?? {}), needed: 1 })
      const envelope = signEnvelope(
        'vouch',
        vouchText(vouch),
        opened.map(({ privateKey }) => privateKey),
      )
      return { vouch, body: { envelope } }
    },
    browser: () => createBrowser(host.url),
  }
}

async function publishedRelease(publisher: Awaited<ReturnType<typeof temporaryPublisher>>) {
  await publisher.publish({ 'a.md': '# A\n' } as never)
  return { releaseDir: publisher.releaseDir, keys: publisher.keys }
}

/** Starts the console at the name `localhost`, because browsers make no passkeys for an IP address. */
export async function startAtLocalhost(
  language: string,
  env: Readonly<Record<string, string>> = {},
  routes: (core: Core) => readonly Route[] = () => [],
) {
  const host = await startConsole({ env: { KURA_LANGUAGE: language, ...env }, routes })
  return { ...host, url: atLocalhost(host) }
}

/** Returns a person who has signed in; an operator's key invited the person, and the publisher's key vouched. */
export async function signedIn(host: ConsoleHost, name: string, terms: object = { role: 'admin' }) {
  const answer = await host.post('invitations', { name, ...terms }, { scopes: [...ROLES.admin] })
  const { url } = (await answer.json()) as { url: string }
  const browser = host.browser()
  await browser.enrol(url)
  await host.post('vouches', (await host.envelopeFor(name)).body)
  await browser.signIn(name)
  return browser
}

/** Creates a browser, with its own cookies and the passkey of its device. */
function createBrowser(url: string) {
  const cookies = new Map<string, string>()
  const open = async (path: string, init: RequestInit = {}) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { accept: 'text/html', 'sec-fetch-site': 'same-origin', cookie, ...init.headers }
    const answer = await fetch(new URL(path, url), { redirect: 'manual', ...init, headers })
    for (const set of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
      cookies.set(name, value)
    }
    return pageOf(answer)
  }
  const send = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
    open(path, { method: 'POST', body: new URLSearchParams(fields), headers })
  const passkey = createPasskey()
  return {
    cookies,
    open,
    send,
    passkey,
    /** Opens an invitation and makes the passkey; returns the page with the number. */
    async enrol(link: string, { with: device = passkey }: { with?: SoftwarePasskey } = {}) {
      const token = new URL(link).hash.slice(1)
      await open('/console/enrol')
      const page = await send('/console/enrol', { token })
      return page.question ? finishEnrol(page, device) : page
    },
    finishEnrol,
    /** Approves with the passkey the items that a page shows, and returns the page of the outcome. */
    async approve(page: Page, device = passkey) {
      const answer = JSON.stringify(device.assert(questionOf(page, url)))
      return send('/console/approve', { issued: page.field('issued'), back: page.field('back'), answer })
    },
    /** Returns the fields of the sign-in form on `page`, with the answer of a passkey. */
    fieldsOf,
    async signIn(name: string, change: Partial<Question> = {}, { with: device = passkey } = {}) {
      const fields = fieldsOf(await open('/console/sign-in'), name, change, device)
      return { fields, answer: await send('/console/sign-in', fields) }
    },
  }

  /** Makes the passkey that the page of an invitation asks for. */
  function finishEnrol(page: Page, device = passkey) {
    const answer = JSON.stringify(device.register(questionOf(page, url)))
    return send('/console/enrol', { issued: page.field('issued'), answer })
  }

  function fieldsOf(page: Page, name: string, change: Partial<Question> = {}, device = passkey) {
    const question = { ...questionOf(page, url), userHandle: handleOf(name), ...change }
    const [issued, to, carried] = ['issued', 'to', 'carried'].map(page.field) as [string, string, string]
    return { issued, to, carried, answer: JSON.stringify(device.assert(question)) }
  }
}

function handleOf(name: string): string {
  return Buffer.from(personKey(name)).toString('base64url')
}

export type Page = Awaited<ReturnType<typeof pageOf>>

async function pageOf(answer: Response) {
  const text = await answer.text()
  const [, block] = /<script type="application\/json" id="passkey">(.*?)<\/script>/s.exec(text) ?? []
  return {
    status: answer.status,
    headers: answer.headers,
    text,
    /** The question of the page to the passkey. */
    question:
      block === undefined
        ? undefined
        : (JSON.parse(block) as {
            purpose: Purpose
            text: string
            publicKey: { rpId?: string; rp?: { id: string } }
          }),
    /** Returns the value of a hidden field. */
    field: (name: string) =>
      [...text.matchAll(new RegExp(`name="${name}" value="([^"]*)"`, 'g'))].at(-1)?.[1] ?? '',
  }
}

/** Returns the question that the script of the page would ask the passkey. */
function questionOf({ question }: Page, url: string): Question {
  if (!question) throw new Error('the page asks for no passkey')
  const { purpose, text, publicKey } = question
  const { rpId = publicKey.rp?.id ?? '' } = publicKey
  return { challenge: challengeOf(purpose, text), origin: new URL(url).origin, rpId }
}

/** Invites a person, and returns the link. */
export async function invited(
  host: ConsoleHost,
  name: string,
  body: object = { scopes: ['accounting.read'] },
) {
  const answer = await host.post('invitations', { name, ...body })
  return ((await answer.json()) as { url: string }).url
}

/** Creates a person for whom the publisher has vouched. */
export async function colleague(host: ConsoleHost, name: string, body?: object) {
  const browser = host.browser()
  const page = await browser.enrol(await invited(host, name, body))
  expect(page.text).toContain('Confirmation number')
  expect(await (await host.post('vouches', (await host.envelopeFor(name)).body)).json()).toMatchObject({
    state: 'counts',
  })
  return browser
}

export const isSignedIn = (browser: ReturnType<ConsoleHost['browser']>) =>
  browser.cookies.has('__Host-kura-session')
