/**
 * A company on this machine: every function on the local host, the sandboxes of the three remotes, a release, an
 * operator's key, and the command line in its own folder. A process reads the settings of the functions only once, so a
 * test file can have only one company.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { optionsOf } from '../../../lib/app/accounting-access.ts'
import { core, provideDeps } from '../../../lib/app/core.ts'
import { startRegistrarSandbox } from '../../../lib/cli/commands/start/registrar-demo.ts'
import { authorizeHere } from '../../../lib/services/accounting/tokens/authorize/here.ts'
import {
  type AccountingSandbox,
  AUTHORIZE_PATH,
  createAccountingSandbox,
  TOKEN_PATH,
} from '../../../sandbox/accounting/sandbox.ts'
import { type DemoCompany, fillDemo } from '../../../sandbox/chat/demo.ts'
import { type ChatSandbox, createChatSandbox } from '../../../sandbox/chat/sandbox.ts'
import { startHost } from '../../../sandbox/host/host.ts'
import { listen } from '../../../sandbox/listen.ts'
import { PROJECT } from '../../docs/pages.ts'
import { TEST_SECRET } from '../../helpers/functions.ts'
import { type KuraDeps, type KuraOutcome, runKuraIn } from '../../helpers/processes/run-kura.ts'
import { ALL_PERMISSIONS } from '../../services/accounting/deals/world.ts'

const secret = `1:${TEST_SECRET.toString('base64url')}`
const SCOPES =
  'admin,enrol,accounting.read,accounting.write,registrar.read,registrar.write,registrar.buy,chat.send,approve'

export interface LocalCompany {
  readonly cwd: string
  readonly url: string
  readonly books: AccountingSandbox
  readonly chat: ChatSandbox
  readonly people: DemoCompany
  /** Runs the words after `kura`. */
  kura(words: readonly string[], deps?: Omit<KuraDeps, 'cwd' | 'env'>): Promise<KuraOutcome>
  close(): Promise<void>
}

/**
 * Starts a company with a published release and authorized books, in which nothing else was done yet.
 * @param more further settings
 */
export async function startLocalCompany(more: Record<string, string> = {}): Promise<LocalCompany> {
  const cwd = await mkdtemp(join(tmpdir(), 'kura-company-'))
  const { books, chat, people, settings, close } = await startRemotes()
  const host = await startHost({ root: PROJECT, port: 0, log: () => undefined })
  const env = {
    ...settings,
    KURA_URL: host.url,
    KURA_SECRETS: secret,
    KURA_SEAL_KEYS: secret,
    CRON_SECRET: 'the-secret-of-the-cron-jobs',
    KURA_STORE_FILE: join(cwd, 'store.db'),
    KURA_RELEASE_DIR: join(cwd, 'release'),
    KURA_KEY_DIR: join(cwd, 'keys'),
    KURA_PASSPHRASE: 'a passphrase',
    KURA_LANGUAGE: 'en',
    KURA_TIMEZONE: 'Asia/Tokyo',
    ...more,
  }
  provideDeps({ env, log: () => undefined })
  const kura: LocalCompany['kura'] = (words, deps) => runKuraIn(words, { cwd, env, ...deps })
  await mkdir(join(cwd, 'payload'))
  await writeFile(join(cwd, 'payload/notes.md'), '# Notes\n\nFor everybody.\n')
  for (const words of [
    ['root', 'init'],
    ['publish', 'payload'],
    ['key', 'issue', 'operator', '--scope', SCOPES],
  ])
    await expectDone(words, kura)
  await authorize(books)
  return {
    cwd,
    url: host.url,
    books,
    chat,
    people,
    kura,
    async close() {
      await host.close()
      await close()
      await rm(cwd, { recursive: true, force: true })
    },
  }
}

async function startRemotes() {
  const books = createAccountingSandbox({ now: Date.now, permissions: ALL_PERMISSIONS })
  const chat = createChatSandbox({ now: Date.now })
  const people = fillDemo(chat)
  const [served, platform] = await Promise.all([listen(books.fetch), listen(chat.fetch)])
  const registrar = await startRegistrarSandbox({})
  const { client_id, client_secret } = books.state.application
  const settings = {
    ...registrar?.settings,
    ...people.settings,
    ACCOUNTING_CLIENT_ID: client_id,
    ACCOUNTING_CLIENT_SECRET: client_secret,
    ACCOUNTING_BASE_URL: served.url,
    ACCOUNTING_TOKEN_URL: served.url + TOKEN_PATH,
    ACCOUNTING_AUTHORIZE_URL: served.url + AUTHORIZE_PATH,
    ACCOUNTING_WRITES: 'on',
    CHAT_BASE_URL: `${platform.url}/api`,
  } as Record<string, string>
  const close = async () => {
    await Promise.all([served.close(), platform.close(), registrar?.close()])
  }
  return { books, chat, people, settings, close }
}

/** Authorizes the books as a person does: opens the page, and enters the code that it shows. */
async function authorize(books: AccountingSandbox): Promise<void> {
  const tokens = authorizeHere(optionsOf(core(), { name: 'test' }))
  const { url } = await tokens.begin()
  const page = await (await fetch(url)).text()
  await tokens.finish(/<code>([^<]+)<\/code>/.exec(page)?.[1] ?? '')
  void books
}

async function expectDone(words: readonly string[], kura: LocalCompany['kura']): Promise<void> {
  const { status, err } = await kura(words)
  if (status !== 0) throw new Error(`kura ${words.join(' ')} ended with ${status}:\n${err}`)
}
