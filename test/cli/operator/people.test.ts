/** After a colleague has left, `kura people remove` revokes every key and device with the name. It can be run again. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { routesOfAdmin } from '../../../lib/app/functions/admin.ts'
import { routesOfPeople } from '../../../lib/app/functions/console.ts'
import { registerEnrol } from '../../../lib/cli/commands/device/enrol.ts'
import { registerKey } from '../../../lib/cli/operator/key.ts'
import { registerPeople } from '../../../lib/cli/operator/people.ts'
import { changePerson, personKey, welcome } from '../../../lib/console/people/people.ts'
import { readRevocations } from '../../../lib/core/signatures/revocations.ts'
import type { Store } from '../../../lib/core/store/store.ts'
import { keyText, serveFunction, TEST_SECRET } from '../../helpers/functions.ts'
import { createMemoryStore } from '../../helpers/memory-store.ts'
import { temporaryPublisher } from '../../helpers/publishing/temporary-publisher.ts'
import { SEAL_KEYS } from '../../helpers/publishing/vouched.ts'
import { runCommand } from '../../helpers/run-command.ts'
import { temporaryDirectory } from '../../helpers/temporary-directory.ts'

const DEVICE = expect.stringMatching(/^mei-laptop--[0-9a-f]{16}:device:1$/)
const USED = 'mei:admin+approve:1'
const UNUSED = 'mei-2:chat.send:1'

/**
 * Creates Mei's keys: one that was used, one that was not, and a device's folder that was not opened. mei-chan is
 * another person.
 */
async function createCompany() {
  const store = createMemoryStore()
  const failure = { after: Number.POSITIVE_INFINITY }
  const swap: Store['swap'] = (key, ...given) => {
    if (key === 'revoked' && failure.after-- <= 0) throw new Error('the store fails')
    return store.swap(key, ...given)
  }
  const host = await serveFunction(core => [...routesOfAdmin(core), ...routesOfPeople(core)], {
    env: { KURA_SEAL_KEYS: SEAL_KEYS },
    openStore: async () => ({ ...store, swap }),
  })
  const cwd = await temporaryDirectory()
  const env = { KURA_URL: host.url, KURA_SECRETS: `1:${TEST_SECRET.toString('base64url')}` }
  const deps = { cwd, env, now: Date.now() }
  const keyFile = async (name: string, scopes: string) => {
    const keyid = `${name}:${scopes}:1`
    await writeFile(join(cwd, `${name}.json`), keyText(host.url, keyid))
    return ['--key', join(cwd, `${name}.json`)]
  }
  const hana = await keyFile('hana', 'admin')
  const mei = await keyFile('mei', 'admin+approve')
  const key = (...words: string[]) => runCommand(registerKey, ['key', ...words], deps)
  await key('list', ...mei)
  const issue = (name: string) =>
    key('issue', name, '--scope', 'chat.send', '--out', join(cwd, `${name}-chat.json`))
  await issue('mei-2')
  await issue('mei-chan')
  const { releaseDir, publish } = await temporaryPublisher({ now: Date.now() })
  await publish({ 'a.md': '# a\n' })
  await runCommand(registerEnrol, ['enrol', 'mei-laptop', '--release', releaseDir, ...hana], deps)
  const joins = (name: string) =>
    changePerson(
      personKey(name),
      welcome({ name, scopes: ['accounting.read'], since: new Date().toISOString() }),
      host.own,
    )
  const remove = (words: readonly string[], answers: readonly string[] = [], signed = hana) =>
    runCommand(registerPeople, ['people', 'remove', ...words, ...signed], { ...deps, answers })
  const revoked = async () => (await readRevocations(store)).map(({ keyid }) => keyid)
  return { remove, revoked, failure, mei, joins }
}

test('every key and device of the name is revoked after one question, and no other', async () => {
  const { remove, revoked } = await createCompany()
  const words = ['mei', '--keep', 'mei-chan']
  const refused = await remove(words, ['no'])
  expect(refused.out).toContain('nothing was revoked')
  expect(await revoked()).toEqual([])
  const { out, err, asked } = await remove(words, ['yes'])
  expect(asked).toEqual(['revoke these 3 keys? (yes/no) '])
  expect(await revoked()).toEqual([USED, UNUSED, DEVICE])
  expect(out).toMatch(/mei +admin, approve +seen .* valid\n/)
  expect(err).toContain('no other key in the list may approve')
  expect(out).toContain('.env, KURA_SECRETS')
  const again = await remove(words)
  expect(again.asked).toEqual([])
  expect(again.out).toMatch(/mei-2 +chat.send +never seen +revoked by hana on/)
  expect(again.out).toContain('all was revoked before')
})

test('people of the console whose names differ from those of the keys are named as left', async () => {
  const { remove, joins } = await createCompany()
  await joins('Mei')
  await joins('芽衣')
  const words = ['mei', '--keep', 'mei-chan', '--yes']
  const { out } = await remove(words)
  expect(out).toContain('revoked the passkeys and sessions of Mei')
  expect(out).toMatch(/this is left to do:[\s\S]*under another name +芽衣 can still sign in/)
  expect(JSON.parse((await remove([...words, '--json'])).out)).toMatchObject({ people: [], others: ['芽衣'] })
})

test('what a failure has left is revoked by the same command', async () => {
  const { remove, revoked, failure } = await createCompany()
  failure.after = 1
  await expect(remove(['mei', '--keep', 'mei-chan', '--yes'])).rejects.toThrow()
  expect(await revoked()).toEqual([USED])
  failure.after = Number.POSITIVE_INFINITY
  const { out } = await remove(['mei', '--keep', 'mei-chan', '--yes', '--json'])
  expect(JSON.parse(out)).toMatchObject({ name: 'mei', revoked: [UNUSED, DEVICE] })
  expect(await revoked()).toEqual([USED, UNUSED, DEVICE])
})

test.each([
  {
    name: 'a name that no key has',
    words: ['mai'],
    by: 'hana',
    message: 'no key and no device has this name',
  },
  {
    name: 'the name of the key that signs',
    words: ['mei'],
    by: 'mei',
    message: 'signed with a key of that name',
  },
])('$name is refused, and nothing is revoked', async ({ words, by, message }) => {
  const { remove, revoked, mei } = await createCompany()
  await expect(remove(words, ['yes'], by === 'mei' ? mei : undefined)).rejects.toThrow(message)
  expect(await revoked()).toEqual([])
})
