/**
 * Cold start: from spawning a process to the first answer of the built distribution function, against a bare function
 * that was built the same way. The host's own builder builds both.
 */
import { spawn } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { deriveSecret } from '../lib/signatures/keys.ts'
import { newNonce, signRequest } from '../lib/signatures/sign.ts'
import { createTestPublisher } from '../test/helpers/publishing/release.ts'
import { type Measurement, median, ratioText } from './measurement.ts'

const PROJECT = resolve(import.meta.dirname, '..')
const SECRET = Buffer.alloc(32, 7)
const KEYID = 'bench:device:1'
const URL_OF_HOST = 'https://kura.example'
const RUNS = 15
const AIM = 1.4

const BARE = `export default { fetch: () => new Response(null, { status: 304, headers: { 'cache-control': 'no-store' } }) }\n`

/** Imports the function and calls it once; prints nothing, because printing takes time too. */
const LAUNCHER = `
const [file, url, headers] = process.argv.slice(2)
const { default: handler } = await import(file)
const response = await handler.fetch(new Request(url, { headers: JSON.parse(headers) }))
process.exit(response.status === 304 ? 0 : 1)
`

interface Builder {
  build(
    options: object,
  ): Promise<{ output: { files: Record<string, { data?: string | Buffer; fsPath?: string }> } }>
}

export async function measureColdStart(): Promise<Measurement[]> {
  const publisher = await createTestPublisher({ now: Date.now() })
  const dir = await mkdtemp(join(tmpdir(), 'kura-cold-'))
  try {
    const { release } = await publisher.publish({ 'a.md': '# a\n' })
    const bareDir = join(dir, 'bare')
    await mkdir(join(bareDir, 'api'), { recursive: true })
    await writeFile(join(bareDir, 'api/bare.ts'), BARE)
    await writeFile(join(bareDir, 'package.json'), '{"type":"module"}')
    const built = await buildInto(PROJECT, 'api/distribution.ts', join(dir, 'built-kura'))
    const bare = await buildInto(bareDir, 'api/bare.ts', join(dir, 'built-bare'))
    const launcher = join(dir, 'launch.mjs')
    await writeFile(launcher, LAUNCHER)
    const starts = { kura: [] as number[], bare: [] as number[] }
    for (let run = 0; run <= RUNS; run++) {
      const headers = signedHeaders(release)
      const kura = await timeStart(
        [launcher, built, headers.url, JSON.stringify(headers.headers)],
        publisher.releaseDir,
      )
      const plain = await timeStart([launcher, bare, headers.url, '{}'], publisher.releaseDir)
      if (run > 0) {
        starts.kura.push(kura)
        starts.bare.push(plain)
      }
    }
    return report(median(starts.kura), median(starts.bare))
  } finally {
    await rm(dir, { recursive: true, force: true })
    await publisher.remove()
  }
}

function report(kura: number, bare: number): Measurement[] {
  const ratio = kura / bare
  return [
    { what: 'spawn to first answer, distribution', found: `${kura.toFixed(0)} ms` },
    { what: 'spawn to first answer, bare function', found: `${bare.toFixed(0)} ms` },
    {
      what: 'distribution against bare',
      found: ratioText(ratio),
      aim: { text: `at most ${AIM}`, held: ratio <= AIM },
    },
  ]
}

/** Builds one function and writes its bundle; returns the file to import. */
async function buildInto(root: string, entrypoint: string, target: string): Promise<string> {
  const { build } = createRequire(import.meta.url)('@vercel/node') as Builder
  const { log } = console
  console.log = () => undefined
  try {
    const { output } = await build({
      files: { [entrypoint]: { type: 'FileFsRef', mode: 0o644, fsPath: join(root, entrypoint) } },
      entrypoint,
      workPath: root,
      repoRootPath: root,
      config: { zeroConfig: true },
      meta: { skipDownload: true, runNpmInstallSet: new Set([join(root, 'package.json')]) },
    })
    for (const [path, file] of Object.entries(output.files)) await writeBundled(join(target, path), file)
  } finally {
    console.log = log
  }
  return join(target, entrypoint.replace(/\.ts$/, '.js'))
}

async function writeBundled(
  path: string,
  { data, fsPath }: { data?: string | Buffer; fsPath?: string },
): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  if (data !== undefined) await writeFile(path, data)
  else if (fsPath) await copyFile(fsPath, path)
}

function signedHeaders(release: string): { url: string; headers: Record<string, string> } {
  const url = `${URL_OF_HOST}/api/distribution?v=1&have=${release}&root=1`
  const secret = deriveSecret(SECRET, KEYID)
  const headers = signRequest({
    method: 'GET',
    url,
    keyid: KEYID,
    secret,
    now: Date.now(),
    nonce: newNonce(),
  })
  return { url, headers }
}

function timeStart(args: readonly string[], releaseDir: string): Promise<number> {
  const env = {
    PATH: process.env['PATH'],
    KURA_URL: URL_OF_HOST,
    KURA_SECRETS: `1:${SECRET.toString('base64url')}`,
    KURA_RELEASE_DIR: releaseDir,
    KURA_STORE_FILE: join(releaseDir, '..', 'store.db'),
  }
  const started = performance.now()
  const child = spawn(process.execPath, [...args], { env, stdio: ['ignore', 'ignore', 'inherit'] })
  return new Promise((done, failed) => {
    child.once('error', failed)
    child.once('exit', status =>
      status === 0 ? done(performance.now() - started) : failed(new Error(`Cannot measure: exit ${status}`)),
    )
  })
}
