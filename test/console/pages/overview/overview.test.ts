/**
 * The page More over real HTTP, for a person who has signed in. The first steps on To do: which there are, which are
 * done, and the passkey of the person of `npm start`.
 */
import { describe, expect, test } from 'vitest'
import { routesOfAdmin } from '../../../../lib/app/functions/admin.ts'
import { makeInvitation, ROLES } from '../../../../lib/console/invitations.ts'
import { type StepFacts, stepsOf } from '../../../../lib/console/pages/overview/first-steps.ts'
import { startConsole } from '../../entrance/console-host.ts'
import { servedConsole } from '../to-do/world.ts'

test('More leads to the other pages, says what the person may do, and signs out', async () => {
  const { open, send } = await servedConsole()
  const { text } = await open('/console/more')
  expect(text).toContain('href="/console/connections"')
  expect(text).toContain('release with a passkey')
  expect(text).toContain('action="/console/sign-out"')
  const out = await send('/console/sign-out', {})
  expect(out.headers.get('set-cookie')).toContain('Max-Age=0')
  expect((await open('/console/more')).text).not.toContain('/console/sign-out')
})

const NEW: StepFacts = { passkey: 'none', books: 'none', testDeal: false, receipt: false, people: 0 }
const ALL = ['passkey', 'books', 'testDeal', 'receipt', 'second']

describe('stepsOf()', () => {
  test.each<[string, Partial<StepFacts>, string[]]>([
    ['nothing is done', {}, []],
    ['a passkey that waits is not done', { passkey: 'waits', people: 1 }, []],
    ['a session of the link is not done with the passkey', { passkey: 'ready', people: 1 }, []],
    ['signed in with the passkey', { passkey: 'used', people: 1 }, ['passkey']],
    ['the books are connected', { books: 'connected' }, ['books']],
    ['all is done', { passkey: 'used', books: 'connected', testDeal: true, receipt: true, people: 2 }, ALL],
  ])('%s', (_name, change, done) => {
    const steps = stepsOf({ ...NEW, ...change })
    expect(steps.map(([step]) => step)).toEqual(ALL)
    expect(steps.filter(([, isDone]) => isDone).map(([step]) => step)).toEqual(done)
  })

  test('without an accounting service, its steps are left out', () => {
    expect(stepsOf({ ...NEW, books: 'unset' }).map(([step]) => step)).toEqual(['passkey', 'second'])
  })
})

test('the person of npm start makes a passkey on To do, and is told what confirms it', async () => {
  const host = await startConsole({ routes: routesOfAdmin })
  const terms = { name: 'operator', scopes: [...ROLES.admin], by: 'npm start', here: true as const }
  const { token } = await makeInvitation(terms, host.own)
  const browser = host.browser()
  await browser.send('/console/sign-in', { token })
  const made = await browser.finishEnrol(await browser.open('/console'))
  expect(made.text).toContain('0 of 2 have confirmed it. Only the person who runs kura can confirm it.')
  expect((await browser.open('/console')).text).toContain('npx --no kura console vouch operator --number')
  await host.post('vouches', (await host.envelopeFor('operator')).body)
  const looked = await browser.send('/console/enrol', {
    issued: made.field('issued'),
    answer: made.field('answer').replaceAll('&quot;', '"'),
  })
  expect(looked.text).toContain('Your passkey is confirmed: you can sign in')
  expect((await browser.open('/console')).text).toContain('Sign in with the passkey')
  await browser.signIn('operator')
  const page = await browser.open('/console')
  expect(page.text).toContain('First steps: 1 of 2 done')
  expect(page.question).toBeUndefined()
})

test('whoever manages no people sees no first steps', async () => {
  const host = await startConsole({ routes: routesOfAdmin })
  const terms = { name: 'Mei', scopes: [...ROLES.viewer], by: 'npm start', here: true as const }
  const { token } = await makeInvitation(terms, host.own)
  const browser = host.browser()
  await browser.send('/console/sign-in', { token })
  expect((await browser.open('/console')).text).not.toContain('id="first-steps"')
})
