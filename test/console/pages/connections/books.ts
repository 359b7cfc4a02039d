/** The console with an accounting service, and the way of a browser through this service and back. */
import { expect } from 'vitest'
import { tokensOf } from '../../../../lib/app/accounting-access.ts'
import { createCore } from '../../../../lib/app/core.ts'
import { startAccountingSandbox } from '../../../helpers/remotes/accounting-sandbox.ts'
import { type Page, type signedIn, startConsole } from '../../entrance/console-host.ts'

export async function startBooks(env: Readonly<Record<string, string>> = {}, fetching: typeof fetch = fetch) {
  const service = await startAccountingSandbox()
  const host = await startConsole({
    env: { ...service.settings, ...env },
    fetch: (...given) => world.fetch(...given),
  })
  const core = () =>
    createCore({
      env: host.env,
      now: Date.now,
      clock: () => performance.now(),
      fetch,
      log: () => undefined,
      openStore: async () => host.store,
    })
  const world = {
    host,
    service,
    /** The test can replace this fetch, to let the service fail. */
    fetch: fetching,
    status: () => tokensOf(core(), { name: 'test' })().status(),
    exchanges: () => service.sandbox.oauth.counts.exchanges,
  }
  return world
}

export type Browser = Awaited<ReturnType<typeof signedIn>>

/** Presses the button, and returns the address to which the accounting service sends the browser back. */
export async function back(browser: Browser): Promise<string> {
  const page = await browser.open('/console/connections')
  const leaving = await browser.send('/console/authorize', { form: page.field('form') })
  expect(leaving.status).toBe(200)
  const [, url = ''] = /^0; url=(.*)$/.exec(leaving.headers.get('refresh') ?? '') ?? []
  const { headers } = await fetch(url, { redirect: 'manual' })
  const { pathname, search } = new URL(headers.get('location') ?? '')
  return pathname + search
}

/** Opens the address and the page to which it redirects. */
export async function landed(browser: Browser, address: string): Promise<Page> {
  const answer = await browser.open(address)
  const to = answer.headers.get('location')
  return to === null ? answer : browser.open(to)
}

export const heading = ({ text }: Page) => /<h1>([^<]*)<\/h1>/.exec(text)?.[1]
