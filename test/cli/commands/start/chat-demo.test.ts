import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { routesOfChat } from '../../../../lib/app/functions/chat.ts'
import { demonstrateChat, startChatSandbox } from '../../../../lib/cli/commands/start/chat-demo.ts'
import { keepState } from '../../../../lib/cli/commands/start/sandbox.ts'
import type { RegisterCommand } from '../../../../lib/cli/context.ts'
import { createAccountingSandbox } from '../../../../sandbox/accounting/sandbox.ts'
import { keyText, serveFunction } from '../../../helpers/functions.ts'
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
  await mkdir(join(folder, '.kura'))
  await writeFile(join(folder, '.kura/operator.json'), keyText(url, keyid))
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

const sandbox = () => createAccountingSandbox({ now: Date.now })

test('a sandbox has its records again, and gives none of their ids to another one', async () => {
  const file = join(await temporaryDirectory(), 'accounting')
  const first = sandbox()
  const kept = keepState(first, file)
  const id = first.state.nextId()
  first.state.companies[0]?.receipts.set(id, { id } as never)
  await kept.save()
  const second = sandbox()
  expect([kept.restored, keepState(second, file).restored]).toEqual([false, true])
  expect(second.state.companies[0]?.receipts.has(id)).toBe(true)
  expect(second.state.nextId()).toBe(id + 1)
})

test('a file that cannot be read counts as absent', async () => {
  const file = join(await temporaryDirectory(), 'accounting')
  await writeFile(file, 'half a fi')
  const { state } = sandbox()
  expect(keepState({ ...sandbox(), state }, file).restored).toBe(false)
  expect(state.companies).toHaveLength(2)
})

test('the company of the chat stays the same company', async () => {
  const file = join(await temporaryDirectory(), 'chat')
  const first = await startChatSandbox({}, file)
  await first?.close()
  const second = await startChatSandbox({}, file)
  await second?.close()
  expect(second?.settings).toMatchObject({ ...first?.company.settings })
  expect(second?.company).toEqual(first?.company)
})
