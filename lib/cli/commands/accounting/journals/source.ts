import { requestFor } from '../../../../core/http/client.ts'
import type { ReplyOf } from '../../../../core/http/contract.ts'
import { catalogue, phrase } from '../../../../core/language/catalogue.ts'
import type { AccountingContract } from '../../../../services/accounting/contract.ts'
import { journalsContract } from '../../../../services/accounting/journals/contract.ts'
import { type JournalFormat, withoutEnd } from '../../../../services/accounting/journals/end.ts'
import { type JournalSource, nameOf } from '../../../../services/accounting/journals/stream.ts'
import { type OperatorStream, readReplyBytes } from '../../../operator/client.ts'
import type { AccountingApi } from '../call.ts'

const WORDS = catalogue('journal.source', {
  journal: { en: '{journal}', ja: '事業所{company}の仕訳帳', onlyEn: ['journal'], onlyJa: ['company'] },
  again: {
    en: 'its log says why; export it again, or for fewer days',
    ja: 'もう一度書き出すか、期間を短くしてください',
  },
})

/**
 * Yields the bytes of a journal without its end line, which shows that the journal is complete.
 * @throws AppError `remote_silent` if the journal is incomplete
 */
export function wholeFile(
  response: Response,
  { company, format }: { company: number; format: JournalFormat },
): AsyncGenerator<Uint8Array> {
  const journal = nameOf({ company })
  const hint = phrase(WORDS.again)
  return withoutEnd(
    readReplyBytes(response, { what: phrase(WORDS.journal, { journal, company: String(company) }), hint }),
    { format, journal },
  )
}

/** Fetches journals through the host, which replies with the file in the given format and an end line. */
export function proxiedJournals(
  format: JournalFormat,
  { api, stream }: { api: AccountingApi; stream: OperatorStream },
): JournalSource {
  const query = ({ companyId }: { companyId: number }) => ({ company_id: String(companyId) })
  return {
    requestJournal: async filter =>
      reportOf(
        await api.requestJournal({
          query: {
            ...query(filter),
            start_date: filter.from,
            end_date: filter.until,
            ...(filter.encoding && { encoding: filter.encoding }),
          },
        }),
      ),
    journalStatus: async record =>
      reportOf(await api.journalStatus({ params: { id: String(record.id) }, query: query(record) })),
    journalFile: record =>
      stream(
        requestFor(journalsContract, 'journalFile', {
          params: { id: String(record.id) },
          query: { ...query(record), format, end: '1' },
        }),
      ),
  }
}

function reportOf({ journals: { id, status } }: ReplyOf<AccountingContract, 'journalStatus'>) {
  return { id, status, encoding: 'utf-8' } as const
}

export async function* linesOf(body: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const bytes of body) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest !== '') yield rest
}
