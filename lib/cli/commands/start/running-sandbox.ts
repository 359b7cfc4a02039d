import type { Environment } from '../../../core/config/environment.ts'
import { SERVICE_SETTINGS, type ServiceName } from '../../../core/config/services.ts'

/** The sandbox of a remote service that runs in this process. */
export interface RunningSandbox {
  readonly url: string
  /** With these settings the functions and the other commands use the sandbox. */
  readonly settings: Environment
  close(): Promise<void>
}

export function isServiceSet(service: ServiceName, env: Environment): boolean {
  return Boolean(env[SERVICE_SETTINGS[service].selectedBy])
}
