import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Host } from '../../../../sandbox/host/host.ts'
import { provideDeps } from '../../../app/core.ts'
import { readConfig } from '../../../core/config/config.ts'
import type { Environment } from '../../../core/config/environment.ts'
import { writeFileAtomic } from '../../../core/disk/atomic-file.ts'
import { AGENT_SCOPES, type Scope } from '../../../core/signatures/keys.ts'
import type { CliContext } from '../../context.ts'
import { DEVELOPMENT, overDevelopmentSettings, rememberSettings } from '../../development.ts'
import { notingFetch } from '../../network.ts'
import { deriveKey, type OperatorKey } from '../../operator/key-file.ts'
import { writePrivateFile } from '../../terminal/private-file.ts'
import { type ExampleOptions, exampleSettings } from './example/example.ts'
import type { RunningService } from './sandboxes.ts'

/** The folder of the project, found from the path of this file, because the current folder may be any. */
export const PROJECT = fileURLToPath(new URL('../../../..', import.meta.url))

interface Served {
  readonly host: Host
  readonly services: readonly RunningService[]
  readonly log: (line: string) => void
  readonly options: ExampleOptions
}

function localEnvironment(url: string, sandboxes: Environment, env: Environment): Environment {
  const { host, port } = new URL(url)
  return {
    ...overDevelopmentSettings(env, PROJECT),
    ...sandboxes,
    KURA_URL: url,
    KURA_AUTHORITIES: `${host},127.0.0.1:${port}`,
    KURA_RELEASE_DIR: join(PROJECT, DEVELOPMENT.release),
    KURA_STORE_FILE: join(PROJECT, DEVELOPMENT.store),
  }
}

/** Writes the settings and keys of the host, and returns the context of the other commands. */
export async function useHost(
  { host, services, log, options }: Served,
  given: CliContext,
): Promise<CliContext> {
  const settings = [...services.map(({ settings }) => settings), exampleSettings(options)]
  const sandboxes: Record<string, string> = Object.assign({}, ...settings)
  const env = localEnvironment(host.url, sandboxes, given.env)
  const context = { ...given, cwd: PROJECT, env, config: readConfig(env) }
  provideDeps({ env, log, fetch: notingFetch(given.output({})) })
  await rememberSettings(PROJECT, { KURA_URL: host.url, ...sandboxes })
  const scopes = [...new Set<Scope>(['admin', ...services.flatMap(service => service.scopes)])]
  const operator = deriveKey(context, { name: 'operator', scopes })
  await keepKey(DEVELOPMENT.operator, operator)
  await keepKey(DEVELOPMENT.agent, deriveKey(context, { name: 'agent', scopes: AGENT_SCOPES }))
  const configuration = { mcpServers: { kura: AGENT_COMMAND } }
  await writeFileAtomic(join(PROJECT, DEVELOPMENT.mcp), `${JSON.stringify(configuration, null, 2)}\n`)
  return context
}

function keepKey(file: string, key: OperatorKey): Promise<void> {
  return writePrivateFile(join(PROJECT, file), `${JSON.stringify(key, null, 2)}\n`, { replace: true })
}

/** The command with which an agent's program starts `kura mcp` for the practice world, from any folder. */
const AGENT_COMMAND = {
  command: process.execPath,
  args: [join(PROJECT, 'bin/kura.js'), 'mcp', '--key', join(PROJECT, DEVELOPMENT.agent)],
}
