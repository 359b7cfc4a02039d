import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startChatSandbox } from '../../../../lib/cli/commands/start/chat-demo.ts'
import { keepState } from '../../../../lib/cli/commands/start/kept.ts'
import { createAccountingSandbox } from '../../../../sandbox/accounting/sandbox.ts'
import { temporaryDirectory } from '../../../helpers/temporary-directory.ts'

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
