import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

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
