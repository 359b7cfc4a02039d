import { AppError } from '../errors.ts'
import { catalogue, phrase } from '../language/catalogue.ts'
import { phraseError } from '../language/phrase-error.ts'
import { english } from '../language/text.ts'
import type { Environment } from './environment.ts'

/** Where kura runs: on this machine, or at the host. */
export type Deployment = 'local' | 'preview' | 'production'

/**
 * Variables that only a function host sets. Some are the host's own, and its documentation reserves the others for its
 * runtime (docs: environment-variables/system-environment-variables and reserved-environment-variables).
 */
const HOST_SIGNS = [
  'VERCEL',
  'VERCEL_ENV',
  'VERCEL_TARGET_ENV',
  'VERCEL_URL',
  'VERCEL_BRANCH_URL',
  'VERCEL_REGION',
  'VERCEL_DEPLOYMENT_ID',
  'NOW_REGION',
  'LAMBDA_TASK_ROOT',
  'LAMBDA_RUNTIME_DIR',
  'AWS_LAMBDA_FUNCTION_NAME',
  'AWS_LAMBDA_FUNCTION_VERSION',
  'AWS_LAMBDA_FUNCTION_MEMORY_SIZE',
  'AWS_LAMBDA_LOG_GROUP_NAME',
  'AWS_LAMBDA_LOG_STREAM_NAME',
  'AWS_LAMBDA_RUNTIME_API',
] as const

/** This checkbox in a project's settings at the host gives the project's functions VERCEL_ENV. */
const BOX = '"Automatically expose System Environment Variables"'
const WORDS = catalogue('settings.deployment', {
  hosting: {
    en: "Cannot tell production from a preview by the setting VERCEL_ENV: the host sets {sign} without it, so kura writes nothing; tick {box} in the project's settings at the host, and deploy again",
    ja: '設定「VERCEL_ENV」がないため、本番かプレビューかを判別できず、何も書き込みません（ホストは{sign}を設定しています）。ホストのプロジェクト設定で{box}にチェックを入れ、デプロイし直してください',
  },
  tick: {
    en: "tick {box} in the project's settings at the host, and deploy again",
    ja: 'ホストのプロジェクト設定で{box}にチェックを入れ、デプロイし直してください',
  },
})

/**
 * Returns `production` only if VERCEL_ENV says so, and `local` if there is no sign of a host. Anything else counts as a
 * preview, because it may have production's secrets without being production.
 */
export function deploymentOf(env: Environment): Deployment {
  if (env['VERCEL_ENV'] === 'production') return 'production'
  return signOf(env) === undefined ? 'local' : 'preview'
}

function signOf(env: Environment): string | undefined {
  // AWS sets this variable in its browser shell and in containers too, but with other values
  const isLambda = env['AWS_EXECUTION_ENV']?.startsWith('AWS_Lambda_')
  return HOST_SIGNS.find(name => env[name]) ?? (isLambda ? 'AWS_EXECUTION_ENV' : undefined)
}

/** Refuses a host that does not set VERCEL_ENV. @throws AppError `settings_invalid`, which names the box to tick */
export function checkHosting(env: Environment): void {
  const sign = signOf(env)
  if (sign === undefined || env['VERCEL_ENV']) return
  throw phraseError('settings_invalid', phrase(WORDS.hosting, { sign, box: BOX }), {
    hint: phrase(WORDS.tick, { box: BOX }),
  })
}

/** The error for an action that a preview may not do, because a preview may share production's store and accounts. */
export function notInPreview(action: string): AppError {
  return new AppError('not_in_preview', `Cannot ${action}: this is a preview deployment`, {
    hint: `use the production deployment; if this is it, ${english(phrase(WORDS.tick, { box: BOX }))}`,
  })
}
