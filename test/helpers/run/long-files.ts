/**
 * The files that take more than three seconds, three quarters of the time of all. A plain `npm test` takes a quarter of
 * them, by its seed. A run with KURA_TEST_KILLS=all, as in `.ci/run`, takes all, and so does one with arguments: files,
 * folders or options such as `--changed`.
 */
import { ALL, SEED } from './sampled.ts'

/** Below `test/`; the longest first. */
export const LONG: readonly string[] = [
  'docs/run/in-japanese',
  'whole-way/whole-way',
  'whole-way/first-hour',
  'core/store/restore',
  'cli/commands/start/after-setup',
  'sandbox/host/bundle',
  'docs/run/services',
  'console/month/other-work',
  'cli/commands/accounting/imports/month',
  'cli/commands/device/program',
  'cli/operator/client',
  'console/month/month',
  'console/pages/accounting/receipts/taps',
  'cli/commands/start/start',
  'core/store/upstash/in-javascript',
  'core/store/upstash/in-redis',
  'device/sync/deltas',
  'move/sites/faults',
  'console/entrance/chromium',
  'simulation/exploration/books',
  'console/pages/accounting/receipts/receipts',
  'services/accounting/tokens/processes/processes',
  'cli/commands/setup/setup',
  'cli/commands/device/install',
  'core/release/body/compression',
  'console/pages/to-do/chromium',
  'cli/commands/mcp/conformance',
  'whole-way/lost-keys',
  'simulation/exploration/services',
  'device/program/start-files/running',
  'console/pages/accounting/receipts/chromium',
  'services/distribution/service/long-list',
  'cli/company/json',
  'cli/help/command',
  'cli/commands/mcp/bookkeeping',
  'cli/commands/accounting/languages',
  'publishing/build/histories',
  'console/pages/accounting/deals/chromium',
  'cli/commands/probe/probe',
  'console/pages/registrar/chromium',
  'core/language/oracle',
  'publishing/damaged/before',
  'console/every-page/texts',
  'console/pages/accounting/receipts/rows',
  'publishing/release-folder',
  'core/store/failover',
  'cli/commands/setup/person',
  'docs/run/others',
  'cli/commands/setup/terminal',
  'simulation/mutants/deletions',
  'cli/commands/accounting/imports/kill',
  'app/store/requests',
  'cli/commands/publish/rollback',
  'device/index/markdown-reader',
  'publishing/build/deltas/scratch',
  'cli/terminal/lost-output',
  'device/program/start-files/fetching',
  'device/install/broken-disk',
  'cli/operator/people',
  'device/hostile-host/version-2',
  'exposure/probe',
  'device/install/edited-meanwhile',
  'core/release/update/plan',
  'device/program/start-files/shells',
  'device/install/kill',
  'services/registrar/purchase/processes',
  'publishing/stopped',
  'move/check-many',
  'device/trust/orders',
  'cli/commands/settle/deals',
  'services/distribution/service/new-release',
  'device/sync/earlier-program',
  'services/chat/delivery/processes',
  'move/report/html',
  'cli/network',
  'cli/commands/accounting/imports/outage',
  'cli/program',
  'console/every-page/forms',
  'console/pages/connections/chromium',
  'publishing/publish',
  'console/pages/devices/enrol',
  'services/accounting/journals/rows',
  'publishing/publish-crash',
  'cli/commands/setup/release',
  'console/pages/to-do/file-facts',
  'device/sync/enrolment',
  'cli/operator/lock',
  'move/check/new-pages',
  'console/entrance/colleague',
  'services/accounting/deals/kill',
  'device/sync/gaps',
  'services/chat/delivery/crash',
  'console/pages/devices/chromium',
  'console/pages/to-do/list',
  'move/check/www-and-sitemap',
  'simulation/mutants/failovers',
  'console/entrance/sign-in',
  'services/accounting/remote/described-replies',
  'console/pages/accounting/receipts/proposals',
  'device/install/power-cut',
  'console/pages/chat/chromium',
]

/** A file is taken by one in so many runs. */
const SHARE = 4

/**
 * The names in `long` that a run leaves out.
 * @param words the arguments of Vitest
 */
export function leftOut(
  long: readonly string[],
  { words, seed, all }: { readonly words: readonly string[]; readonly seed: number; readonly all: boolean },
): string[] {
  const isPlain = words.every(word => word === 'run')
  const turn = (seed >>> 0) % SHARE
  return isPlain && !all ? long.filter((_, at) => at % SHARE !== turn) : []
}

/** The files that this run leaves out. */
export const LEFT_OUT = leftOut(LONG, { words: process.argv.slice(2), seed: Number(SEED), all: ALL })
