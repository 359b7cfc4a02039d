/** Lints in a worker, so that the lint of any file ends, usually within two seconds, and Ctrl-C ends it immediately. */
import { Worker } from 'node:worker_threads'
import type { HostingConfiguration } from '../hosting-configuration.ts'
import { type LintOptions, type LintReport, refuseBrokenAddress } from './lint.ts'
import type { TrialLimits } from './trial.ts'
import type { LintWork } from './worker.ts'

/** The limits in milliseconds of processor time. After `total`, the worker stops and reports by itself. */
const LIMITS: TrialLimits = { rule: 50, total: 1_500 }
/** The milliseconds until a silent worker is ended. It is long, because a busy machine may give it little time. */
const END = 10_000
const MEMORY = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16 }

export interface LintWorkerDeps {
  readonly signal: AbortSignal
  readonly limits?: TrialLimits
  readonly end?: number
}

/** If the worker was ended, a finding says so. @throws AppError `usage` for a broken address, or the signal's reason */
export async function lintInWorker(
  configuration: HostingConfiguration,
  options: LintOptions,
  { signal, limits = LIMITS, end = END }: LintWorkerDeps,
): Promise<LintReport> {
  for (const address of options.addresses) refuseBrokenAddress(address)
  const workerData: LintWork = { configuration, options, limits }
  // stdout and stderr are dropped, because the host's compiler prints remarks about its next version
  const worker = new Worker(new URL('worker.ts', import.meta.url), {
    workerData,
    resourceLimits: MEMORY,
    stdout: true,
    stderr: true,
  })
  const { promise, resolve, reject } = Promise.withResolvers<LintReport>()
  const stop = () => reject(signal.reason)
  const late = setTimeout(() => resolve(unfinished(`${end} ms`)), end)
  signal.addEventListener('abort', stop)
  worker.once('message', resolve)
  worker.once('error', error =>
    isOutOfMemory(error)
      ? resolve(unfinished(`${MEMORY.maxOldGenerationSizeMb} MB of memory`))
      : reject(error),
  )
  try {
    return await promise
  } finally {
    clearTimeout(late)
    signal.removeEventListener('abort', stop)
    await worker.terminate()
  }
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
}

function unfinished(most: string): LintReport {
  const message = `needs more than ${most}, so it was not checked: split the file, and check each part`
  return { urls: [], hosts: [], findings: [{ kind: 'not_finished', severity: 'error', message }] }
}
