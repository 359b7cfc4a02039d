import { execFile, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { temporaryDirectory } from '../helpers/temporary-directory.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

test('a build as a part of `vercel build` outside CI stops with one line and a hint', async () => {
  const env = { PATH: process.env['PATH'], VERCEL: '1' }
  const ended = await new Promise<{ code: unknown; out: string; err: string }>(resolve =>
    execFile(process.execPath, ['scripts/build-functions.ts'], { cwd: ROOT, env }, (error, out, err) =>
      resolve({ code: error?.code, out, err }),
    ),
  )
  expect(ended).toEqual({
    code: 1,
    out: '',
    err: [
      'kura: Cannot replace the functions: VERCEL is set, and CI is not\n',
      '  hint: to build in a checkout, unset VERCEL; in a copy that may change, set CI=1 too, as the host does\n',
    ].join(''),
  })
})

describe('the last step of npm run build', () => {
  const source = 'export default { fetch: () => new Response() }\n'

  async function bundledWith(env: Record<string, string>): Promise<{ cwd: string; stderr: string }> {
    const cwd = await temporaryDirectory()
    await mkdir(join(cwd, 'api'))
    await writeFile(join(cwd, 'api/small.ts'), source)
    const words = [join(ROOT, 'scripts/build-functions.ts')]
    const { stderr } = spawnSync(process.execPath, words, {
      cwd,
      env: { PATH: process.env['PATH'], HOME: cwd, ...env },
      encoding: 'utf8',
    })
    return { cwd, stderr }
  }

  const line = "export { default } from '../dist/functions/small/function.js'\n"
  test.each([
    { what: 'leaves the functions of a checkout as they are', env: {}, file: source, said: '' },
    { what: "makes them lines in the host's copy", env: { VERCEL: '1', CI: '1' }, file: line, said: '' },
    {
      what: 'refuses on a host if nothing says that it is a copy',
      env: { VERCEL: '1' },
      file: source,
      said: 'unset VERCEL',
    },
  ])('$what', async ({ env, file, said }) => {
    const { cwd, stderr } = await bundledWith(env)
    expect(stderr).toContain(said)
    expect(readFileSync(join(cwd, 'api/small.ts'), 'utf8')).toBe(file)
  })
})
