/**
 * The functions: what the host has to know of each beside its contracts, which are in `lib/app/contracts/services.ts`.
 * `npm run functions` makes the files of `api/` and the rows of `vercel.json` from both; tests read the table too.
 */
import { type FunctionName, SERVICES } from '../../lib/app/contracts/services.ts'
import type { Endpoint } from '../../lib/core/http/contract.ts'
import { methodsOf } from '../../lib/core/http/router.ts'

/** The name of an export, and its file below `lib/`. */
type Named = readonly [name: string, file: string]

export interface FunctionRow {
  /** The exports of `lib/app/functions/<name>.ts` that return its routes. */
  readonly routes: readonly string[]
  /** The export that makes the dependencies of the function's handler, if they are not the usual ones. */
  readonly deps?: Named
  /** The contract whose public pages are let through before the function's routes are loaded. */
  readonly open?: Named
  readonly release?: readonly string[]
  readonly files?: readonly string[]
  /** The number of seconds that the function may run; 60 without it. */
  readonly seconds?: number
  /** The largest size of the function's code in bytes, with the code that it loads later. */
  readonly heaviest: number
}

const LISTED = ['current.json', 'catalog-*.json', 'manifest-*.json'] as const
/** The files with the publisher's roots (in the catalog), from which the notices prove the vouches for passkeys. */
const ROOTS = ['current.json', 'catalog-*.json'] as const
const WATCHING: Named = ['watchingDeps', 'app/health/watch.ts']

/**
 * The functions. In each size, 112 kB are the store's client and up to 155 kB zod. Accounting has its pages, and the
 * words of every notice in two languages, because it sends a notice about jobs that have not run. Admin, chat and cron
 * have the rules of the notices too, which read the data of every service. The console runs every service's endpoints;
 * 684 kB of it verify passkeys, 285 kB are tables for Shift_JIS, and 1,850 kB read PDFs, which only the thread that
 * reads one loads.
 */
export const FUNCTIONS: Readonly<Record<FunctionName, FunctionRow>> = {
  distribution: {
    routes: ['routesOfDistribution'],
    release: [
      ...LISTED,
      'first-*.json.br',
      'update-*.bin.br',
      'page-*.json.br',
      'part-*.bin',
      'part-*.bin.br',
    ],
    heaviest: 450_000,
  },
  admin: { routes: ['routesOfAdmin'], release: LISTED, heaviest: 816_000 },
  accounting: { routes: ['routesOfAccounting'], deps: WATCHING, heaviest: 824_000 },
  // a file of a journal takes longer than any other call (document 1, Journal report job)
  journals: { routes: ['routesOfJournals'], seconds: 300, heaviest: 470_000 },
  registrar: { routes: ['routesOfRegistrar'], heaviest: 540_000 },
  chat: { routes: ['routesOfChat'], deps: WATCHING, release: ROOTS, heaviest: 802_000 },
  console: {
    routes: ['routesOfConsole', 'routesOfPeople'],
    open: ['consoleContract', 'console/pages/contract.ts'],
    release: LISTED,
    files: ['dist/device-folder.json.br'],
    heaviest: 4_808_000,
  },
  cron: {
    routes: ['routesOfCron'],
    deps: ['handlerDepsOfCron', 'app/functions/cron.ts'],
    release: ROOTS,
    heaviest: 838_000,
  },
}

export const FUNCTION_NAMES = Object.keys(FUNCTIONS) as FunctionName[]

export function servicesOf(name: FunctionName) {
  return SERVICES.filter(service => (service.function ?? service.name) === name)
}

export function methodsOfFunction(name: FunctionName): string[] {
  return methodsOf(servicesOf(name).flatMap(({ contract }) => Object.values<Endpoint>(contract.endpoints)))
}
