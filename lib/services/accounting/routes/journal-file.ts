import type { EndpointCall, Handlers } from '../../../core/http/serve.ts'
import type { JournalsContract } from '../journals/contract.ts'
import { journalStream } from '../journals/stream.ts'
import type { AccountingDeps } from './deps.ts'
import { requestIdOf } from './exchange.ts'
import { recordOf } from './record-of.ts'

type JournalDeps = Pick<AccountingDeps, 'client' | 'companies'>

/** `deps` is called at each request. */
export function journalHandlers(deps: () => JournalDeps): Handlers<JournalsContract> {
  return { journalFile: call => sendFile(call, deps()) }
}

const FILE_TYPES = { csv: 'text/csv', raw: 'text/csv', jsonl: 'application/jsonl' } as const

/** Sends a journal. Its report says in which encoding the service wrote the file. */
async function sendFile(
  call: EndpointCall<JournalsContract, 'journalFile'>,
  deps: JournalDeps,
): Promise<Response> {
  const { format, end } = call.query
  const { client, record } = await recordOf(call, deps)
  const { encoding } = await client.journalStatus(record)
  const file = await client.journalFile(record)
  const stream = journalStream(file.body ?? new Blob([]).stream(), {
    company: record.companyId,
    encoding,
    format,
    end: end === '1' || format === 'jsonl',
  })
  return new Response(stream, {
    headers: {
      'content-type': `${FILE_TYPES[format]}; charset=${format === 'raw' && encoding === 'sjis' ? 'shift_jis' : 'utf-8'}`,
      'cache-control': 'no-store',
      ...requestIdOf(file.headers),
    },
  })
}
