/**
 * If the file that a person names is a pipe without a writer, every command reports this, instead of waiting for ever.
 */
import { execFileSync } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runKuraIn } from '../helpers/processes/run-kura.ts'
import { temporaryDirectory } from '../helpers/temporary-directory.ts'

const MOVE = 'move check old.example new.example'

const COMMANDS = [
  'accounting deal PIPE',
  'accounting import PIPE',
  'api POST accounting/deals --body PIPE',
  'chat deliver prices --file PIPE --to yamada',
  'devices --key PIPE',
  'log verify PIPE',
  'move lint PIPE',
  'move lint rules.json --paths PIPE',
  `${MOVE} --urls PIPE`,
  `${MOVE} --sitemap PIPE`,
  `${MOVE} --sitemap sitemap.xml --baseline PIPE`,
  `${MOVE} --sitemap sitemap.xml --before PIPE`,
  `${MOVE} --sitemap sitemap.xml --checker-config PIPE`,
  'publish payload --release release --settings PIPE',
  'registrar quote example.com --fields --contact PIPE',
  'setup --yes --answers PIPE',
]

test.each(COMMANDS)('kura %s', async words => {
  const cwd = await temporaryDirectory()
  execFileSync('mkfifo', [join(cwd, 'pipe')])
  await mkdir(join(cwd, 'payload'))
  await writeFile(join(cwd, 'rules.json'), '{"redirects": []}')
  const addresses = '<url><loc>https://old.example/</loc></url>'
  await writeFile(join(cwd, 'sitemap.xml'), `<urlset>${addresses}</urlset>`)
  const { out, err, status } = await runKuraIn(words.replace('PIPE', join(cwd, 'pipe')).split(' '), { cwd })
  expect({ out, err }).toEqual({
    out: '',
    err: expect.stringContaining('pipe": it is a pipe, a socket or a device, expected a file'),
  })
  expect(status).toBeGreaterThan(0)
})
