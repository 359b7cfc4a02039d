import { expect, test } from 'vitest'
import { hostLines, hostSettings } from '../../../lib/cli/setup/host-settings.ts'

test('hostSettings() leaves out what belongs to a machine of a person, and what is no setting', () => {
  const own = [
    'KURA_PASSPHRASE',
    'KURA_KEY_DIR',
    'KURA_RELEASE_DIR',
    'KURA_STORE_FILE',
    'KURA_PROTECTION_BYPASS',
  ]
  const names = ['KURA_SECRETS', ...own, 'SETUP_PLAN', 'CRON_SECRET', 'PATH']
  const answers = Object.fromEntries(names.map(name => [name, 'x']))
  expect(hostSettings(answers)).toEqual(['KURA_SECRETS', 'CRON_SECRET'])
})

test('hostLines() read the values from .env and hand them over on standard input', () => {
  expect(hostLines(['CRON_SECRET'])).toEqual([
    'set -a; . ./.env; set +a',
    'printf %s "$CRON_SECRET" | npx vercel env add CRON_SECRET production --sensitive',
  ])
})
