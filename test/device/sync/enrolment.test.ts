/** The first run in a new device's folder, with the real functions over real HTTP. */
import { chmod, copyFile, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sendRequest } from '../../../lib/device/fetch/transport.ts'
import type { RunProgram } from '../../../lib/device/system-program.ts'
import { startEnrollingHost } from '../../helpers/device/enrolled-folder.ts'
import { useDeviceProcess } from '../../helpers/device/run-process.ts'
import { sampled } from '../../helpers/run/sampled.ts'

const DAY = 86_400_000
const runProcess = useDeviceProcess()

const credentialsOf = async (dir: string) =>
  JSON.parse(await readFile(join(dir, 'credentials.json'), 'utf8')) as { keyid: string }

test('exchanges the token for the key, which only its owner can read, and syncs', async () => {
  const { folder, run } = await startEnrollingHost()
  const dir = await folder()
  expect(await run(dir)).toMatchObject({ installed: 1, expected: 1, warnings: [] })
  expect(await credentialsOf(dir)).toMatchObject({
    keyid: expect.stringMatching(/^demo--[0-9a-f]{16}:device:1$/),
  })
  expect((await stat(join(dir, 'credentials.json'))).mode & 0o777).toBe(0o600)
  expect(await readdir(dir)).not.toContain('enrolment.json')
  expect(await readdir(join(dir, '.kura'))).not.toContain('enrolment-claim')
  expect(await run(dir)).toMatchObject({ requests: 1, changed: 0 })
})

test('an answer that was lost is asked for again, in the same run and in a later one', async () => {
  const { folder, run, pass } = await startEnrollingHost()
  const dir = await folder()
  let lost = 0
  const losing: typeof sendRequest = async (url, request) => {
    const answer = await sendRequest(url, request)
    if (!url.pathname.includes('/enrolments/') || lost === 4) return answer
    lost += 1
    throw Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })
  }
  await expect(run(dir, { fetch: losing })).rejects.toMatchObject({ code: 'remote_silent' })
  expect(lost).toBe(3)
  pass(6 * DAY)
  expect(await run(dir, { fetch: losing })).toMatchObject({ installed: 1 })
  expect(lost).toBe(4)
})

test.each(['', 'demo:device:1\r\nx: y', 'demo:admin:1', `${'x'.repeat(119)}:device:1`, undefined])(
  'an answer with the keyid %j is not taken, and the token stays',
  async keyid => {
    const { folder, run } = await startEnrollingHost()
    const dir = await folder()
    const forging = async () => Response.json({ keyid, secret: Buffer.alloc(32, 1).toString('base64url') })
    await expect(run(dir, { fetch: forging })).rejects.toMatchObject({
      code: 'remote_answer',
      message: expect.stringContaining('has no key of a device'),
    })
    expect(await readdir(dir)).not.toContain('credentials.json')
    expect(await run(dir)).toMatchObject({ installed: 1 })
  },
)

test('a copy of the folder gets nothing once another copy was used', async () => {
  const { folder, copyOf, run } = await startEnrollingHost()
  const dir = await folder()
  const copy = await copyOf(dir)
  await run(dir)
  await expect(run(copy)).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('another copy of its folder was used first'),
    hint: expect.stringContaining('tell the operator'),
  })
  expect(await readdir(copy)).not.toContain('credentials.json')
})

test.each([
  { name: 'that has expired', make: ({ pass }: Host) => pass(7 * DAY) },
  { name: 'that a newer one has replaced', make: ({ folder }: Host) => folder() },
])('a token $name is refused, and says what to ask for', async ({ make }) => {
  const host = await startEnrollingHost()
  const dir = await host.folder()
  await make(host)
  await expect(host.run(dir)).rejects.toMatchObject({
    code: 'not_found',
    hint: expect.stringContaining('kura enrol'),
  })
})
type Host = Awaited<ReturnType<typeof startEnrollingHost>>

test('a device that is enrolled again takes the new key, and keeps the one it has if the token is refused', async () => {
  const { folder, run, pass } = await startEnrollingHost()
  const dir = await folder()
  await run(dir)
  const other = await folder('other')
  await copyFile(join(other, 'enrolment.json'), join(dir, 'enrolment.json'))
  await run(dir)
  expect(await credentialsOf(dir)).toMatchObject({ keyid: expect.stringMatching(/^other--.*:device:1$/) })
  await folder('late', dir)
  pass(8 * DAY)
  expect(await run(dir)).toMatchObject({
    warnings: [expect.stringMatching(/^enrolment.json was refused, remove it: .*expired/)],
  })
  expect(await credentialsOf(dir)).toMatchObject({ keyid: expect.stringMatching(/^other--.*:device:1$/) })
})

test('a claim that was not written to its end is made anew', async () => {
  const { folder, run } = await startEnrollingHost()
  const dir = await folder()
  await expect(run(dir, { fetch: async () => Promise.reject(new Error('down')) })).rejects.toThrow()
  await writeFile(join(dir, '.kura/enrolment-claim'), 'half')
  expect(await run(dir)).toMatchObject({ installed: 1 })
})

test('an enrolment.json that cannot be read is named by its field, without its values', async () => {
  const { folder, run } = await startEnrollingHost()
  const dir = await folder()
  const file = join(dir, 'enrolment.json')
  const { secret, ...rest } = JSON.parse(await readFile(file, 'utf8')) as { secret: string }
  await writeFile(file, JSON.stringify(rest))
  await expect(run(dir)).rejects.toMatchObject({
    code: 'credentials_invalid',
    message: expect.stringMatching(/enrolment\.json": "secret" is missing/),
  })
  await rm(file)
  await expect(run(dir)).rejects.toMatchObject({ code: 'credentials_invalid' })
  expect(secret).toHaveLength(43)
})

test('killed before any change of the disk until it is installed, it completes with the same folder', async () => {
  const host = await startEnrollingHost({ now: Date.parse('2026-01-01T00:00:00Z') })
  const whole = await runProcess(await host.folder())
  const changes = whole.said?.count ?? 0
  expect(changes).toBeGreaterThan(10)
  for (const killAt of sampled([...Array(changes).keys()], 4)) {
    const dir = await host.folder()
    expect((await runProcess(dir, { killAt })).signal).toBe('SIGKILL')
    expect(await host.run(dir)).toMatchObject({ installed: 1, expected: 1 })
    expect(await credentialsOf(dir)).toMatchObject({ keyid: expect.stringMatching(/^demo--.*:device:1$/) })
    expect(await readdir(dir)).not.toContain('enrolment.json')
  }
})

const SID = 'S-1-5-21-1-2-3-1001'
/** Stands for the programs of Windows, which say that only the user can write into the folder. */
const ran: RunProgram = async (name, words) => {
  const [, option, file = ''] = words
  if (option === '/save') await writeFile(file, `kura\r\nD:(A;;FA;;;${SID})\r\n`, 'utf16le')
  return { status: 0, stdout: name === 'whoami' ? `"pc\\\\mei","${SID}"` : '', stderr: '' }
}

test('on Windows no secret is in a file that other users can read', async () => {
  const { folder, run } = await startEnrollingHost()
  const dir = await folder()
  const cut: { file: string; held: string }[] = []
  const programs: RunProgram = async (name, words) => {
    if (words[1] !== '/inheritance:r') return ran(name, words)
    const file = (words[0] ?? '').replaceAll('\\', '/').slice(dir.length + 1)
    cut.push({ file, held: await readFile(join(dir, file), 'utf8') })
    return ran(name, words)
  }
  await run(dir, { platform: 'win32', run: programs })
  expect(cut).toEqual([
    { file: 'enrolment.json', held: expect.stringContaining('secret') },
    { file: '.kura/enrolment-claim', held: '' },
    { file: '.kura/credentials.next', held: '' },
  ])
  expect(await credentialsOf(dir)).toMatchObject({ keyid: expect.any(String) })
})

test('where the rights cannot be cut down the token is not used', async () => {
  const { folder, run } = await startEnrollingHost()
  const dir = await folder()
  const failing: RunProgram = async (name, words) =>
    name === 'whoami' || words[1] === '/save'
      ? ran(name, words)
      : { status: 5, stdout: '', stderr: 'Access is denied.' }
  await expect(run(dir, { platform: 'win32', run: failing })).rejects.toMatchObject({ code: 'device_write' })
  expect(await readdir(join(dir, '.kura'))).not.toContain('enrolment-claim')
  expect(await run(dir)).toMatchObject({ installed: 1 })
})

test.skipIf(process.platform === 'win32')('a folder that others can write into is not set up', async () => {
  const { folder, run } = await startEnrollingHost()
  const dir = await folder()
  await chmod(dir, 0o777)
  await expect(run(dir)).rejects.toMatchObject({
    code: 'device_write',
    message: expect.stringContaining('any user'),
  })
  await chmod(dir, 0o755)
  expect(await run(dir)).toMatchObject({ installed: 1 })
})
