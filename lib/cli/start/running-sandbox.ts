/** What all sandboxes at `npm start` have in common. */
import type { Environment } from '../../core/config/environment.ts'
import { SERVICE_SETTINGS, type ServiceName } from '../../core/config/services.ts'

/** The sandbox of a remote service that runs in this process. */
export interface RunningSandbox {
  readonly url: string
  /** The settings with which the functions and the other commands use the sandbox. */
  readonly settings: Environment
  close(): Promise<void>
}

/** Whether the user has set `service` in `env`. A value that an earlier start wrote does not count. */
export function isServiceSet(service: ServiceName, env: Environment, remembered: Environment): boolean {
  const { selectedBy } = SERVICE_SETTINGS[service]
  const value = env[selectedBy]
  return Boolean(value) && value !== remembered[selectedBy]
}
