/** Makes a temporary copy of the project, with a development release and with planted files that must stay hidden. */
import { cp, lstat, mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { listProjectFiles } from '../../lib/exposure/project-files.ts'
import { createRoot } from '../../lib/publishing/keys/roots.ts'
import { publishRelease } from '../../lib/publishing/publish.ts'

/** Matches the files of the checkout that are not part of the project. */
const LEFT_BEHIND =
  /^(?:\.kura|\.vercel|coverage|dist|lib\/services\/distribution\/release)\/|(?:^|\/)\.env(?!\.example)/

/** Lists the project's files, committed or not: those that are uploaded, and those that .vercelignore excludes. */
export async function listCopied(root: string): Promise<{ uploaded: string[]; kept: string[] }> {
  const lines = (await readFile(join(root, '.vercelignore'), 'utf8')).split('\n')
  const ignored = lines.filter(line => line.startsWith('/')).map(line => line.slice(1))
  const isKept = (file: string) => ignored.some(path => file === path || file.startsWith(`${path}/`))
  const files = (await listProjectFiles(root)).filter(file => !LEFT_BEHIND.test(file))
  return { uploaded: files.filter(file => !isKept(file)), kept: files.filter(isKept) }
}

/** Copies only regular files: the builder's installation would empty a folder that a link points to. */
export async function copyFiles(
  files: readonly string[],
  { from, to }: { from: string; to: string },
): Promise<void> {
  for (const file of files) {
    // git lists a deleted file until the deletion is committed
    const found = await lstat(join(from, file)).catch(() => undefined)
    if (found?.isFile()) await cp(join(from, file), join(to, file))
  }
}

const PLANTED: Readonly<Record<string, string>> = {
  'payload.js': "export default 'a payload in the root, which must not be served'\n",
  'settings.json': '{"planted": "a payload in the root, which must not be served"}\n',
  'public/payload.js': "export default 'a payload in a public folder, which must not be served'\n",
  '.env': 'PLANTED_SETTING=1\n',
  '.env.local': 'PLANTED_SETTING=1\n',
  'lib/.env': 'PLANTED_SETTING=1\n',
  'api/.env': 'PLANTED_SETTING=1\n',
  '.kura/env': 'PLANTED_SETTING=1\n',
  '.git/config': '[core]\n\tplanted = true\n',
}

/**
 * Writes payloads and settings that the host must not serve into `project`, and returns their paths. No test file is
 * planted below api/, because the build refuses it.
 */
export async function plant(project: string): Promise<string[]> {
  for (const [file, text] of Object.entries(PLANTED)) {
    await mkdir(dirname(join(project, file)), { recursive: true })
    await writeFile(join(project, file), text)
  }
  return Object.keys(PLANTED)
}

/** Publishes the sample files as the payload of the copy, in the copy itself, with a development key in `keys`. */
export async function publishInto(project: string, keys: string): Promise<number> {
  const releaseDir = join(project, 'lib/services/distribution/release')
  const payloadDir = join(project, 'lib/services/distribution/payload')
  await cp(join(project, 'sandbox/payload'), payloadDir, { recursive: true })
  const folder = { dir: keys, passphrase: async () => undefined }
  const now = Date.now()
  await createRoot({ releaseDir, keys: folder, now, development: true })
  const { manifest } = await publishRelease({ payloadDir, releaseDir, keys: folder, now })
  return manifest.files.length
}
