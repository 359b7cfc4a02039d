/** The remotes that `kura setup` asks, as sandboxes, with the answers of a person who has accounts at all of them. */
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { startAccountingSandbox } from '../../../lib/cli/start/accounting-demo.ts'
import { startChatSandbox } from '../../../lib/cli/start/chat-demo.ts'
import { startRegistrarSandbox } from '../../../lib/cli/start/registrar-demo.ts'
import { startRedisRestBridge } from '../../helpers/redis/rest-bridge.ts'
import { startJsRedis } from '../../helpers/redis/servers.ts'
import { temporaryDirectory } from '../../helpers/temporary-directory.ts'

export interface SetupWorld {
  readonly cwd: string
  /** Where the remotes are, and folders of the test's own. */
  readonly env: Record<string, string>
  /** Every answer by its name, in the order of the questions. */
  readonly answers: Record<string, string>
}

export async function setupWorld(): Promise<SetupWorld> {
  const cwd = await temporaryDirectory()
  const [books, registrar, chat] = await Promise.all([
    startAccountingSandbox({}, {}),
    startRegistrarSandbox({}, {}),
    startChatSandbox({}, {}),
  ])
  const bridge = await startRedisRestBridge(await startJsRedis())
  onTestFinished(async () => {
    await Promise.all([books, registrar, chat, bridge].map(server => server?.close()))
  })
  const of = (name: string) => ({ ...books?.settings, ...registrar?.settings, ...chat?.settings })[name] ?? ''
  const env = {
    ...Object.fromEntries(
      ['ACCOUNTING_BASE_URL', 'ACCOUNTING_TOKEN_URL', 'REGISTRAR_BASE_URL', 'CHAT_BASE_URL'].map(name => [
        name,
        of(name),
      ]),
    ),
    XDG_CONFIG_HOME: join(cwd, 'config'),
    KURA_RELEASE_DIR: join(cwd, 'release'),
  }
  const answers = {
    KURA_URL: 'https://kura.example',
    SETUP_PLAN: 'paid',
    KURA_LANGUAGE: 'ja',
    KURA_TIMEZONE: 'Asia/Tokyo',
    SETUP_REGION: 'hnd1',
    UPSTASH_REDIS_REST_URL: bridge.url,
    UPSTASH_REDIS_REST_TOKEN: bridge.token,
    SETUP_SERVICES: 'accounting,registrar,chat',
    ACCOUNTING_CLIENT_ID: of('ACCOUNTING_CLIENT_ID'),
    ACCOUNTING_CLIENT_SECRET: of('ACCOUNTING_CLIENT_SECRET'),
    ACCOUNTING_SCHEDULE: 'amended',
    ACCOUNTING_WRITES: 'on',
    REGISTRAR_TEAM_ID: of('REGISTRAR_TEAM_ID'),
    REGISTRAR_TOKEN: of('REGISTRAR_TOKEN'),
    REGISTRAR_PURCHASES: 'on',
    REGISTRAR_CAP_ORDER: '2000',
    REGISTRAR_CAP_DAY: '4000',
    REGISTRAR_CAP_MONTH: '10000',
    CHAT_GUILD_ID: of('CHAT_GUILD_ID'),
    CHAT_NOTICES_CHANNEL_ID: of('CHAT_NOTICES_CHANNEL_ID'),
    CHAT_BOT_TOKENS: of('CHAT_BOT_TOKENS'),
    SETUP_APPROVE: 'no',
    SETUP_UPLOAD: 'no',
  }
  return { cwd, env, answers }
}
