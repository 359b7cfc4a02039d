import { parentPort, workerData } from 'node:worker_threads'
import type { HostingConfiguration } from '../hosting-configuration.ts'
import { type LintOptions, lintRules } from './lint.ts'
import type { TrialLimits } from './trial.ts'

export interface LintWork {
  readonly configuration: HostingConfiguration
  readonly options: LintOptions
  readonly limits: TrialLimits
}

const { configuration, options, limits }: LintWork = workerData

/** Returns the processor time, so that other work of the machine does not count. */
function clock(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

parentPort?.postMessage(lintRules(configuration, options, { limits, clock }))
