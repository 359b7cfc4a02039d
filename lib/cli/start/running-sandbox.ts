/** What the sandboxes at `npm start` have in common. */
import type { Environment } from '../../core/config/environment.ts'

/** A sandbox of a remote that runs in this process. */
export interface RunningSandbox {
  readonly url: string
  /** The settings that point the functions and the other commands at it. */
  readonly settings: Environment
  close(): Promise<void>
}

/** Whether `env` names the service itself by `variable`; the value that an earlier start remembered does not count. */
export function isServiceSet(variable: string, env: Environment, remembered: Environment): boolean {
  const value = env[variable]
  return Boolean(value) && value !== remembered[variable]
}
