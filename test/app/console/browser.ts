/** Functions for tests of the console in a browser: signing a person in, adding a passkey, storing pictures. */
import { mkdir } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import type { SoftwarePasskey } from '../../helpers/passkey.ts'

/** The folder in which pictures of the pages are stored, for a person to look at. */
const PICTURES = process.env['KURA_PICTURES']

/** The appearances in which a page is checked: the width in pixels, and the colours. */
export const APPEARANCES = [
  [1280, 'dark'],
  [360, 'light'],
] as const

/** Signs the person in, in this browser. */
export async function signIn(
  view: Page,
  { url, session }: { readonly url: string; readonly session: string },
): Promise<void> {
  const cookie = { name: '__Host-kura-session', value: session, url: url.replace('http:', 'https:') }
  await view.context().addCookies([{ ...cookie, secure: true, httpOnly: true, sameSite: 'Strict' }])
}

/** Adds a virtual authenticator to the browser, which answers without asking the person. */
export async function addAuthenticator(view: Page) {
  const devtools = await view.context().newCDPSession(view)
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
export async function keepPictures(view: Page, name: string): Promise<void> {
  if (PICTURES === undefined) return
  await mkdir(PICTURES, { recursive: true })
  for (const width of [360, 1280])
    for (const colorScheme of ['light', 'dark'] as const) {
      await view.setViewportSize({ width, height: 800 })
      await view.emulateMedia({ colorScheme })
      await view.screenshot({ path: `${PICTURES}/${name}-${width}-${colorScheme}.png`, fullPage: true })
    }
}
