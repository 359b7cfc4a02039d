import { expect, onTestFinished, test } from 'vitest'
import { registerDevices } from '../../../lib/cli/operator/devices.ts'
import { errorLines } from '../../../lib/cli/terminal/output.ts'
import { listen } from '../../../sandbox/listen.ts'
import { UNREACHABLE } from '../../helpers/http/unreachable.ts'
import { JAPANESE } from '../../helpers/notice-words.ts'
import { runCommand } from '../../helpers/run-command.ts'
import { temporaryDirectory } from '../../helpers/temporary-directory.ts'

test.each([
  ['the local host', UNREACHABLE, /^npm start runs the local host/],
  [
    'a deployment',
    UNREACHABLE.replace('127.0.0.1', '0.0.0.0'),
    /^check the network, and the address in KURA_URL or in the key file$/,
  ],
])('%s that does not answer is told with what to do about its address', async (_name, url, hint) => {
  const key = JSON.stringify({ url, keyid: 'hana:admin:1', secret: 'A'.repeat(43) })
  const cwd = await temporaryDirectory({ 'key.json': key })
  const words = ['devices', '--key', `${cwd}/key.json`]
  await expect(runCommand(registerDevices, words, { cwd })).rejects.toMatchObject({
    code: 'remote_unreachable',
    hint: expect.stringMatching(hint),
  })
})

const STRANGERS = [
  {
    status: 403,
    headers: { 'x-vercel-mitigated': 'deny' },
    says: /x-vercel-mitigated: deny/,
    hint: /firewall/,
  },
  { status: 402, headers: { 'content-type': 'text/plain' }, says: /DEPLOYMENT_DISABLED/, hint: /plan/ },
  {
    status: 404,
    headers: { 'content-type': 'text/html' },
    says: /web page \(404\)/,
    hint: /KURA_URL.*sign in to the network/,
  },
  {
    status: 401,
    headers: { 'content-type': 'text/html' },
    says: /web page \(401\)/,
    hint: /deployment protection/,
  },
]
test.each(STRANGERS)(
  'an answer $status of others, $headers, says what to do',
  async ({ status, headers, says, hint }) => {
    const server = await listen(
      () =>
        new Response(status === 402 ? 'Payment required\n\nDEPLOYMENT_DISABLED\n' : '<h1>No</h1>', {
          status,
          headers,
        }),
    )
    onTestFinished(() => server.close())
    const key = JSON.stringify({ url: server.url, keyid: 'hana:admin:1', secret: 'A'.repeat(43) })
    const cwd = await temporaryDirectory({ 'key.json': key })
    await expect(
      runCommand(registerDevices, ['devices', '--key', `${cwd}/key.json`], { cwd }),
    ).rejects.toMatchObject({
      code: 'remote_answer',
      message: expect.stringMatching(says),
      hint: expect.stringMatching(hint),
    })
  },
)

test('what to do about a fault of the store is said in the language of the reader', async () => {
  const hintReason = { id: 'storeHint.token', text: 'copy' }
  const fault = { code: 'store_unavailable', error: 'Cannot read', hint: 'copy', hintReason }
  const server = await listen(() => Response.json(fault, { status: 503 }))
  onTestFinished(() => server.close())
  const key = JSON.stringify({ url: server.url, keyid: 'hana:admin:1', secret: 'A'.repeat(43) })
  const cwd = await temporaryDirectory({ 'key.json': key })
  const command = runCommand(registerDevices, ['devices', '--key', `${cwd}/key.json`], { cwd })
  const error: unknown = await command.catch(reason => reason)
  expect(errorLines(error, JAPANESE)[1]).toMatch(/トークンをコピーし直し/)
})
