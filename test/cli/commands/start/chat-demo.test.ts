import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { routesOfChat } from '../../../../lib/app/functions/chat.ts'
import { demonstrateChat, startChatSandbox } from '../../../../lib/cli/commands/start/chat-demo.ts'
import type { RegisterCommand } from '../../../../lib/cli/context.ts'
import { deriveSecret } from '../../../../lib/core/signatures/keys.ts'
import { serveFunction, TEST_SECRET } from '../../../helpers/functions.ts'
import { runCommand } from '../../../helpers/run-command.ts'
import { temporaryDirectory } from '../../../helpers/temporary-directory.ts'

test('npm start shows a group, a delivery that goes another way, an answer, and the status message', async () => {
  const chat = await startChatSandbox({})
  onTestFinished(() => chat?.close())
  const folder = await temporaryDirectory()
  const { url } = await serveFunction(routesOfChat, {
    env: { ...chat?.settings, KURA_RELEASE_DIR: folder, KURA_LANGUAGE: 'en' },
  })
  const keyid = 'operator:chat.send:1'
  const secret = deriveSecret(TEST_SECRET, keyid).toString('base64url')
  await mkdir(join(folder, '.kura'))
  await writeFile(join(folder, '.kura/operator.json'), JSON.stringify({ url, keyid, secret }))
  const register: RegisterCommand = (command, context) =>
    void command.action(async () => void (await demonstrateChat(chat, context)))
  const { out } = await runCommand(register, ['demo'], { cwd: folder, now: Date.now() })
  expect(out).toMatch(/group +\d+: The bot is in the server but has no access.*no bot can join/)
  expect(out).toMatch(/- ken: reached, answered \d/)
  expect(out).toMatch(/- hana: reached, no answer yet/)
  expect(out).toMatch(/- closed: refused, .*50007/)
  expect(out).toMatch(/status +Devices\nstatus +no device has reported/)
})

test('startChatSandbox() starts nothing if a bot is set', async () => {
  expect(await startChatSandbox({ CHAT_BOT_TOKENS: 'own' })).toBeUndefined()
})
