/** `kura log verify` proves each approval from an export alone, and lists the acts that have no approval. */
import { spawnSync } from 'node:child_process'
import { createPrivateKey } from 'node:crypto'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { digestOfApproval } from '../../../../lib/core/passkey/approval.ts'
import { deploymentOf } from '../../../../lib/core/passkey/vouching.ts'
import { contentsText } from '../../../../lib/services/activity/export.ts'
import { createActivityLog } from '../../../../lib/services/activity/log.ts'
import { createApprovals } from '../../../core/passkey/office.ts'
import { createWorld } from './archive.ts'

const RELEASE = 'POST /api/accounting/cases/{case}/release'
const ALL = ['admin', 'approve', 'accounting.write']

/**
 * Creates a log whose November has a vouch, a release with an approval, and a release by an operator's key. The current
 * month is December.
 */
async function createOffice({ what = { case: 'receipt 1' }, person = 'Mei', times = 1 } = {}) {
  const world = await createWorld()
  const { roots } = JSON.parse(await readFile(join(world.dir, 'release', 'roots.json'), 'utf8'))
  const [pem = ''] = await readdir(join(world.dir, 'keys'))
  const key = createPrivateKey(await readFile(join(world.dir, 'keys', pem)))
  const deployment = deploymentOf(roots) ?? ''
  const now = () => Date.parse('2026-11-24T00:00:00Z')
  const office = createApprovals({ deployment, key, now })
  const mei = office.fromPublisher('Mei', ALL)
  const address = '/api/accounting/cases/receipt%201/release'
  const release = office.approve(mei, [{ method: 'POST', address, body: '{"person":"Mei"}', sends: null }])
  for (const record of office.records) {
    const next = { value: JSON.stringify(record), version: 'v' }
    await world.store.swap(`approval/${digestOfApproval(record)}`, undefined, next)
  }
  const { append } = createActivityLog({ store: () => world.store, now })
  const act = { by: 'passkey:0123', act: 'x', status: 200, request: 'r' }
  await append({ ...act, endpoint: 'POST /api/console/vouches', what: {}, approval: mei.vouches[0] ?? '' })
  for (let time = 0; time < times; time++)
    await append({ ...act, endpoint: RELEASE, what, person, approval: release })
  await append({ ...act, by: 'hana:approve:1', endpoint: RELEASE, what: { case: 'b' }, person: 'Hana' })
  await append({ ...act, endpoint: RELEASE, what: { case: 'c' }, status: 409 })
  world.pass(30 * 86_400_000)
  return { ...world, office, release }
}

describe('kura log verify', () => {
  test('proves approvals from the store, and then years later from the export alone', async () => {
    const { kura, store, office, archive } = await createOffice()
    await kura('export', '--out', 'archive')
    const lines = (await readFile(archive('kura-log-2026-11.jsonl'), 'utf8')).split('\n')
    expect(lines.filter(line => line.startsWith('{"approval":'))).toHaveLength(2)
    for (const record of office.records) {
      const at = `approval/${digestOfApproval(record)}`
      await store.remove(at, (await store.read(at)).record?.version ?? '')
    }
    const { out, status } = await kura('verify', 'archive', '--no-store')
    expect(out).toContain("acts with an approval that was proved from the publisher's key: 2")
    expect(out).toMatch(/acts without an approval by a passkey: 1\n.*\n.*\n13 .* hana:approve:1 +Hana +POST/)
    expect(status).toBe(0)
    const { approvals } = JSON.parse((await kura('verify', 'archive', '--no-store', '--json')).out)
    expect(approvals).toMatchObject({
      proved: 2,
      without: [{ seq: 13, by: 'hana:approve:1', person: 'Hana' }],
    })
  })

  test('reads the approvals of entries that are not exported yet from the store', async () => {
    const { kura, archive, office, store } = await createOffice()
    await kura('export', '--out', 'archive')
    await rm(archive('kura-log-2026-11.jsonl'))
    expect((await kura('verify', 'archive')).out).toContain("from the publisher's key: 2")
    const at = `approval/${digestOfApproval(office.records[0] as never)}`
    await store.remove(at, 'v')
    const { out, status } = await kura('verify', 'archive')
    expect(out).toMatch(/the approval of entry 12 cannot be proved: the approval [0-9a-f]{64} is in none/)
    expect(status).toBe(1)
  })

  test.each([
    { change: { what: { case: 'receipt 2' } }, want: 'the approval of entry 12 is about another act' },
    { change: { person: 'Ken' }, want: 'the approval of entry 12 is by "Mei", and the entry names another' },
  ])('finds that $want', async ({ change, want }) => {
    const { kura } = await createOffice(change)
    await kura('export', '--out', 'archive')
    const { out, status } = await kura('verify', 'archive', '--no-store')
    expect(out).toContain(want)
    expect(status).toBe(1)
  })

  test('lists an item that was executed twice under one approval', async () => {
    const { kura } = await createOffice({ times: 2 })
    await kura('export', '--out', 'archive')
    const { out, status } = await kura('verify', 'archive', '--no-store')
    expect(out).toContain(
      'the act that entry 13 executed was executed before under the same approval: entry 12',
    )
    expect(status).toBe(3)
  })

  test('verifies what the console hands out for an approval: alone, with the store, with the archive', async () => {
    const { kura, archive, office, release, store } = await createOffice()
    const stored = (await store.read('activity/entry/0000000012')).record?.value ?? ''
    const entries = [JSON.parse(stored)]
    const proof = archive(`kura-approval-${release.slice(0, 12)}.jsonl`)
    await kura('export', '--out', 'archive')
    await writeFile(proof, contentsText({ entries, approvals: office.records }))
    const proved = "acts with an approval that was proved from the publisher's key: "
    const alone = await kura('verify', proof, '--no-store')
    expect(alone.out).toContain(`${proved}1`)
    expect(alone.out).toContain('entry 12, which was kept elsewhere, is in none of the files')
    expect(alone.status).toBe(3)
    for (const given of [[proof], [proof, 'archive', '--no-store']]) {
      const { out, status } = await kura('verify', ...given)
      expect(out).toContain(`${proved}2`)
      expect(status).toBe(0)
    }
    const [entry] = entries
    const changed = [{ ...entry, what: { case: 'receipt 2' } }]
    await writeFile(proof, contentsText({ entries: changed, approvals: office.records }))
    const { out, status } = await kura('verify', proof)
    expect(out).toContain('entry 12 is not the one that was kept elsewhere')
    expect(out).toContain('the approval of entry 12 is about another act')
    expect(status).toBe(1)
  })

  test('finds an approval that was changed or taken out of an export', async () => {
    const { kura, archive } = await createOffice()
    await kura('export', '--out', 'archive')
    const file = archive('kura-log-2026-11.jsonl')
    const text = await readFile(file, 'utf8')
    for (const changed of [
      text.replace('"credential":"', '"credential":"A'),
      text.replace(/\{"approval".*\n/, ''),
      text.replace('{"approval":', '{"approval": '),
    ]) {
      await writeFile(file, changed)
      const { out, status } = await kura('verify', 'archive', '--no-store')
      expect(out).toMatch(/wrong: .*its approvals are not those that were signed/)
      expect(status).toBe(1)
    }
  })
})

/** Returns the program and the shell block of docs/activity.md that extract an approval. */
async function documented(): Promise<{ program: string; commands: string }> {
  const page = await readFile(new URL('../../../../docs/activity.md', import.meta.url), 'utf8')
  const [, program = ''] = /```js approval.cjs\n([\s\S]*?)```/.exec(page) ?? []
  const [, commands = ''] = /```sh\n(DIGEST=[\s\S]*?)```/.exec(page) ?? []
  return { program, commands }
}

const lacksOpenssl = spawnSync('openssl', ['version']).status !== 0
test.skipIf(lacksOpenssl)('the commands of the documentation verify an approval with openssl', async () => {
  const { kura, dir, release, archive } = await createOffice()
  await kura('export', '--out', 'archive')
  const { program, commands } = await documented()
  await writeFile(join(dir, 'approval.cjs'), program)
  const script = commands.replace(/DIGEST=\w+/, `DIGEST=${release}`).replace('../kura-archive', 'archive')
  const run = () => spawnSync('bash', ['-euc', script], { cwd: dir, encoding: 'utf8' })
  expect(run()).toMatchObject({ stdout: expect.stringMatching(/^Verified OK\n1\n\{"v":1,"person":"Mei"/) })
  const file = archive('kura-log-2026-11.jsonl')
  const text = await readFile(file, 'utf8')
  await writeFile(file, text.replace(/"authenticatorData":"..../, '"authenticatorData":"AAAA'))
  expect(run().status).not.toBe(0)
})
