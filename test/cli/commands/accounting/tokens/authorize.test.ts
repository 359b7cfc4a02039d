import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { registerAccounting } from '../../../../../lib/cli/commands/accounting/index.ts'
import { keyText } from '../../../../helpers/functions.ts'
import { runCommand } from '../../../../helpers/run-command.ts'
import { temporaryDirectory } from '../../../../helpers/temporary-directory.ts'
import { COMPANY, type Host, KEYID, OTHER, startHost } from '../../../../services/accounting/tokens/host.ts'
import { shownCode } from '../../../../services/accounting/tokens/world.ts'

interface Terminal {
  readonly keyid?: string
  /** The text that the person types when the command asks for the code; by default, there is no terminal. */
  readonly types?: (shown: string) => Promise<string>
}

/** Runs `kura accounting authorize` with an operator's key for the host, and without any of the host's settings. */
async function authorize(host: Host, words: readonly string[] = [], { keyid = KEYID, types }: Terminal = {}) {
  const key = join(await temporaryDirectory(), 'operator.json')
  await writeFile(key, keyText(host.url, keyid))
  let shown = ''
  const wrote = (text: string) => {
    shown += text
  }
  return runCommand(registerAccounting, ['accounting', 'authorize', '--key', key, ...words], {
    env: { KURA_TIMEZONE: 'Asia/Tokyo' },
    now: host.time.now,
    wrote,
    ...(types && { answers: [() => types(shown)] }),
  })
}

/** A person who opens the shown page and types its code. */
const person = (shown: string) => shownCode(/^http.*$/m.exec(shown)?.[0] ?? '')

describe('kura accounting authorize', () => {
  test('shows the page, and hands its code to the host, with no secret but the key', async () => {
    const host = await startHost()
    const { out } = await authorize(host, [], { types: person })
    expect(out).toContain('/public_api/authorize?response_type=code&client_id=')
    expect(out).toContain('its code is accepted until 2026-04-01 09:10 +09:00')
    expect(out).toContain(
      `authorized: the books of ${COMPANY.name} (1234567), generation 1, scopes read write default_read\n`,
    )
    expect(await host.tokens().status()).toMatchObject({ state: 'current', company: COMPANY })
    expect(out).not.toContain(await host.tokens().accessToken())
  })

  test('in two commands, for scripts: the page as JSON, then its code', async () => {
    const host = await startHost()
    const { url, showsCode } = JSON.parse((await authorize(host, ['--json'])).out)
    expect(showsCode).toBe(true)
    const { out } = await authorize(host, ['--json', '--code', await shownCode(url)])
    expect(JSON.parse(out)).toMatchObject({ company: COMPANY, generation: 1 })
  })

  test('takes the address to which the page led', async () => {
    const host = await startHost({ ACCOUNTING_REDIRECT_URI: 'http://127.0.0.1/console/authorize' })
    const { url } = JSON.parse((await authorize(host, ['--json'])).out)
    const page = await fetch(url, { redirect: 'manual' })
    await authorize(host, ['--code', page.headers.get('location') ?? ''])
    expect((await host.tokens().status()).state).toBe('current')
  })

  test('changes to other books only if --company names them', async () => {
    const host = await startHost()
    await authorize(host, [], { types: person })
    host.service.sandbox.state.chosen = OTHER.id
    await expect(authorize(host, [], { types: person })).rejects.toMatchObject({
      code: 'authorization_failed',
      message: expect.stringContaining(`these are the books of ${OTHER.name}`),
      hint: expect.stringContaining(`kura accounting authorize --company ${OTHER.number}`),
    })
    expect((await host.tokens().status()).company).toEqual(COMPANY)
    await authorize(host, ['--company', '009-1234567'], { types: person })
    expect((await host.tokens().status()).company).toEqual(OTHER)
  })

  test('without a terminal shows the page and says how to finish', async () => {
    const host = await startHost()
    await expect(authorize(host)).rejects.toMatchObject({
      code: 'usage',
      hint: 'finish with: kura accounting authorize --code CODE',
    })
  })

  test('stopped by Ctrl-C at the question changes nothing, and is finished with --code', async () => {
    const host = await startHost()
    let code = ''
    const types = async (shown: string) => {
      code = await person(shown)
      throw new DOMException('Aborted with Ctrl+C', 'AbortError')
    }
    await expect(authorize(host, [], { types })).rejects.toMatchObject({
      code: 'interrupted',
      hint: expect.stringContaining('--code'),
    })
    expect((await host.tokens().status()).state).toBe('unauthorized')
    await authorize(host, ['--code', code])
    expect((await host.tokens().status()).state).toBe('current')
  })

  test.each([
    ['nothing was begun', false, 'abc', 'none was begun in the last ten minutes'],
    ['the code is wrong', true, 'abc', 'the service did not accept the code (invalid_grant)'],
    [
      'the state is wrong',
      true,
      'http://127.0.0.1/callback?code=abc&state=other',
      'its state is not the one',
    ],
  ])('says so if %s', async (_name, isBegun, code, want) => {
    const host = await startHost()
    if (isBegun) await authorize(host, ['--json'])
    await expect(authorize(host, ['--code', code])).rejects.toMatchObject({
      code: 'authorization_failed',
      message: expect.stringContaining(want),
    })
  })

  test('needs a key with the scope admin', async () => {
    const host = await startHost()
    await expect(authorize(host, [], { keyid: 'bot:accounting.write:1' })).rejects.toMatchObject({
      code: 'scope_missing',
    })
  })
})
