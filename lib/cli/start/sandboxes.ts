/** The sandboxes of the remotes at `npm start`: one for each service that the environment does not set. */
import type { Environment } from '../../core/config/environment.ts'
import { startAccountingSandbox } from './accounting-demo.ts'
import { type RunningChat, startChatSandbox } from './chat-demo.ts'
import { startRegistrarSandbox } from './registrar-demo.ts'
import type { RunningSandbox } from './running-sandbox.ts'

/** The running sandboxes; undefined for a service that the environment sets. */
export interface Sandboxes {
  readonly accounting: RunningSandbox | undefined
  readonly registrar: RunningSandbox | undefined
  readonly chat: RunningChat | undefined
  /** The settings with which the functions and the other commands use the sandboxes. */
  readonly settings: Environment
  close(): Promise<void>
}

/** Starts the sandboxes that are needed; `remembered` are the settings that an earlier start wrote. */
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
