/**
 * The services of `npm start`: for each, a sandbox if the environment does not set the service, and a demonstration.
 */
import type { Environment } from '../../../core/config/environment.ts'
import type { ServiceName } from '../../../core/config/services.ts'
import type { Scope } from '../../../core/signatures/keys.ts'
import type { CliContext } from '../../context.ts'
import { ACCOUNTING_SCOPES } from '../accounting/call.ts'
import { CHAT_SCOPES } from '../chat/call.ts'
import { REGISTRAR_SCOPES } from '../registrar/client.ts'
import { demonstrateAccounting, startAccountingSandbox } from './accounting-demo.ts'
import { demonstrateChat, startChatSandbox } from './chat-demo.ts'
import { demonstrateRegistrar, startRegistrarSandbox } from './registrar-demo.ts'
import type { RunningSandbox } from './running-sandbox.ts'

interface Demo<Sandbox extends RunningSandbox> {
  /** The first word of the lines about the service. */
  readonly title: string
  /** The scopes of the operator's key that the demonstration and the commands need. */
  readonly scopes: readonly Scope[]
  /** Starts the sandbox; undefined if `env` sets the service. */
  start(env: Environment): Promise<Sandbox | undefined>
  /** Shows what the service does, and returns a summary in one line. */
  demonstrate(sandbox: Sandbox | undefined, context: CliContext): Promise<string>
  /** Returns a command to try with the sandbox. */
  command?(sandbox: Sandbox): string
}

/** A service that the demonstration can use: its sandbox runs, or the environment sets it. */
export interface RunningService {
  readonly title: string
  readonly scopes: readonly Scope[]
  demonstrate(context: CliContext): Promise<string>
  /** A command to try with the sandbox. */
  readonly command?: string | undefined
  /** The settings with which the functions and the other commands use the sandbox; empty without one. */
  readonly settings: Environment
  close(): Promise<void>
}

type StartService = (env: Environment) => Promise<RunningService>

const DEMOS: Readonly<Record<ServiceName, StartService>> = {
  accounting: starting({
    title: 'accounting',
    scopes: ACCOUNTING_SCOPES,
    start: startAccountingSandbox,
    demonstrate: demonstrateAccounting,
  }),
  registrar: starting({
    title: 'domains',
    scopes: REGISTRAR_SCOPES,
    start: startRegistrarSandbox,
    demonstrate: demonstrateRegistrar,
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
  return async env => {
    const sandbox = await start(env)
    return {
      title,
      scopes,
      demonstrate: context => demonstrate(sandbox, context),
      command: sandbox && demo.command?.(sandbox),
      settings: sandbox?.settings ?? {},
      close: async () => sandbox?.close(),
    }
  }
}

/** Starts a sandbox for each service that `env` does not set. */
export async function startServices(env: Environment): Promise<RunningService[]> {
  const services: RunningService[] = []
  for (const start of Object.values(DEMOS)) services.push(await start(env))
  return services
}
