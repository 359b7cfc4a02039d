/** The remotes' stand-ins at `npm start`: one for each service that the environment does not set up. */
import type { Environment } from '../../config/environment.ts'
import { type LocalBooks, startLocalBooks } from './accounting-demo.ts'
import { type LocalChat, startLocalChat } from './chat-demo.ts'
import { type LocalRegistrar, startLocalRegistrar } from './registrar-demo.ts'

/** Those that run; undefined where the environment names the service itself. */
export interface StandIns {
  readonly books: LocalBooks | undefined
  readonly registrar: LocalRegistrar | undefined
  readonly chat: LocalChat | undefined
  /** What the functions and the other commands are told of them. */
  readonly settings: Environment
  close(): Promise<void>
}

/** Starts what is needed; `remembered` is what an earlier start has written. */
export async function startStandIns(env: Environment, remembered: Environment): Promise<StandIns> {
  const books = await startLocalBooks(env, remembered)
  const registrar = await startLocalRegistrar(env, remembered)
  const chat = await startLocalChat(env, remembered)
  return {
    books,
    registrar,
    chat,
    settings: { ...books?.settings, ...registrar?.settings, ...chat?.settings },
    close: async () => void (await Promise.all([books?.close(), registrar?.close(), chat?.close()])),
  }
}
