import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { publishCommand } from '../../../../lib/cli/commands/publish/publish.ts'
import { registerRoot } from '../../../../lib/cli/commands/publish/root.ts'
import { writePayload } from '../../../helpers/publishing/release.ts'
import { type CommandDeps, runCommand } from '../../../helpers/run-command.ts'
import { temporaryDirectory } from '../../../helpers/temporary-directory.ts'

const SETTINGS = { KURA_RELEASE_DIR: 'release', KURA_KEY_DIR: 'keys' }

/** Runs `kura root …` in a new folder. */
async function terminal() {
  const cwd = await temporaryDirectory()
  const root = (words: string, more: CommandDeps = {}) =>
    runCommand(registerRoot, ['root', ...words.split(' ')], {
      ...more,
      cwd,
      env: { ...SETTINGS, ...more.env },
    })
  const publish = (more: CommandDeps = {}) =>
    runCommand(publishCommand(), ['publish', 'payload'], { ...more, cwd, env: { ...SETTINGS, ...more.env } })
  const keyFileOf = (out: string) => / in (\S+\.pem)/.exec(out)?.[1] ?? ''
  return { cwd, root, publish, keyFileOf }
}

describe('kura root init', () => {
  test('asks for a passphrase twice, and encrypts the key with it', async () => {
    const { root, keyFileOf } = await terminal()
    const { out, asked } = await root('init', { answers: ['correct horse', 'correct horse'] })
    expect(asked).toHaveLength(2)
    expect(out).toContain('created root 1: 1 of 1 keys must sign, expires 2027-01-01 09:00 +09:00')
    expect(await readFile(keyFileOf(out), 'utf8')).toContain('BEGIN ENCRYPTED PRIVATE KEY')
  })

  test.each([
    { name: 'an empty passphrase', words: 'init', more: { answers: [''] }, encrypted: false },
    { name: '--no-passphrase', words: 'init --no-passphrase', more: {}, encrypted: false },
    { name: 'KURA_PASSPHRASE', words: 'init', more: { env: { KURA_PASSPHRASE: 'secret' } }, encrypted: true },
  ])('makes a key with $name: encrypted $encrypted', async ({ words, more, encrypted }) => {
    const { root, keyFileOf } = await terminal()
    const { out } = await root(words, more)
    expect((await readFile(keyFileOf(out), 'utf8')).includes('ENCRYPTED')).toBe(encrypted)
  })

  test('makes nothing if the passphrases differ or cannot be asked for', async () => {
    const { root } = await terminal()
    await expect(root('init', { answers: ['one', 'two'] })).rejects.toMatchObject({ code: 'usage' })
    await expect(root('init')).rejects.toMatchObject({ code: 'usage' })
    await expect(root('rotate')).rejects.toMatchObject({ code: 'root_invalid' })
  })

  test('says that a root is a development one, as JSON too', async () => {
    const { root, cwd } = await terminal()
    const { out } = await root('init --development --no-passphrase --days 7 --json')
    const result = JSON.parse(out)
    expect(result).toEqual({
      version: 1,
      threshold: 1,
      keys: [result.created],
      expires: '2026-01-08T00:00:00.000Z',
      created: expect.stringMatching(/^[0-9a-f]{64}$/),
      keyFile: join(cwd, 'keys', `kura-${result.created}.pem`),
    })
    const { roots } = JSON.parse(await readFile(join(cwd, 'release/roots.json'), 'utf8'))
    expect(JSON.parse(roots[0].signed).development).toBe(true)
  })

  test('puts keys outside the project only', async () => {
    const { root } = await terminal()
    const inside = join(import.meta.dirname, '../../../../keys')
    await expect(root(`init --no-passphrase --keys ${inside}`)).rejects.toMatchObject({ code: 'release_key' })
  })
})

describe('kura root rotate', () => {
  test('raise the threshold and replace a key, and the next release is signed by both', async () => {
    const { root, publish, cwd } = await terminal()
    await writePayload(join(cwd, 'payload'), { a: 'a' })
    const env = { KURA_PASSPHRASE: 'secret' }
    const first = await root('init --json', { env })
    await publish({ env })
    const added = await root('rotate --add --threshold 2', { env })
    expect(added.out).toContain('created root 2: 2 of 2 keys must sign')
    expect(added.out).toContain('next: kura publish, commit and deploy')
    const { created } = JSON.parse(first.out)
    const rotated = await root(`rotate --key ${created.slice(0, 12)}`, { env })
    expect(rotated.out).toContain('created root 3: 2 of 2 keys must sign')
    expect(rotated.out).toContain(`retired key ${created.slice(0, 12)}`)
    expect((await publish({ env })).out).toContain(
      'published release 2: 1 file, 1 B, expires 2026-04-01 09:00 +09:00 (the root has changed)',
    )
  })

  test('ask for the passphrase of each key that signs', async () => {
    const { root } = await terminal()
    await root('init', { answers: ['one', 'one'] })
    const { asked } = await root('rotate --add', { answers: ['one', 'two', 'two'] })
    expect(asked).toEqual([
      expect.stringMatching(/^passphrase of the key [0-9a-f]{12}: $/),
      expect.stringMatching(/^passphrase for the new key/),
      'repeat the passphrase: ',
    ])
    await expect(root('rotate --add', { answers: ['wrong'] })).rejects.toMatchObject({
      code: 'release_key',
      message: expect.stringContaining('the passphrase is wrong'),
    })
  })
})
