/** People with passkeys on a deployment with a release, and their approvals in the form in which browsers post them. */

import { consoleCore } from '../../../lib/app/console-core.ts'
import { type Core, type CoreDeps, createCore } from '../../../lib/app/core.ts'
import { executeApproval } from '../../../lib/console/approvals/execute.ts'
import { approvalForm } from '../../../lib/console/approvals/form.ts'
import { beginSession, type Session, sessionOf } from '../../../lib/console/sessions.ts'
import { challengeOf } from '../../../lib/core/passkey/challenge.ts'
import type { StatementItem } from '../../../lib/core/passkey/statement.ts'
import type { Scope } from '../../../lib/core/signatures/keys.ts'
import type { Store } from '../../../lib/core/store/store.ts'
import { createActivityLog } from '../../../lib/services/activity/log.ts'
import { TEST_SECRET } from '../../helpers/functions.ts'
import { createMemoryStore } from '../../helpers/memory-store.ts'
import type { Question, SoftwarePasskey } from '../../helpers/passkey.ts'
import { temporaryPublisher } from '../../helpers/publishing/temporary-publisher.ts'
import { employ, kurasOwn, SEAL_KEYS } from '../../helpers/publishing/vouched.ts'

const ORIGIN = 'https://kura.example.com'
const NOW = Date.UTC(2026, 10, 24, 3)

export interface Member {
  readonly name: string
  readonly passkey: SoftwarePasskey
  session(): Promise<Session>
}

export async function createApprovalWorld({ env = {}, ...deps }: Partial<CoreDeps> = {}) {
  const clock = { now: NOW }
  const now = () => clock.now
  const store = createMemoryStore({ now })
  const own = kurasOwn(store)
  const publisher = await temporaryPublisher({ now: NOW })
  await publisher.publish({ 'a.md': '# A\n' })
  const lines: Record<string, unknown>[] = []
  const settings = {
    KURA_SECRETS: `1:${TEST_SECRET.toString('base64url')}`,
    KURA_SEAL_KEYS: SEAL_KEYS,
    KURA_URL: ORIGIN,
    KURA_RELEASE_DIR: publisher.releaseDir,
    ...env,
  }
  /** Starts a new process over the same store, or over a store that the test wraps around it. */
  const start = (seen: Store = store, more: Partial<CoreDeps> = {}): Core =>
    createCore({
      env: settings,
      now,
      clock: () => performance.now(),
      fetch,
      log: line => void lines.push(JSON.parse(line)),
      ...deps,
      ...more,
      openStore: async () => seen,
    })
  const add = async (name: string, scopes: readonly Scope[]): Promise<Member> => {
    const { key, passkey } = await employ(
      { name, scopes, host: 'kura.example.com' },
      { publisher, store: own },
    )
    const id = await beginSession({ person: key, credential: passkey.credential }, own)
    const headers = new Headers({ cookie: `__Host-kura-session=${id}` })
    return {
      name,
      passkey,
      async session() {
        const session = await sessionOf({ headers }, { store: own, local: false })
        if (!session) throw new Error(`${name} has no session`)
        return session
      },
    }
  }
  const log = createActivityLog({ store: () => store, now })
  return {
    clock,
    store,
    own,
    publisher,
    lines,
    settings,
    start,
    add,
    entries: async () => (await log.page({ limit: 200 })).entries,
    /** Opens the page with the form, signs it, and returns the fields that the browser posts. */
    async sign(items: readonly StatementItem[], member: Member, changes: SignChanges = {}) {
      const { issued, text } = await shownForm(items, await member.session(), start())
      const { signer = member.passkey, statement = text, purpose = 'act', ...question } = changes
      const challenge = challengeOf(purpose, statement)
      const answer = signer.assert({ challenge, origin: ORIGIN, ...question })
      return { issued, answer: JSON.stringify(answer), text }
    },
    post: async (posted: { issued: string; answer: string }, member: Member, core = start()) =>
      executeApproval(posted, await member.session(), consoleCore(core)),
  }
}

interface SignChanges extends Partial<Omit<Question, 'challenge'>> {
  readonly signer?: SoftwarePasskey
  readonly statement?: string
  readonly purpose?: Parameters<typeof challengeOf>[0]
}

/** Returns the parts of the form that a browser reads: the hidden statement, and the text to be signed. */
export async function shownForm(items: readonly StatementItem[], session: Session, core: Core) {
  const locale = core.config.locale()
  const view = { language: 'en', locale, session, path: '/', address: '/console/item', nonce: 'n' } as const
  const markup = String(
    await approvalForm(items, { label: 'Approve', back: '/console' }, { core: consoleCore(core), view }),
  )
  const [, block = '{}'] = /<script type="application\/json" id="passkey">(.*?)<\/script>/s.exec(markup) ?? []
  const [, issued = ''] = /name="issued" value="([^"]*)"/.exec(markup) ?? []
  const { text = '' } = JSON.parse(block) as { text?: string }
  return { markup, issued, text }
}

/** Returns an act that needs the scope admin: it revokes a key. */
export function revocation(keyid: string): StatementItem {
  const body = JSON.stringify({ keyid })
  return { method: 'POST', address: '/api/admin/revocations', body, sends: null }
}
