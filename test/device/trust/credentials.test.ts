import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openDisk } from '../../../lib/device/disk/disk.ts'
import { readCredentials } from '../../../lib/device/trust/credentials.ts'
import { temporaryDirectory } from '../../helpers/temporary-directory.ts'

const SECRET = Buffer.alloc(32, 9).toString('base64url')
const GOOD = {
  url: 'https://kura.example.com',
  keyid: 'demo:device:1',
  secret: SECRET,
  root: { signed: '{}', signatures: [] },
}

async function read(text: string, mode = 0o600) {
  const dir = await temporaryDirectory({ 'credentials.json': text })
  await chmod(join(dir, 'credentials.json'), mode)
  return readCredentials(openDisk(dir))
}

test('readCredentials() gives what is there', async () => {
  expect(await read(JSON.stringify(GOOD))).toEqual({ credentials: GOOD, exposed: false })
})

test('readCredentials() gives what the company has set', async () => {
  const set = { language: 'ja', timezone: 'Asia/Tokyo', proxy: 'http://proxy.example.com:8080' }
  const { credentials } = await read(JSON.stringify({ ...GOOD, ...set }))
  expect(credentials).toEqual({ ...GOOD, ...set })
})

test('readCredentials() ignores what only a newer program knows', async () => {
  const newer = { ...GOOD, language: 'ko', channel: 'beta' }
  expect(await read(JSON.stringify(newer))).toEqual({ credentials: GOOD, exposed: false })
})

test.skipIf(process.platform === 'win32')(
  'readCredentials() tells if other users can read them',
  async () => {
    expect(await read(JSON.stringify(GOOD), 0o644)).toMatchObject({ exposed: true })
  },
)

const BAD = [
  { name: 'is not JSON', text: `{"secret": "${SECRET}"`, says: 'it is not JSON' },
  { name: 'is empty', text: '', says: 'it is not JSON' },
  { name: 'is no object', text: '[]', says: '"the document"' },
  { name: 'lacks the url', text: JSON.stringify({ ...GOOD, url: undefined }), says: '"url"' },
  { name: 'has a url of another kind', text: JSON.stringify({ ...GOOD, url: 'file:///x' }), says: '"url"' },
  {
    name: 'has a short secret',
    text: JSON.stringify({ ...GOOD, secret: SECRET.slice(2) }),
    says: '"secret"',
  },
  { name: 'has a number as its secret', text: JSON.stringify({ ...GOOD, secret: 5 }), says: '"secret"' },
  {
    name: 'has a broken root',
    text: JSON.stringify({ ...GOOD, root: { signed: 1, signatures: [] } }),
    says: '"root.signed"',
  },
  {
    name: 'has a proxy that is no http:// address',
    text: JSON.stringify({ ...GOOD, proxy: 'proxy.example.com:8080' }),
    says: '"proxy"',
  },
]

test.each(BAD)('readCredentials() refuses a file that $name, quoting none of it', async ({ text, says }) => {
  const error = await read(text).catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({
    code: 'credentials_invalid',
    message: expect.stringContaining(says),
    hint: expect.stringContaining('kura enrol'),
  })
  expect(JSON.stringify(error) + String((error as Error).stack)).not.toContain(SECRET.slice(2, 20))
})

test('readCredentials() says what to do if there is none', async () => {
  const dir = await temporaryDirectory()
  await expect(readCredentials(openDisk(dir))).rejects.toMatchObject({
    code: 'credentials_invalid',
    message: `Cannot use "${dir}/credentials.json": it does not exist`,
    hint: expect.stringContaining('kura enrol'),
  })
})

test('readCredentials() takes no folder and no link for the file', async () => {
  const dir = await temporaryDirectory({ 'elsewhere.json': JSON.stringify(GOOD) })
  await symlink(join(dir, 'elsewhere.json'), join(dir, 'credentials.json'))
  await expect(readCredentials(openDisk(dir))).rejects.toMatchObject({ code: 'credentials_invalid' })
  const other = await temporaryDirectory()
  await mkdir(join(other, 'credentials.json'))
  await writeFile(join(other, 'credentials.json', 'x'), '')
  await expect(readCredentials(openDisk(other))).rejects.toMatchObject({ code: 'credentials_invalid' })
})
