/** Probes a host as a stranger. A path whose answer could not be judged is never reported as closed. */
import { AppError } from '../core/errors.ts'
import { mapConcurrently } from '../core/work/concurrency.ts'
import { noProgress, type ReportProgress } from '../core/work/progress.ts'
import { type Assessment, assess, redirectTarget } from './assess.ts'
import type { CompletionReport } from './completion.ts'
import { checkEndpoints, type Endpoint } from './endpoint-checks.ts'
import type { ForbiddenPath } from './forbidden-paths.ts'
import { LEAST_BYTES } from './project-files.ts'
import type { RawOutcome, SendRaw } from './raw-request.ts'
import { type PathReport, type ProbeReport, summarise } from './report.ts'

export interface ProbeOptions {
  /** The host's origin: `https://kura.example.com`. */
  readonly url: string
  readonly paths: readonly ForbiddenPath[]
  readonly endpoints: readonly Endpoint[]
  readonly send: SendRaw
  /** Returns the time in milliseconds since the epoch. */
  now(): number
  /** Returns the file's first bytes; undefined if the file cannot be read, or is too short to be recognised by them. */
  beginningOf?(file: string): Promise<Uint8Array | undefined>
  /** Runs the completion checks. Without this member, the report says that the checks are missing. */
  complete?(): Promise<CompletionReport>
  /** The maximum number of parallel requests, default 8. */
  readonly concurrency?: number
  readonly onProgress?: ReportProgress
}

const CONCURRENCY = 8
const MOST_REDIRECTS = 5

/** @throws AppError `remote_unreachable` if nothing answers the request for robots.txt; as `send` and `complete` do */
export async function probe(options: ProbeOptions): Promise<ProbeReport> {
  const at = new Date(options.now()).toISOString()
  await refuseSilentHost(options)
  const checks = await checkEndpoints(options.endpoints, options.send)
  const paths = await probePaths(options)
  const completion = (await options.complete?.()) ?? { ran: false }
  return summarise({ url: options.url, at, paths, checks, completion })
}

async function refuseSilentHost({ url, send }: ProbeOptions): Promise<void> {
  const outcome = await send({ method: 'GET', path: '/robots.txt' })
  if ('answer' in outcome) return
  throw new AppError('remote_unreachable', `Cannot probe ${url}: ${outcome.failure}`, {
    hint: 'check the address, and that the host is running',
  })
}

/** Returns the reports in the order of the paths. */
async function probePaths(options: ProbeOptions): Promise<PathReport[]> {
  const { paths, concurrency = CONCURRENCY, onProgress = noProgress } = options
  let done = 0
  const probe = async (path: ForbiddenPath) => {
    const report = await probePath(path, options)
    done += 1
    onProgress({ what: 'probing', done, total: paths.length, unit: 'paths' })
    return report
  }
  return mapConcurrently(paths, probe, { width: concurrency })
}

async function probePath(forbidden: ForbiddenPath, options: ProbeOptions): Promise<PathReport> {
  const via: string[] = []
  let current: Pick<ForbiddenPath, 'path' | 'row'> = forbidden
  for (;;) {
    const outcome = await options.send({ method: 'GET', path: current.path })
    const target = redirectTarget(current, outcome, options.url)
    const report = (assessment: Assessment) => pathReport(forbidden, { assessment, outcome, via })
    if (!target)
      return report(assess(current, outcome, { carriesFile: await carries(outcome, forbidden, options) }))
    if ('elsewhere' in target)
      return report(unfollowed(`to ${target.elsewhere || 'nowhere'}, another origin`))
    if (via.length === MOST_REDIRECTS) return report(unfollowed('through more than five redirects'))
    via.push(target.path)
    current = { path: target.path }
  }
}

function unfollowed(how: string): Assessment {
  return { verdict: 'unknown', reason: `a redirect ${how}: not followed` }
}

function pathReport(
  forbidden: ForbiddenPath,
  { assessment, outcome, via }: { assessment: Assessment; outcome: RawOutcome; via: readonly string[] },
): PathReport {
  return {
    ...forbidden,
    ...assessment,
    ...('answer' in outcome && { status: outcome.answer.status }),
    ...(via.length > 0 && { via }),
  }
}

async function carries(
  outcome: RawOutcome,
  { file }: ForbiddenPath,
  options: ProbeOptions,
): Promise<boolean> {
  if ('failure' in outcome || file === undefined || outcome.answer.body.byteLength < LEAST_BYTES) return false
  const beginning = await options.beginningOf?.(file)
  return beginning !== undefined && Buffer.from(outcome.answer.body).includes(Buffer.from(beginning))
}
