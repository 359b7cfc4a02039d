import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { routesOfAdmin } from '../../../lib/app/functions/admin.ts'
import { AGENT_CHECK } from '../../../lib/cli/commands/doctor/agents.ts'
import type { CliContext } from '../../../lib/cli/context.ts'
import { registerKey } from '../../../lib/cli/operator/key.ts'
import { deriveSecret } from '../../../lib/core/signatures/keys.ts'
import { serveFunction, TEST_SECRET } from '../../helpers/functions.ts'
import { runCommand } from '../../helpers/run-command.ts'
import { temporaryDirectory } from '../../helpers/temporary-directory.ts'

const KEYID = 'mei:admin+approve:1'
const SECRET = deriveSecret(TEST_SECRET, KEYID).toString('base64url')

async function createKey() {
  const host = await serveFunction(routesOfAdmin)
  const cwd = await temporaryDirectory()
  const file = join(cwd, 'mei.json')
  await writeFile(file, JSON.stringify({ url: host.url, keyid: KEYID, secret: SECRET }))
  const key = (words: readonly string[], answers: readonly string[]) =>
    runCommand(registerKey, ['key', ...words], { cwd, now: Date.now(), answers })
  return { cwd, file, key, list: (answers: readonly string[]) => key(['list', '--key', file], answers) }
}

test('a locked key has no secret in its file, and asks for its passphrase', async () => {
  const { file, key, list } = await createKey()
  await key(['lock', file], ['four words of mine', 'four words of mine'])
  const text = await readFile(file, 'utf8')
  expect(text).not.toContain(SECRET)
  expect(JSON.parse(text)).toMatchObject({ keyid: KEYID, locked: { salt: expect.any(String) } })
  expect((await list(['four words of mine'])).out).toContain(KEYID)
  await expect(list(['four words of yours'])).rejects.toMatchObject({
    code: 'usage',
    message: expect.stringContaining('the passphrase is wrong'),
  })
})

test('a lock is undone with its passphrase', async () => {
  const { file, key } = await createKey()
  await key(['lock', file], ['words', 'words'])
  await key(['lock', file, '--undo'], ['words'])
  expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ keyid: KEYID, secret: SECRET })
})

test.each([
  { name: 'passphrases that differ', words: [], answers: ['one', 'other'], said: 'differ' },
  { name: 'no passphrase', words: [], answers: [''], said: 'without a passphrase' },
  { name: '--undo of an open key', words: ['--undo'], answers: [], said: 'not locked' },
])('$name: the file stays', async ({ words, answers, said }) => {
  const { file, key } = await createKey()
  const before = await readFile(file, 'utf8')
  await expect(key(['lock', file, ...words], answers)).rejects.toMatchObject({
    message: expect.stringContaining(said),
  })
  expect(await readFile(file, 'utf8')).toBe(before)
})

test('doctor names an open key that may approve beside the configuration of an agent', async () => {
  const { cwd, file, key } = await createKey()
  const rows = () => {
    const context = { cwd, env: { HOME: cwd } } as unknown as CliContext
    return AGENT_CHECK.run({ context, url: 'https://kura.example', key: file })
  }
  expect(await rows()).toEqual([])
  await writeFile(join(cwd, '.mcp.json'), '{}')
  expect(await rows()).toMatchObject([{ state: 'wrong', mend: `kura key lock ${file}` }])
  await key(['lock', file], ['words', 'words'])
  expect(await rows()).toMatchObject([{ state: 'ok' }])
})
