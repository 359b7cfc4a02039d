/**
 * `kura settle` for files of receipts: queries the file box of the accounting service, or allows a file to be uploaded
 * again.
 */
import type { ReplyOf } from '../../../core/http/contract.ts'
import { readPages } from '../../../core/http/pages.ts'
import { catalogue, phrase } from '../../../core/language/catalogue.ts'
import { reasonIn } from '../../../core/language/text.ts'
import type { Phrase } from '../../../core/phrase.ts'
import type { AccountingContract } from '../../../services/accounting/contract.ts'
import { stateOfCase } from '../../../services/accounting/deals/cases/words.ts'
import { momentText } from '../../terminal/moment.ts'
import type { AccountingApi } from '../accounting/call.ts'
import type { ItemSource, OpenItem, Settled } from './open-item.ts'
import { LABEL } from './words.ts'

const WORDS = catalogue('settle.files', {
  free: { en: 'let it be uploaded again?', ja: 'もう一度アップロードできるようにしますか?' },
  freed: {
    en: 'freed the file "{name}": it may be uploaded again',
    ja: 'ファイル「{name}」を解除しました。もう一度アップロードできます',
  },
  is: { en: 'the file "{name}" is {state}', ja: 'ファイル「{name}」：{state}' },
  isReceipt: {
    en: 'the file "{name}" is {state}, as receipt {id}',
    ja: 'ファイル「{name}」：{state}（ファイルボックスの{id}）',
  },
  notFound: {
    en: 'it is not at the service, which proves nothing: it may still appear',
    ja: '会計サービスには見つかりませんが、遅れて登録される可能性があります',
  },
  several: {
    en: 'receipts {ids} have its content: delete all but one at the service, and settle it again',
    ja: '同じ内容のファイルが複数あります（{ids}）。会計サービスで1件だけ残して削除し、もう一度照会してください',
  },
})

type Receipt = ReplyOf<AccountingContract, 'receipt'>

interface Deps {
  readonly api: AccountingApi
  readonly timezone: string
  readonly now: () => number
}

export function fileSource(deps: Deps): ItemSource {
  const { api } = deps
  return {
    kind: 'file',
    async open() {
      const items: OpenItem[] = []
      for await (const { receipts } of readPages(query => api.receipts({ query })))
        items.push(...receipts.map(report => fileItem(report, deps)))
      return items
    },
    find: async name => fileItem(await api.receipt({ params: { receipt: name } }), deps),
  }
}

function fileItem(report: Receipt, deps: Deps): OpenItem {
  const { receipt, name = '', state, operation, since } = report
  const params = { receipt }
  const { api, timezone } = deps
  const reason = reasonIn(report) ?? ''
  const rows = [
    [phrase(LABEL.file), name],
    [phrase(LABEL.since), momentText(since, timezone)],
    [phrase(LABEL.why), reason],
  ].filter(([, text]) => text !== '')
  return {
    kind: 'file',
    name: receipt,
    state: stateOfCase(state),
    operation,
    since,
    seenAt: new Date(deps.now()).toISOString(),
    reason,
    report,
    rows: async () => rows,
    query: () => query(receipt, deps),
    decisions: [
      {
        name: 'free',
        question: phrase(WORDS.free),
        isOffered: state === 'unknown' || state === 'gone',
        needsReason: true,
        async act({ person, reason, operation }) {
          const reply = await api.freeReceipt({ params, body: { person, reason, operation } })
          return { reply, lines: [phrase(WORDS.freed, { name: reply.name ?? receipt })], isOpen: false }
        },
      },
    ],
  }
}

async function query(receipt: string, deps: Deps): Promise<Settled & { item: OpenItem }> {
  const params = { receipt }
  const reply = await deps.api.resolveReceipt({ params })
  const item = fileItem(await deps.api.receipt({ params }), deps)
  return { reply, item, lines: queryLines(reply, receipt), isOpen: reply.state !== 'done' }
}

function queryLines(
  { name = '', state: raw, id, found }: ReplyOf<AccountingContract, 'resolveReceipt'>,
  receipt: string,
): readonly Phrase[] {
  const facts = { name: name || receipt, state: stateOfCase(raw) }
  const line = id === undefined ? phrase(WORDS.is, facts) : phrase(WORDS.isReceipt, { ...facts, id })
  if (raw !== 'unknown' || found.length === 1) return [line]
  const rest = found.length === 0 ? phrase(WORDS.notFound) : phrase(WORDS.several, { ids: found.map(String) })
  return [line, rest]
}
