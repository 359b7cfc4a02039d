import { expect, test } from 'vitest'
import { registerDevices } from '../../../lib/cli/operator/devices.ts'
import { UNREACHABLE } from '../../helpers/http/unreachable.ts'
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
