/** The endpoints of the proxy that take more than one call: a journal's file, and removing a partner. */
import type { EndpointCall, Handlers } from '../../http/serve.ts'
import type { Trace } from '../../http/trace.ts'
import type { AccountingContract } from '../contract.ts'
import { writesOff } from '../deals/permission.ts'
import { journalStream } from '../journals/stream.ts'
import { stopAndDelete } from '../partners.ts'
import { pathIds } from './path-ids.ts'
import { type ProxyDeps, requestIdOf } from './proxy.ts'

export function recordHandlers(
  deps: () => ProxyDeps,
): Handlers<AccountingContract, 'journalFile' | 'stopAndDeletePartner'> {
  return {
    journalFile: call => sendFile(call, deps()),
    async stopAndDeletePartner(call) {
      if (!deps().writes) throw writesOff()
      const { client, record } = await recordOf(call, deps())
      return stopAndDelete(record, { client })
    },
  }
}

const FILE_TYPES = { csv: 'text/csv', jsonl: 'application/jsonl' } as const

/** The file of an uploaded report as a stream in UTF-8; the report itself says how the service encoded it. */
async function sendFile(
  call: EndpointCall<AccountingContract, 'journalFile'>,
  deps: ProxyDeps,
): Promise<Response> {
  const { format } = call.query
  const { client, record } = await recordOf(call, deps)
  const { encoding } = await client.journalStatus(record)
  const file = await client.journalFile(record)
  const stream = journalStream(file.body ?? new Blob([]).stream(), { encoding, format })
  return new Response(stream, {
    headers: {
      'content-type': `${FILE_TYPES[format]}; charset=utf-8`,
      'cache-control': 'no-store',
      ...requestIdOf(file.headers),
    },
  })
}

interface RecordCall {
  readonly trace: Trace
  readonly params: { readonly id: string }
  readonly query: { readonly company_id: string }
}

async function recordOf({ trace, params, query }: RecordCall, deps: ProxyDeps) {
  const { id } = pathIds(params)
  const client = deps.client(trace)
  const company = await deps.companies.find(query.company_id, client)
  return { client, record: { companyId: company.id, id: Number(id) } }
}
