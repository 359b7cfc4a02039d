/** Only production, and a machine without any sign of a function host, may write. */
import { describe, expect, test } from 'vitest'
import { readConfig } from '../../../lib/core/config/config.ts'
import { notInPreview } from '../../../lib/core/config/deployment.ts'
import type { Environment } from '../../../lib/core/config/environment.ts'

/** The variables that the host sets if a project exposes its system variables; otherwise it sets none of them. */
const SYSTEM = [
  'VERCEL_TARGET_ENV',
  'VERCEL_URL',
  'VERCEL_BRANCH_URL',
  'VERCEL_REGION',
  'VERCEL_DEPLOYMENT_ID',
]
/** The variables that the host's runtime always sets, and that its documentation therefore reserves. */
const RUNTIME = [
  'NOW_REGION',
  'LAMBDA_TASK_ROOT',
  'LAMBDA_RUNTIME_DIR',
  'AWS_LAMBDA_FUNCTION_NAME',
  'AWS_LAMBDA_FUNCTION_VERSION',
  'AWS_LAMBDA_FUNCTION_MEMORY_SIZE',
  'AWS_LAMBDA_LOG_GROUP_NAME',
  'AWS_LAMBDA_LOG_STREAM_NAME',
  'AWS_LAMBDA_RUNTIME_API',
]
const SIGNS: readonly Environment[] = [
  ...[...SYSTEM, ...RUNTIME].map(name => ({ [name]: 'x' })),
  { AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' },
]
/** Environments of a person's own machine. */
const HOME: readonly Environment[] = [
  {},
  { TZ: 'Asia/Tokyo', AWS_REGION: 'ap-northeast-1', AWS_EXECUTION_ENV: 'CloudShell' },
  { VERCEL_TOKEN: 'x', VERCEL_ORG_ID: 'x', VERCEL_PROJECT_ID: 'x', CI: '1' },
  { LAMBDA_TASK_ROOT: '', VERCEL_REGION: '' },
]
const STORES: readonly Environment[] = [
  {},
  { KURA_STORE_FILE: '/x.db' },
  { UPSTASH_REDIS_REST_URL: 'https://r', UPSTASH_REDIS_REST_TOKEN: 't' },
  { KV_REST_API_URL: 'https://r', KV_REST_API_TOKEN: 't' },
]

const COMBINATIONS = [undefined, '', '1'].flatMap(vercel =>
  [undefined, '', 'development', 'preview', 'production', 'Production', 'staging'].flatMap(named =>
    [...SIGNS, ...HOME].flatMap(others =>
      STORES.map(store => ({
        env: { ...others, ...store, VERCEL: vercel, VERCEL_ENV: named } as Environment,
        isHosted: Boolean(vercel || named) || SIGNS.includes(others),
        named,
      })),
    ),
  ),
)

function wanted({ named, isHosted }: (typeof COMBINATIONS)[number]): string {
  if (named === 'production') return 'production'
  return isHosted ? 'preview' : 'local'
}

describe('of all combinations', () => {
  test('none but production and a machine without a sign of a host may write', () => {
    const wrong = COMBINATIONS.filter(row => readConfig(row.env).deployment !== wanted(row))
    expect(wrong).toEqual([])
    expect(new Set(COMBINATIONS.map(wanted))).toEqual(new Set(['production', 'preview', 'local']))
  })

  test('a file is a store at home only', () => {
    const filed = COMBINATIONS.filter(({ env }) => {
      try {
        return readConfig(env).store().kind === 'embedded'
      } catch {
        return false
      }
    })
    expect(filed.length).toBeGreaterThan(0)
    expect(filed.filter(row => wanted(row) !== 'local')).toEqual([])
  })

  test('a host that does not say what it runs is told which box to tick', () => {
    const hint = expect.stringContaining('tick "Automatically expose System Environment Variables"')
    for (const { env, isHosted, named } of COMBINATIONS) {
      const check = () => readConfig(env).hosting()
      if (isHosted && !named)
        expect(check).toThrow(expect.objectContaining({ code: 'settings_invalid', hint, message: hint }))
      else expect(check).not.toThrow()
    }
  })
})

test('the refusal of a preview names the box too', () => {
  expect(notInPreview('write')).toMatchObject({
    code: 'not_in_preview',
    message: 'Cannot write: this is a preview deployment',
    hint: expect.stringContaining('if this is it, tick "Automatically expose System Environment Variables"'),
  })
})
