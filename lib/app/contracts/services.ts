import { consoleContract } from '../../console/pages/contract.ts'
import { peopleContract } from '../../console/people/contract.ts'
import type { Contract } from '../../core/http/contract.ts'
import { accountingContract } from '../../services/accounting/contract.ts'
import { journalsContract } from '../../services/accounting/journals/contract.ts'
import { authorizationContract } from '../../services/accounting/tokens/contract.ts'
import { activityContract } from '../../services/activity/contract.ts'
import { adminContract } from '../../services/admin/contract.ts'
import { chatContract } from '../../services/chat/contract.ts'
import { distributionContract } from '../../services/distribution/contract.ts'
import { registrarContract } from '../../services/registrar/contract.ts'
import { cronContract } from './cron.ts'

export interface DescribedService {
  readonly name: string
  /** The name of the function that serves the contract, if it differs from `name`. */
  readonly function?: string
  readonly summary: string
  readonly contract: Contract
  /** The security scheme of the endpoints in the OpenAPI document. */
  readonly security: string
  /** A second security scheme, for the endpoints with one of these scopes. */
  readonly also?: { readonly security: string; readonly scopes: readonly string[] }
}

const ROWS = [
  { name: 'distribution', summary: 'The current release, for devices', contract: distributionContract },
  {
    name: 'admin',
    summary: 'Devices, keys, the release and notices, for an operator',
    contract: adminContract,
  },
  {
    name: 'activity',
    function: 'admin',
    summary: 'The activity log: who did what',
    contract: activityContract,
  },
  {
    name: 'accounting',
    summary: 'The books: master data, deals, journals, partners and items',
    contract: accountingContract,
  },
  {
    name: 'authorization',
    function: 'accounting',
    summary: 'Authorizing kura at the accounting service',
    contract: authorizationContract,
  },
  { name: 'journals', summary: 'The files of journals', contract: journalsContract },
  {
    name: 'registrar',
    summary: 'Domains: quotes, purchases, orders, deadlines',
    contract: registrarContract,
  },
  { name: 'chat', summary: 'Channels, deliveries to people, and the status message', contract: chatContract },
  {
    name: 'console',
    summary: 'The pages on which people see what needs them, and release it with a passkey',
    contract: consoleContract,
  },
  {
    name: 'people',
    function: 'console',
    summary: 'Who may use the console: invitations, vouches and revocations',
    contract: peopleContract,
  },
  {
    name: 'cron',
    summary: 'The jobs that the host starts once a day, and their health',
    contract: cronContract,
    security: 'cron',
    also: { security: 'kura-v1', scopes: ['admin'] },
  },
] as const satisfies readonly (Omit<DescribedService, 'security'> & { readonly security?: string })[]

type Row = (typeof ROWS)[number]
type WithinAnother = Extract<Row, { readonly function: string }>

export type FunctionName = Exclude<Row, WithinAnother>['name'] | WithinAnother['function']

/** The services in the order of the documentation. */
export const SERVICES: readonly DescribedService[] = ROWS.map(row => ({ security: 'kura-v1', ...row }))
