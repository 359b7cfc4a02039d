/** Lists the pages that answer unsigned requests: those that the contracts mark as public. */
import { SERVICES } from '../../../app/contracts/services.ts'
import { type Endpoint as ContractEndpoint, PUBLIC } from '../../../core/http/contract.ts'
import { methodsOf } from '../../../core/http/router.ts'
import type { Endpoint } from '../../../exposure/endpoint-checks.ts'

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

/** Whether a page refuses no request: it has only statuses of success. */
function isOpen({ statuses = [] }: ContractEndpoint): boolean {
  return statuses.length > 0 && statuses.every(status => status < 400)
}
