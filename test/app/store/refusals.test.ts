/** The errors that people read in each place when the store refuses, with the answers that Upstash gives over HTTP. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { routesOfAdmin } from '../../../lib/app/functions/admin.ts'
import { registerDoctor } from '../../../lib/cli/commands/doctor/doctor.ts'
import { registerKey } from '../../../lib/cli/operator/key.ts'
import { errorLines } from '../../../lib/cli/terminal/output.ts'
import { openUpstashStore } from '../../../lib/core/store/upstash.ts'
import { keyText, serveFunction } from '../../helpers/functions.ts'
import { startAnsweringServer } from '../../helpers/http/answering-server.ts'
import { createMemoryStore } from '../../helpers/memory-store.ts'
import { LOCALES } from '../../helpers/notice-words.ts'
import { runCommand } from '../../helpers/run-command.ts'
import { temporaryDirectory } from '../../helpers/temporary-directory.ts'

const KEYID = 'hana:admin:1'

/** A host whose store works until `refuse`; then every call gets `answer`. */
async function hostOf(answer: { status: number; error: string }) {
  const { url, token, headers } = await startAnsweringServer(() => ({
    status: answer.status,
    body: JSON.stringify({ error: answer.error }),
  }))
  const upstash = openUpstashStore({ url, token })
  let store = createMemoryStore()
  const openStore = async () => new Proxy(store, { get: (_, name) => Reflect.get(store, name) })
  const host = await serveFunction(routesOfAdmin, { openStore })
  const cwd = await temporaryDirectory()
  const key = join(cwd, 'key.json')
  await writeFile(key, keyText(host.url, KEYID))
  const env = { UPSTASH_REDIS_REST_URL: url, UPSTASH_REDIS_REST_TOKEN: token }
  const refuse = () => {
    store = upstash as typeof store
  }
  return { host, headers, refuse, key, cwd, env }
}

const MONTH = 'ERR max requests limit exceeded. Limit: 500000, Usage: 500000.'
const TOKEN = 'WRONGPASS invalid or missing auth token'
const GONE = 'ERR database not found'

test.each([
  { status: 400, error: MONTH, en: 'until the month of the plan ends', ja: 'プランの月が終わるまで' },
  { status: 401, error: TOKEN, en: 'copy the token again', ja: 'トークンをコピーし直し' },
  { status: 404, error: GONE, en: 'restore the database', ja: 'データベースを復元' },
])('a function, the command line and doctor say what mends "$error"', async ({ en, ja, ...answer }) => {
  const { host, headers, refuse, key, cwd, env } = await hostOf(answer)
  // loads the list of revoked keys, which the host then uses for a minute
  expect((await host.call('/api/admin/health', { scopes: ['admin'] })).status).toBe(200)
  refuse()
  const revoke = { method: 'POST', body: '{"keyid":"a:device:1"}', contentType: 'application/json' }
  const refused = await host.call('/api/admin/revocations', { ...revoke, scopes: ['admin'] })
  expect([refused.status, headers.length]).toEqual([503, 1])
  expect(await refused.json()).toMatchObject({ code: 'store_unavailable', hint: expect.stringContaining(en) })
  for (const [KURA_LANGUAGE, said] of Object.entries({ en, ja })) {
    const deps = { now: Date.now, cwd, env: { ...env, KURA_LANGUAGE } }
    const error = await runCommand(registerKey, ['key', 'list', '--key', key], deps).catch(fault => fault)
    const locale = LOCALES[KURA_LANGUAGE as keyof typeof LOCALES]
    expect(errorLines(error, locale).join('\n')).toContain(said)
    const { out } = await runCommand(registerDoctor, ['doctor', host.url, '--key', key], deps)
    expect(out).toMatch(new RegExp(`^settings: .*${said}`, 'm'))
    expect(out).not.toContain('in a moment')
  }
})
