/** Every way by which a browser can come to a page: each is told what happened. `chromium.test.ts` looks for faults of the pages. */
import type { APIRequestContext, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { describeInChromium, type OpenWindow, PHONE } from '../../../../helpers/chromium.ts'
import { sampled } from '../../../../helpers/sampled.ts'
import { CALLBACK, CONFIRM, createWorld, MINUTE, OTHER, type World } from './world.ts'

interface Way {
  readonly name: string
  /** The English heading of the page that is shown in the end. */
  readonly heading: string
  readonly status: number
  readonly world?: Parameters<typeof createWorld>[0]
  readonly go: (view: Page, world: World, open: OpenWindow) => Promise<unknown>
}

/** Opens a link, and comes back from the service by another address than it gives. */
async function comeBack(view: Page, link: string, change: (query: URLSearchParams) => void): Promise<void> {
  const { request } = view.context()
  // the first answer sets the cookie, the second leads to the service
  let url = link
  for (let step = 0; step < 3; step++) url = await locationOf(request, url)
  const back = new URL(url)
  change(back.searchParams)
  await view.goto(back.href)
}

async function locationOf(request: APIRequestContext, url: string): Promise<string> {
  const { location } = (await request.get(url, { maxRedirects: 0 })).headers()
  return new URL(location ?? '', url).href
}

/** Sends a form to `url`, as a page of anybody can. */
async function submit(view: Page, url: string): Promise<void> {
  await view.setContent(`<form method="post" action="${url}"><button>Send</button></form>`)
  await view.locator('button').click()
  await view.waitForURL(url)
}

const changeToken = `document.querySelector('[name=token]').value = 'other'`

const WAYS: readonly Way[] = [
  {
    name: 'a link',
    heading: 'Let kura use these books?',
    status: 200,
    go: async (view, world) => view.goto(await world.link()),
  },
  {
    name: 'a link that another browser has opened',
    heading: 'Opened in another browser',
    status: 400,
    async go(view, world, open) {
      const link = await world.link()
      await (await open()).goto(link)
      await view.goto(link)
    },
  },
  {
    name: 'a link that was used up',
    heading: 'kura uses these books',
    status: 200,
    async go(view, world) {
      const link = await world.link()
      await view.goto(link)
      await view.locator('.keep').click()
      await view.waitForURL(`**${CONFIRM}`)
      await view.goto(link)
    },
  },
  {
    name: 'a no',
    heading: 'Not kept',
    status: 200,
    async go(view, world) {
      await view.goto(await world.link())
      await view.locator('.drop').click()
      await view.locator('h1', { hasText: 'Not kept' }).waitFor()
      await view.reload()
    },
  },
  {
    name: 'a link that has expired',
    heading: 'This link does not work',
    status: 400,
    async go(view, world) {
      const link = await world.link()
      world.advance(10 * MINUTE)
      await view.goto(link)
    },
  },
  {
    name: 'a login to another company',
    heading: 'Not kept: these are other books',
    status: 200,
    world: { authorized: true },
    async go(view, world) {
      world.service.sandbox.state.chosen = OTHER.id
      await view.goto(await world.link())
    },
  },
  {
    name: 'access that was not granted',
    heading: 'Not authorized',
    status: 200,
    go: async (view, world) =>
      comeBack(view, await world.link(), query => {
        query.delete('code')
        query.set('error', 'access_denied')
      }),
  },
  {
    name: 'a code that the service refuses',
    heading: 'The authorization did not work',
    status: 200,
    go: async (view, world) => comeBack(view, await world.link(), query => query.set('code', 'wrong')),
  },
  {
    name: 'a service that cannot be reached',
    heading: 'That did not work',
    status: 504,
    async go(view, world) {
      world.fetch = () => Promise.reject(Object.assign(new Error(), { code: 'ECONNREFUSED' }))
      await view.goto(await world.link())
    },
  },
  {
    name: 'a page that is not the current one',
    heading: 'Look at it again',
    status: 400,
    async go(view, world) {
      await view.goto(await world.link())
      await view.evaluate(changeToken)
      await view.locator('.keep').click()
      await view.locator('h1', { hasText: 'Look at it again' }).waitFor()
    },
  },
  {
    name: 'a browser that keeps no cookies',
    heading: 'This browser keeps no cookies',
    status: 400,
    go: async (view, world) => view.goto(`${await world.link()}&again=1`),
  },
  {
    name: 'a query that is given twice',
    heading: 'This address does not work',
    status: 400,
    go: async (view, world) => view.goto(`${await world.link()}&link=other`),
  },
  {
    name: 'a query that a page does not take',
    heading: 'This address does not work',
    status: 400,
    go: async (view, world) => view.goto(`${world.url}${CONFIRM}?token=x`),
  },
  {
    name: 'another method',
    heading: 'This address does not work',
    status: 401,
    go: (view, world) => submit(view, `${world.url}${CALLBACK}`),
  },
  {
    name: 'an answer from the page of a stranger',
    heading: 'Opened in another browser',
    status: 400,
    go: (view, world) => submit(view, `${world.url}${CONFIRM}`),
  },
  {
    name: 'a preview deployment',
    heading: 'This is a preview',
    status: 503,
    world: { env: { VERCEL_ENV: 'preview' } },
    go: (view, world) => view.goto(`${world.url}/api/accounting/authorize?link=x`),
  },
  {
    name: 'a deployment that is not set up',
    heading: 'That did not work',
    status: 503,
    world: { env: { ACCOUNTING_CLIENT_ID: '' } },
    go: (view, world) => view.goto(`${world.url}/api/accounting/authorize?link=x`),
  },
]

describeInChromium('a person', open => {
  test.each(sampled(WAYS, 9))(
    'with $name is told: $heading',
    async ({ heading, status, world: options, go }) => {
      const world = await createWorld(options)
      const view = await open({ viewport: PHONE })
      const statuses: number[] = []
      view.on('response', response => void statuses.push(response.status()))
      await go(view, world, open)
      expect(await view.locator('h1').textContent()).toBe(heading)
      expect(await view.title()).toBe(`${heading} - Authorize kura`)
      expect(statuses.filter(code => code < 300 || code >= 400).at(-1)).toBe(status)
    },
  )
})
