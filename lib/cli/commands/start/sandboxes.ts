import { join } from 'node:path'
import type { Environment } from '../../../core/config/environment.ts'
import type { ServiceName } from '../../../core/config/services.ts'
import type { Scope } from '../../../core/signatures/keys.ts'
import type { CliContext } from '../../context.ts'
import { ACCOUNTING_SCOPES } from '../accounting/call.ts'
import { CHAT_SCOPES } from '../chat/call.ts'
import { REGISTRAR_SCOPES } from '../registrar/client.ts'
import { demonstrateAccounting, startAccountingSandbox } from './accounting-demo.ts'
import { demonstrateChat, startChatSandbox } from './chat-demo.ts'
import { fillBooks } from './example/books.ts'
import { demonstrateRegistrar, fillDomain, startRegistrarSandbox } from './registrar-demo.ts'
import type { RunningSandbox } from './sandbox.ts'

interface Demo<Sandbox extends RunningSandbox> {
  /** The first word of the lines about the service. */
  readonly title: string
  readonly scopes: readonly Scope[]
  /** Starts the sandbox, whose state `file` keeps; returns undefined if `env` sets the service. */
  start(env: Environment, file?: string): Promise<Sandbox | undefined>
  /** Shows what the service does, and returns a summary in one line. */
  demonstrate(sandbox: Sandbox | undefined, context: CliContext): Promise<string>
  fill?(sandbox: Sandbox, context: CliContext): Promise<void>
  command?(sandbox: Sandbox): string
}

export interface RunningService {
  readonly title: string
  readonly scopes: readonly Scope[]
  demonstrate(context: CliContext): Promise<string>
  /** Adds what the example company has at the service; absent without a sandbox. */
  readonly fill?: ((context: CliContext) => Promise<void>) | undefined
  readonly command?: string | undefined
  /** The settings that name the sandbox; empty without a sandbox. */
  readonly settings: Environment
  close(): Promise<void>
}

type StartService = (env: Environment, file?: string) => Promise<RunningService>

const DEMOS: Readonly<Record<ServiceName, StartService>> = {
  accounting: starting({
    title: 'accounting',
    scopes: ACCOUNTING_SCOPES,
    start: startAccountingSandbox,
    demonstrate: demonstrateAccounting,
    fill: (_sandbox, context) => fillBooks(context),
  }),
  registrar: starting({
    title: 'domains',
    scopes: REGISTRAR_SCOPES,
    start: startRegistrarSandbox,
    demonstrate: demonstrateRegistrar,
    fill: ({ sandbox }, context) => fillDomain(sandbox, context),
  }),
  chat: starting({
    title: 'chat',
    scopes: CHAT_SCOPES,
    start: startChatSandbox,
    demonstrate: demonstrateChat,
    command: ({ company }) => `kura chat check ${company.group}`,
  }),
}

function starting<Sandbox extends RunningSandbox>(demo: Demo<Sandbox>): StartService {
  const { title, scopes, start, demonstrate } = demo
  return async (env, file) => {
    const sandbox = await start(env, file)
    return {
      title,
      scopes,
      demonstrate: context => demonstrate(sandbox, context),
      fill: sandbox && (async context => demo.fill?.(sandbox, context)),
      command: sandbox && demo.command?.(sandbox),
      settings: sandbox?.settings ?? {},
      close: async () => sandbox?.close(),
    }
  }
}

/** Starts a sandbox for each service that `env` does not set. The files in `folder` keep the sandboxes' states. */
export async function startServices(env: Environment, folder?: string): Promise<RunningService[]> {
  const services: RunningService[] = []
  for (const [name, start] of Object.entries(DEMOS))
    services.push(await start(env, folder === undefined ? undefined : join(folder, name)))
  return services
}
