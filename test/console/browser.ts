/** Functions for tests of the console in a browser: signing a person in, adding a passkey, checking and storing pages. */
import { mkdir } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { onTestFinished } from 'vitest'
import { STYLE } from '../../lib/console/frame/style.ts'
import { LANGUAGES, type Language } from '../../lib/core/language/language.ts'
import { problemsOf } from '../helpers/chromium.ts'
import type { SoftwarePasskey } from '../helpers/passkey.ts'
import { turn } from '../helpers/run/sampled.ts'

/** The folder in which pictures of the pages are stored, for a person to look at. */
const PICTURES = process.env['KURA_PICTURES']

/** A picture that a browser can show: one grey pixel. */
export const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==',
  'base64',
)

/** Signs the person in, in this browser. */
export async function signIn(
  view: Page,
  { url, session }: { readonly url: string; readonly session: string },
): Promise<void> {
  await setCookie(view, { url, name: 'session', value: session })
}

export async function setCookie(
  view: Page,
  { url, name, value }: { readonly url: string; readonly name: string; readonly value: string },
): Promise<void> {
  const cookie = { name: `__Host-kura-${name}`, value, url: url.replace('http:', 'https:') }
  await view.context().addCookies([{ ...cookie, secure: true, httpOnly: true, sameSite: 'Strict' }])
}

/** The paths of pages, by the names of their pictures; `fault` is a path that the console refuses. */
type Pages = Readonly<Record<string, `/console${string}`>>

/**
 * Opens each page in both languages, and returns what is wrong with it; a usual run opens each page in one of them. The
 * person has not chosen a language, so that of the browser holds.
 */
export async function problemsOfPages(view: Page, { url, pages }: { url: string; pages: Pages }) {
  const found: string[] = []
  for (const [at, [name, path]] of Object.entries(pages).entries())
    for (const language of turn(LANGUAGES, at)) {
      await setCookie(view, { url, name: 'language', value: language })
      const answer = await view.goto(url + path)
      if (answer?.status() !== (name === 'fault' ? 400 : 200))
        found.push(`${name}: the status is ${answer?.status()}`)
      found.push(...(await problemsIn(language, { view, name })))
    }
  return found
}

/** Returns the faults of the open page, which is in `language`, with all its folded parts open. */
export async function problemsIn(language: Language, { view, name }: { view: Page; name: string }) {
  await view.evaluate("for (const folded of document.querySelectorAll('details')) folded.open = true")
  const found = await problemsOf(view)
  found.push(...(await unsentRules(view)))
  const lang = await view.evaluate('document.documentElement.lang')
  if (lang !== language) found.push(`the language is ${lang}`)
  await keepPictures(view, `${name}-${language}`)
  return found.map(problem => `${name}, ${language}: ${problem}`)
}

/** Returns the rules of the whole stylesheet that the page lacks although one of its elements has their selector. */
function unsentRules(view: Page): Promise<string[]> {
  return view.evaluate(`(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(${JSON.stringify(STYLE)})
    const rulesIn = ({ cssRules }) => [...cssRules].flatMap(rule => rule.selectorText ? [rule] : rulesIn(rule))
    const sent = new Set(rulesIn(document.styleSheets[0]).map(({ cssText }) => cssText))
    const has = ({ selectorText }) => document.querySelector(selectorText.replace(/::[\\w-]+|:focus[\\w-]*/g, ''))
    return rulesIn(sheet).filter(rule => !sent.has(rule.cssText) && has(rule)).map(rule => 'lacks the rule ' + rule.cssText)
  })()`)
}

/** Adds a virtual authenticator to the browser, which answers without asking the person. */
export async function addAuthenticator(view: Page) {
  const devtools = await view.context().newCDPSession(view)
  onTestFinished(() => devtools.detach())
  await devtools.send('WebAuthn.enable')
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return { devtools, authenticatorId }
}

/** Puts a passkey into the browser's authenticator; `handle` is the key of its person, who can then sign in. */
export async function insertPasskey(
  view: Page,
  { credential, privateKey }: SoftwarePasskey,
  handle = 'Mei',
): Promise<void> {
  const { devtools, authenticatorId } = await addAuthenticator(view)
  await devtools.send('WebAuthn.addCredential', {
    authenticatorId,
    credential: {
      credentialId: Buffer.from(credential, 'base64url').toString('base64'),
      privateKey: privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
      isResidentCredential: true,
      rpId: 'localhost',
      userHandle: Buffer.from(handle).toString('base64'),
      signCount: 0,
    },
  })
}

/** Stores pictures of a page if KURA_PICTURES names a folder. */
async function keepPictures(view: Page, name: string): Promise<void> {
  if (PICTURES === undefined) return
  await mkdir(PICTURES, { recursive: true })
  for (const width of [360, 1280])
    for (const colorScheme of ['light', 'dark'] as const) {
      await view.setViewportSize({ width, height: 800 })
      await view.emulateMedia({ colorScheme })
      await view.screenshot({ path: `${PICTURES}/${name}-${width}-${colorScheme}.png`, fullPage: true })
    }
}
