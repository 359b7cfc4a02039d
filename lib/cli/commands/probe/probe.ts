import { type Command, InvalidArgumentError } from '@commander-js/extra-typings'
import { SERVICES } from '../../../app/contracts/services.ts'
import { AppError } from '../../../core/errors.ts'
import { type Endpoint as ContractEndpoint, type GivenBody, PUBLIC } from '../../../core/http/contract.ts'
import { methodsOf } from '../../../core/http/router.ts'
import { openDisk } from '../../../device/disk/disk.ts'
import { sync } from '../../../device/sync/sync.ts'
import { readManifest, readState } from '../../../device/trust/state-file.ts'
import { checkCompletion, type RealClient } from '../../../exposure/completion.ts'
import type { Endpoint } from '../../../exposure/endpoint-checks.ts'
import { forbiddenPaths } from '../../../exposure/forbidden-paths.ts'
import { probe } from '../../../exposure/probe.ts'
import { readProject } from '../../../exposure/project.ts'
import { createBeginnings, listProjectFiles } from '../../../exposure/project-files.ts'
import { createRawClient } from '../../../exposure/raw-request.ts'
import type { Conclusion, PathReport, ProbeReport } from '../../../exposure/report.ts'
import { respectRetryAfter } from '../../../exposure/respect-retry-after.ts'
import { adminContract } from '../../../services/admin/contract.ts'
import type { CliContext } from '../../context.ts'
import { operatorClient } from '../../operator/client.ts'
import { filling } from '../../operator/fills.ts'
import type { OperatorOptions } from '../../operator/options.ts'
import { EXIT } from '../../terminal/exit-status.ts'
import type { Output } from '../../terminal/output.ts'
import { stoppableSleep } from '../../terminal/stoppable-sleep.ts'
import { exampleAddress } from '../doctor/example-address.ts'

const fills = filling<typeof adminContract>()

export interface RunProbeOptions {
  readonly url: string
  readonly dir?: string | undefined
  readonly concurrency?: number | undefined
}

const STATUS: Readonly<Record<Conclusion, number>> = {
  closed: EXIT.done,
  open: EXIT.failed,
  unknown: EXIT.review,
}
const ENDPOINT = { path: '/api/distribution', methods: ['GET', 'POST'] }
const PAYLOAD = 'lib/services/distribution/payload/'

const probeCommand = (command: Command) =>
  command
    .description('check that only signed requests reach the files')
    .addArgument(fills.argument('<url>', 'the address of the host', 'url'))
    .option(
      '--dir <dir>',
      'a device directory: its credentials are used for one real sync into another directory',
    )
    .option('--concurrency <n>', 'concurrent requests', readConcurrency, 8)
    .option('--report', 'report the findings to the host, which sends a notice about an open path')
    .option('--key <file>', 'with --report: the operator key to use')
    .option('--json', 'print the report as JSON')
    .addHelpText(
      'after',
      '\nExit status: 0 if everything is closed, 1 if something is open, 3 if something is unclear.',
    )

export function registerProbe(command: Command, context: CliContext): void {
  probeCommand(command).action(async (url, options) => {
    const output = context.output(options)
    const report = await runProbe({ url, ...options }, output, context)
    showProbe(report, output)
    output.result(report)
    if (options.report) await reportFinding(report, { key: options.key }, context)
    context.exit(STATUS[report.conclusion])
  })
}

function readConcurrency(text: string): number {
  const count = Number(text)
  if (Number.isInteger(count) && count >= 1 && count <= 64) return count
  throw new InvalidArgumentError('expected a number from 1 to 64')
}

/**
 * Probes the host at `url` for the files of the project in the current folder. With `dir`, a device syncs too.
 * @throws AppError `usage`, `settings_invalid`, `remote_unreachable`, `credentials_invalid`; the reason of the signal
 */
export async function runProbe(
  { url, dir, concurrency }: RunProbeOptions,
  output: Output,
  context: CliContext,
): Promise<ProbeReport> {
  const origin = originOf(url)
  const [project, files] = await Promise.all([readProject(context.cwd), listProjectFiles(context.cwd)])
  const { send, close } = createRawClient(origin, {
    signal: context.signal,
    headers: context.config.protection()(origin),
    ...(concurrency && { connections: concurrency }),
  })
  const functions = project.functions.map(({ name }) => name)
  try {
    return await probe({
      url: origin,
      paths: forbiddenPaths({
        functions,
        payload: files.filter(file => file.startsWith(PAYLOAD)).map(file => file.slice(PAYLOAD.length)),
        files,
        served: project.settings.outputDirectory,
      }),
      endpoints: [ENDPOINT, ...publicPages(functions)],
      send: respectRetryAfter(send, { now: context.now, sleep: stoppableSleep(context.signal) }),
      now: context.now,
      beginningOf: createBeginnings(context.cwd),
      ...(dir && {
        complete: () => checkCompletion({ from: dir, url: origin }, realClient(output, context)),
      }),
      ...(concurrency && { concurrency }),
      onProgress: output.progress,
    })
  } finally {
    await close()
    output.endProgress()
  }
}

function originOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url && /^https?:$/.test(url.protocol) && url.pathname === '/' && url.search === '') return url.origin
  const message = `Cannot probe "${text}": expected an address that starts with https://, without a path`
  throw new AppError('usage', message, { hint: `for example: kura probe ${exampleAddress(text)}` })
}

function realClient(output: Output, context: CliContext): RealClient {
  return {
    sync: directory =>
      sync(directory, {
        progress: output.progress,
        signal: context.signal,
        silent: true,
        protection: context.config.protection(),
        network: { env: context.env },
      }),
    async manifestOf(directory) {
      const state = await readState(openDisk(directory))
      return readManifest(state?.release)
    },
  }
}

export function showProbe(report: ProbeReport, output: Output): void {
  output.line(`probe of ${report.url}: ${report.paths} paths, requested without credentials`)
  output.line()
  const rows = report.rows.map(({ row, paths, answers, verdict }) => [
    row,
    `${paths}`,
    answers.join(', '),
    verdict,
  ])
  output.table(rows, ['path', 'requests', 'status', 'verdict'])
  output.line()
  const groups = report.groups.map(({ group, paths, closed, exempt, open, unknown }) =>
    [group, paths, closed, exempt, open, unknown].map(String),
  )
  output.table(groups, ['paths', 'requested', 'closed', 'exempt', 'open', 'unknown'])
  output.line()
  showChecks(report, output)
  for (const finding of report.findings)
    output.line(`${finding.verdict}  ${finding.path}  ${answerText(finding)}`)
  if (report.findings.length > 0) output.line()
  output.line(conclusionText(report))
}

function showChecks({ checks, completion }: ProbeReport, output: Output): void {
  const rows = checks.map(({ method, path, wanted, result, reason }) => [
    `${method} ${path}`,
    result,
    result === 'passed' ? wanted : reason,
  ])
  output.table(rows, ['endpoint', 'result', 'answer'])
  output.line()
  if (completion.ran) {
    const rows = completion.checks.map(({ wanted, passed, found }) => [
      wanted,
      passed ? 'passed' : 'failed',
      found,
    ])
    output.table(rows, ['real client', 'result', 'found'])
  } else {
    output.line('real client: not run, so this proves nothing; name a device directory with --dir')
  }
  output.line()
}

function answerText({ reason, via, variant }: PathReport): string {
  const way = via ? `${reason}, through ${via.join(', ')}` : reason
  return variant ? `${way} (${variant})` : way
}

export function conclusionText({ conclusion, findings, completion }: ProbeReport): string {
  const open = findings.filter(({ verdict }) => verdict === 'open').length
  if (conclusion === 'open') return `open: ${open} paths are open, or a check failed`
  if (conclusion === 'unknown') return `unknown: ${findings.length - open} paths are unclear`
  return completion.ran
    ? 'closed, and the real client works'
    : 'closed, as far as requests without credentials can tell'
}

const MOST_PATHS = 20

/** Returns what the host stores about the probe: at most 20 of the open paths, without their answers. */
export function findingOf(report: ProbeReport): GivenBody<typeof adminContract, 'reportExposure'> {
  const { url, at, conclusion, findings } = report
  const open = findings.filter(({ verdict }) => verdict === 'open').map(({ path }) => path.slice(0, 500))
  return { url, at, conclusion, open: open.slice(0, MOST_PATHS) }
}

async function reportFinding(
  report: ProbeReport,
  options: OperatorOptions,
  context: CliContext,
): Promise<void> {
  const admin = await operatorClient(adminContract, { ...options, scopes: ['admin'] }, context)
  await admin.reportExposure({ body: findingOf(report) })
}

/** Returns the public pages of the named functions, each with every method of its function. */
export function publicPages(functions: readonly string[]): Endpoint[] {
  const hosted = SERVICES.flatMap(({ name, function: host = name, contract }) =>
    Object.values(contract.endpoints).map(endpoint => ({ host, ...endpoint })),
  ).filter(({ host }) => functions.includes(host))
  const pages = hosted.filter(({ scope }) => scope === PUBLIC)
  return [...Map.groupBy(pages, ({ path }) => path)].map(([path, found]) => ({
    path,
    methods: methodsOf(hosted.filter(({ host }) => host === found[0]?.host)),
    pages: methodsOf(found),
    ...(found.some(isOpen) && { open: methodsOf(found.filter(isOpen)) }),
  }))
}

function isOpen({ statuses = [] }: ContractEndpoint): boolean {
  return statuses.length > 0 && statuses.every(status => status < 400)
}
