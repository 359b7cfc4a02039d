/** `kura today` against the real function over HTTP. */
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { routesOfAdmin } from '../../../../lib/app/functions/admin.ts'
import { registerToday } from '../../../../lib/cli/commands/today/today.ts'
import { registerKey } from '../../../../lib/cli/operator/key.ts'
import { createClaims } from '../../../../lib/core/claims/claims.ts'
import { serveFunction, TEST_SECRET } from '../../../helpers/functions.ts'
import { runCommand } from '../../../helpers/run-command.ts'
import { temporaryDirectory } from '../../../helpers/temporary-directory.ts'

/**
 * Creates an operator of a company that has published nothing. The company's language is not that of the operator's
 * machine.
 */
async function createOperator() {
  const dir = await temporaryDirectory()
  const host = await serveFunction(routesOfAdmin, {
    env: { KURA_RELEASE_DIR: dir, KURA_LANGUAGE: 'ja', KURA_TIMEZONE: 'Asia/Tokyo' },
  })
  const env = {
    KURA_URL: host.url,
    KURA_SECRETS: `1:${TEST_SECRET.toString('base64url')}`,
    KURA_LANGUAGE: 'en',
    XDG_CONFIG_HOME: join(dir, 'config'),
  }
  const deps = { env, cwd: dir, now: Date.now(), columns: 60 }
  await runCommand(registerKey, ['key', 'issue', 'hana', '--scope', 'admin'], deps)
  const claims = createClaims<number>({ store: host.store, kind: 'deal', parseResult: Number })
  const review = (name: string) =>
    claims.request(name, {
      digest: 'body',
      body: '{}',
      operation: name,
      by: 'hana',
      lease: 60_000,
      flags: ['date'],
    })
  const today = (...words: string[]) => runCommand(registerToday, ['today', ...words], deps)
  return { review, today }
}

describe('kura today', () => {
  test('exits with 0 if nothing needs a person', async () => {
    const { today } = await createOperator()
    const { status, out } = await today()
    expect(status).toBe(0)
    expect(out.split('\n')[0]).toContain('対応が必要なものはありません')
  })

  test('exits with 3 if something does, and names the command that settles it', async () => {
    const { today, review } = await createOperator()
    await review('receipt 17')
    const { status, out } = await today()
    expect(status).toBe(3)
    expect(out).toContain('    kura settle "receipt 17"\n')
  })

  test('--json prints what the host answers, with the same exit status', async () => {
    const { today, review } = await createOperator()
    await review('receipt 17')
    const { status, out } = await today('--json')
    expect(status).toBe(3)
    expect(JSON.parse(out)).toMatchObject({
      language: 'ja',
      needs: { count: 1, groups: [{ kind: 'deal_review' }] },
    })
  })
})
