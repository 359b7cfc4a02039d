import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { openDisk } from '../../../lib/device/disk/disk.ts'
import { privateRights, takeSecret, userSid, writeSecret } from '../../../lib/device/folder/secrets.ts'
import type { RunProgram } from '../../../lib/device/system-program.ts'
import { temporaryDirectory } from '../../helpers/temporary-directory.ts'

const SID = 'S-1-5-21-1-2-3-1001'
const WHOAMI = `"pc\\山田 太郎","${SID}"\r\n`
const DONE = { status: 0, stdout: '', stderr: '' }

test('icacls leaves a file to the user and the system', () => {
  expect(privateRights('C:\\Users\\山田\\.kura\\enrolment-claim', SID)).toEqual([
    'C:\\Users\\山田\\.kura\\enrolment-claim',
    '/inheritance:r',
    '/grant:r',
    `*${SID}:F`,
    '*S-1-5-18:F',
  ])
})

test.each([
  { output: WHOAMI, want: SID },
  { output: `"User Name","SID"\r\n${WHOAMI}`, want: SID },
  { output: '', want: undefined },
  { output: 'S-1-5-18', want: undefined },
])('whoami says $output', ({ output, want }) => {
  expect(userSid(output)).toBe(want)
})

/** Stands for Windows: notes each program that runs, and the file's content at that moment. */
async function windows(answer: (name: string) => Partial<typeof DONE> = () => ({})) {
  const dir = await temporaryDirectory({ 'enrolment.json': 'token' })
  const ran: { program: string; option: string | undefined; held: string }[] = []
  const run: RunProgram = async (name, words) => {
    const file = words[0]?.split('\\').at(-1) ?? ''
    const held = name === 'icacls' ? await readFile(`${dir}/${file}`, 'utf8') : ''
    ran.push({ program: name, option: words[1], held })
    return { ...DONE, stdout: name === 'whoami' ? WHOAMI : '', ...answer(name) }
  }
  return { dir, ran, run, disk: openDisk(dir, { platform: 'win32' }) }
}

test('the rights are cut down before the secret is in the file', async () => {
  const { dir, disk, ran, run } = await windows()
  await writeSecret(disk, { path: 'claim', text: 'secret' }, run)
  expect(ran.at(-1)).toEqual({ program: 'icacls', option: '/inheritance:r', held: '' })
  expect(await readFile(`${dir}/claim`, 'utf8')).toBe('secret')
})

test('a token that a person has copied here loses the rights that it came with', async () => {
  const { disk, ran, run } = await windows()
  await takeSecret(disk, 'enrolment.json', run)
  expect(ran.map(({ program, option }) => `${program} ${option}`)).toEqual([
    'icacls /reset',
    'whoami /fo',
    'icacls /inheritance:r',
  ])
})

test.each([
  { program: 'icacls', answer: { status: 5, stderr: 'Access is denied.' } },
  { program: 'whoami', answer: { status: 127, stderr: 'not found' } },
  { program: 'whoami', answer: { stdout: 'no SID' } },
])('if $program fails with $answer, nothing secret is written', async ({ program, answer }) => {
  const { dir, disk, run } = await windows(name => (name === program ? answer : {}))
  await expect(writeSecret(disk, { path: 'claim', text: 'secret' }, run)).rejects.toMatchObject({
    code: 'device_write',
    message: expect.stringContaining(`${program} says`),
    hint: expect.stringContaining('NTFS'),
  })
  expect(await readFile(`${dir}/claim`, 'utf8')).toBe('')
})

test('elsewhere the mode is enough', async () => {
  const dir = await temporaryDirectory()
  const run: RunProgram = () => Promise.reject(new Error('no program is needed'))
  await writeSecret(openDisk(dir, { platform: 'linux' }), { path: 'claim', text: 'secret' }, run)
  expect(await readFile(`${dir}/claim`, 'utf8')).toBe('secret')
})
