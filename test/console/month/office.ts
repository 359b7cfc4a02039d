/**
 * The company of the month: the sandboxes of all its services, Hana (管理), who reads English, and Mei (経理), who reads
 * Japanese. Each has a phone with a passkey, and no terminal.
 */
import { setImmediate } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { routesOfAdmin } from '../../../lib/app/functions/admin.ts'
import { routesOfConsole } from '../../../lib/app/functions/console.ts'
import { routesOfDistribution } from '../../../lib/app/functions/distribution.ts'
import { SIGN_IN } from '../../../lib/console/entrance/words.ts'
import { ROLES } from '../../../lib/console/invitations.ts'
import { personKey } from '../../../lib/console/people/people.ts'
import type { Role } from '../../../lib/console/people/stored-records.ts'
import type { Language } from '../../../lib/core/language/language.ts'
import { type Say, sayIn } from '../../../lib/core/language/text.ts'
import type { Store } from '../../../lib/core/store/store.ts'
import type { OpenWindow } from '../../helpers/chromium.ts'
import type { TestPublisher } from '../../helpers/publishing/release.ts'
import { temporaryPublisher } from '../../helpers/publishing/temporary-publisher.ts'
import { employ } from '../../helpers/publishing/vouched.ts'
import { serveAccounting } from '../../helpers/remotes/accounting-function.ts'
import { startAccountingSandbox } from '../../helpers/remotes/accounting-sandbox.ts'
import { startChatSandbox } from '../../helpers/remotes/chat-sandbox.ts'
import { startRegistrarSandbox } from '../../helpers/remotes/registrar-sandbox.ts'
import { ALL_PERMISSIONS, storeConfirmation } from '../../services/accounting/deals/world.ts'
import { insertPasskey } from '../browser.ts'
import { atLocalhost } from '../signed-in.ts'

/** A person with a phone. */
export interface Worker {
  readonly name: string
  readonly page: Page
  /** Returns a text of the console in the person's language. */
  readonly say: Say
  /** Opens a page of the console. */
  visit(path: `/console${string}`): Promise<void>
  /** Presses the button with this text, and waits for the next page. */
  press(words: string): Promise<void>
}

export type Office = Awaited<ReturnType<typeof openOffice>>

export async function openOffice(open: OpenWindow) {
  const services = await startServices()
  const publisher = await temporaryPublisher({ now: services.books.clock.now })
  await publisher.publish({ 'a.md': '# A\n' })
  const settings = { KURA_RELEASE_DIR: publisher.releaseDir, KURA_APPROVE_ABOVE: '100000' }
  const env = { KURA_LANGUAGE: 'ja', ...settings, ...services.settings }
  const kura = await serveAccounting(env, services.books, {
    now: () => services.books.clock.now,
    sleep: () => setImmediate(),
    more: core => [routesOfConsole, routesOfAdmin, routesOfDistribution].flatMap(routes => routes(core)),
  })
  await storeConfirmation(kura.store)
  const url = atLocalhost(kura)
  const office = { open, url, publisher, store: kura.own }
  const [hana, mei] = [
    await employed({ name: 'Hana', role: 'admin', language: 'en' }, office),
    await employed({ name: 'Mei', role: 'accounting', language: 'ja' }, office),
  ]
  const before = new Set(services.books.company.deals.keys())
  return {
    ...services,
    kura,
    url,
    hana,
    mei,
    /** The deals that the month has added to the books. */
    deals: () => [...services.books.company.deals.values()].filter(({ id }) => !before.has(id)),
    /** A new phone, without a passkey. */
    newPhone: async (name: string, language: Language) => workerAt(await open(), { name, language, url }),
  }
}

async function startServices() {
  const books = await startAccountingSandbox({ permissions: ALL_PERMISSIONS })
  const registrar = await startRegistrarSandbox()
  const chat = await startChatSandbox()
  const guild = chat.sandbox.world.guild('company')
  const { token } = chat.sandbox.world.bot('kura', { guild })
  const channel = chat.sandbox.world.channel(guild, { name: 'notices' })
  const settings = {
    ACCOUNTING_SCHEDULE: 'document-1',
    ...registrar.settings,
    CHAT_BOT_TOKENS: token,
    CHAT_BASE_URL: chat.url,
    CHAT_GUILD_ID: guild.id,
    CHAT_NOTICES_CHANNEL_ID: channel.id,
  }
  return { books, registrar, chat, guild, channel, settings }
}

interface Employment {
  readonly open: OpenWindow
  readonly url: string
  readonly publisher: TestPublisher
  readonly store: Store
}

/** Creates a person with a passkey that the publisher has vouched for, and signs the person in. */
async function employed(
  { name, role, language }: { name: string; role: Role; language: Language },
  { open, url, publisher, store }: Employment,
): Promise<Worker> {
  const scopes = [...ROLES[role]]
  const { passkey } = await employ({ name, role, scopes, language }, { publisher, store })
  const worker = workerAt(await open(), { name, language, url })
  await insertPasskey(worker.page, passkey, personKey(name))
  await worker.visit('/console')
  // before the sign-in, the page is in the company's language
  await worker.press(sayIn({ language: 'ja', timezone: 'Asia/Tokyo' })(SIGN_IN.button))
  return worker
}

function workerAt(
  page: Page,
  { name, language, url }: { name: string; language: Language; url: string },
): Worker {
  return {
    name,
    page,
    say: sayIn({ language, timezone: 'Asia/Tokyo' }),
    visit: async path => {
      await page.goto(url + path)
    },
    async press(words) {
      const left = page.waitForEvent('framenavigated')
      await page.getByRole('button', { name: words, exact: true }).first().click()
      await left
      await page.waitForLoadState()
    },
  }
}
