/**
 * The remotes that `kura setup` calls, as sandboxes, and the answers of a person who has an account at each of them.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { onTestFinished } from 'vitest'
import { registerSetup } from '../../../../lib/cli/commands/setup/setup.ts'
import { STEPS } from '../../../../lib/cli/commands/setup/steps.ts'
import { startServices } from '../../../../lib/cli/commands/start/sandboxes.ts'
import { SERVICE_NAMES } from '../../../../lib/core/config/services.ts'
import { startRedisRestBridge } from '../../../helpers/redis/rest-bridge.ts'
import { startJsRedis } from '../../../helpers/redis/servers.ts'
import { type CommandDeps, runCommand } from '../../../helpers/run-command.ts'
import { temporaryDirectory } from '../../../helpers/temporary-directory.ts'

/** The folder with files in place of a company's files. */
const SAMPLE = resolve(import.meta.dirname, '../../../../sandbox/payload')

export interface SetupWorld {
  readonly cwd: string
  /** The addresses of the remotes, and the test's own folders. */
  readonly env: Record<string, string>
  /** Every answer by its name, in the order of the questions. */
  readonly answers: Record<string, string>
}

export async function setupWorld({ language = 'en' } = {}): Promise<SetupWorld> {
  const cwd = await temporaryDirectory()
  const services = await startServices({})
  const bridge = await startRedisRestBridge(await startJsRedis())
  onTestFinished(async () => {
    await Promise.all([...services, bridge].map(server => server.close()))
  })
  const settings = Object.entries<string>(Object.assign({}, ...services.map(service => service.settings)))
  const isAddress = ([name]: [name: string, value: string]) => name.endsWith('_URL')
  const env = {
    ...Object.fromEntries(settings.filter(isAddress)),
    XDG_CONFIG_HOME: join(cwd, 'config'),
    KURA_RELEASE_DIR: join(cwd, 'release'),
  }
  const given: Record<string, string> = {
    KURA_URL: 'https://kura.example',
    SETUP_PLAN: 'paid',
    KURA_LANGUAGE: language,
    KURA_TIMEZONE: 'Asia/Tokyo',
    SETUP_REGION: 'hnd1',
    UPSTASH_REDIS_REST_URL: bridge.url,
    UPSTASH_REDIS_REST_TOKEN: bridge.token,
    SETUP_SERVICES: SERVICE_NAMES.join(','),
    ...Object.fromEntries(settings.filter(setting => !isAddress(setting))),
    ACCOUNTING_SCHEDULE: 'amended',
    SETUP_PAYLOAD: SAMPLE,
    SETUP_APPROVE: 'no',
    SETUP_UPLOAD: 'no',
  }
  const order = STEPS.map(({ name }) => name)
  const answers = Object.fromEntries(
    Object.entries(given).sort(([one], [other]) => order.indexOf(one) - order.indexOf(other)),
  )
  return { cwd, env, answers }
}

/** Answers as the lines that `--yes` reads. */
export const linesOf = (answers: Record<string, string>) =>
  Object.entries(answers)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('')

/** Runs `kura setup --yes` with the answers. */
export async function setUp({ cwd, env, answers }: SetupWorld, deps: CommandDeps = {}) {
  await writeFile(join(cwd, 'answers.env'), linesOf(answers))
  return runCommand(registerSetup, ['setup', '--yes', '--answers', 'answers.env'], { cwd, env, ...deps })
}

export const settingsIn = async (cwd: string) => parseEnv(await readFile(join(cwd, '.env'), 'utf8'))
