/** The sandboxes of the remotes at `npm start`: one for each service that the environment does not set. */
import type { Environment } from '../../core/config/environment.ts'
import { startAccountingSandbox } from './accounting-demo.ts'
import { type RunningChat, startChatSandbox } from './chat-demo.ts'
import { startRegistrarSandbox } from './registrar-demo.ts'
import type { RunningSandbox } from './running-sandbox.ts'

/** The sandboxes that run; one is undefined if the environment sets the service itself. */
export interface Sandboxes {
  readonly accounting: RunningSandbox | undefined
  readonly registrar: RunningSandbox | undefined
  readonly chat: RunningChat | undefined
  /** The settings that point the functions and the other commands at them. */
  readonly settings: Environment
  close(): Promise<void>
}

/** Starts the sandboxes that are needed; `remembered` is what an earlier start wrote. */
export async function startSandboxes(env: Environment, remembered: Environment): Promise<Sandboxes> {
  const accounting = await startAccountingSandbox(env, remembered)
  const registrar = await startRegistrarSandbox(env, remembered)
  const chat = await startChatSandbox(env, remembered)
  return {
    accounting,
    registrar,
    chat,
    settings: { ...accounting?.settings, ...registrar?.settings, ...chat?.settings },
    close: async () => void (await Promise.all([accounting?.close(), registrar?.close(), chat?.close()])),
  }
}
