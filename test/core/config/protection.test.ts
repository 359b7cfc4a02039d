/** The host's own deployment protection: errors name it, and operators, devices and the probe can pass it. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { registerDevices } from '../../../lib/cli/operator/devices.ts'
import { protectionOf } from '../../../lib/core/config/protection.ts'
import { newNonce, signRequest } from '../../../lib/core/signatures/sign.ts'
import { createFetcher } from '../../../lib/device/fetch/fetcher.ts'
import { sendRequest } from '../../../lib/device/fetch/transport.ts'
import { createRawClient } from '../../../lib/exposure/raw-request.ts'
import { listen } from '../../../sandbox/listen.ts'
import { runCommand } from '../../helpers/run-command.ts'
import { temporaryDirectory } from '../../helpers/temporary-directory.ts'

const HEADER = 'x-vercel-protection-bypass'
const SET = { KURA_PROTECTION_BYPASS: 'secret', KURA_URL: 'https://kura.example' }
const ALSO = { ...SET, KURA_AUTHORITIES: 'kura-git.example,kura.example:8443' }

test.each([
  ['the host of KURA_URL', SET, 'https://kura.example/api', true],
  ['another host', SET, 'https://other.example', false],
  ['a host of KURA_AUTHORITIES', ALSO, 'https://kura-git.example', true],
  ['a port of KURA_AUTHORITIES', ALSO, 'https://kura.example:8443', true],
  ['any host, if none is set', { KURA_PROTECTION_BYPASS: 'secret' }, 'https://other.example', true],
  ['an open connection', { ...SET, KURA_URL: 'http://kura.example' }, 'http://kura.example', false],
  ['this machine', { KURA_PROTECTION_BYPASS: 'secret' }, 'http://127.0.0.1:3000', true],
  ['no secret', { KURA_URL: 'https://kura.example' }, 'https://kura.example', false],
])('protectionOf(): %s', (_name, env, url, sent) => {
  expect(protectionOf(env)(url)).toEqual(sent ? { [HEADER]: 'secret' } : {})
})

test('protectionOf() refuses what cannot be a header, without quoting it', () => {
  expect(() => protectionOf({ KURA_PROTECTION_BYPASS: 'a\nb' })).toThrow(
    /KURA_PROTECTION_BYPASS: expected printable ASCII/,
  )
})

/** Serves a host that shows a login page to strangers; behind it, every path is missing. */
async function protectedHost() {
  const server = await listen(async request =>
    request.headers.get(HEADER) === 'secret'
      ? Response.json({ error: 'Cannot find it', code: 'not_found' }, { status: 404 })
      : new Response('<title>Authentication Required</title>', { status: 401 }),
  )
  onTestFinished(() => server.close())
  return server.url
}

const keyid = 'mei:admin:1'
const secret = Buffer.alloc(32, 1).toString('base64url')

describe('a protected deployment', () => {
  const rows = [
    ['without the secret', {}, { hint: expect.stringContaining('KURA_PROTECTION_BYPASS') }],
    ['with the secret', { KURA_PROTECTION_BYPASS: 'secret' }, { code: 'not_found' }],
  ] as const

  test.each(rows)('an operator %s', async (_name, env, want) => {
    const cwd = await temporaryDirectory()
    const url = await protectedHost()
    await writeFile(join(cwd, 'key.json'), JSON.stringify({ url, keyid, secret }))
    await expect(
      runCommand(registerDevices, ['devices', '--key', join(cwd, 'key.json')], { env, cwd }),
    ).rejects.toMatchObject(want)
  })

  test.each(rows)('a device %s', async (_name, env, want) => {
    const url = await protectedHost()
    const fetcher = createFetcher({ url, keyid: 'pc-1:device:1', secret, root: '' } as never, {
      fetch: sendRequest,
      sign: signRequest,
      newNonce,
      now: Date.now,
      random: () => 0,
      sleep: async () => undefined,
      protection: protectionOf(env),
    })
    await expect(fetcher.ask({})).rejects.toMatchObject(want)
  })

  test('the probe sends it too', async () => {
    const url = await protectedHost()
    const { send, close } = createRawClient(url, {
      headers: protectionOf({ KURA_PROTECTION_BYPASS: 'secret' })(url),
    })
    onTestFinished(() => close())
    expect(await send({ method: 'GET', path: '/' })).toMatchObject({ answer: { status: 404 } })
  })
})
