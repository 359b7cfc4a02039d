import { execFileSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  hostSettings,
  powerShellLines,
  shellLines,
} from '../../../../lib/cli/commands/setup/host-settings.ts'
import { temporaryDirectory } from '../../../helpers/temporary-directory.ts'

test('hostSettings() leaves out what belongs to a machine of a person, and what is no setting', () => {
  const own = [
    'KURA_PASSPHRASE',
    'KURA_KEY_DIR',
    'KURA_RELEASE_DIR',
    'KURA_STORE_FILE',
    'KURA_PROTECTION_BYPASS',
  ]
  const names = ['KURA_SECRETS', ...own, 'SETUP_PLAN', 'CRON_SECRET', 'PATH']
  const answers = { ...Object.fromEntries(names.map(name => [name, 'x'])), ACCOUNTING_SCHEDULE: 'unset' }
  expect(hostSettings(answers)).toEqual(['KURA_SECRETS', 'CRON_SECRET'])
})

test('shellLines() hand the values of .env over on standard input, without a line break', async () => {
  const cwd = await temporaryDirectory()
  await writeFile(join(cwd, '.env'), "CRON_SECRET=abc\nKURA_SEAL_KEYS='1:a b$c'\n")
  await writeFile(join(cwd, 'npx'), '#!/bin/sh\nprintf "%s <- " "$*"\ncat\necho\n', { mode: 0o755 })
  const lines = shellLines(['CRON_SECRET', 'KURA_SEAL_KEYS']).join('\n')
  const env = { PATH: `${cwd}:${process.env['PATH']}` }
  expect(execFileSync('sh', ['-c', lines], { cwd, env, encoding: 'utf8' })).toBe(
    [
      'vercel env add CRON_SECRET production --sensitive <- abc\n',
      'vercel env add KURA_SEAL_KEYS production --sensitive <- 1:a b$c\n',
    ].join(''),
  )
})

test('powerShellLines() read each value with Node, and contain none', () => {
  expect(powerShellLines(['CRON_SECRET', 'KURA_URL'])).toEqual([
    "foreach ($name in 'CRON_SECRET', 'KURA_URL') {",
    '  cmd /c "node --env-file=.env -e ""process.stdout.write(process.env.$name)"" | npx vercel env add $name production --sensitive"',
    '}',
  ])
})
