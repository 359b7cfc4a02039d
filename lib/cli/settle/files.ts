/**
 * `kura settle` for files of receipts: queries the file box of the accounting service, or allows a file to be uploaded
 * again.
 */
import type { ReplyOf } from '../../core/http/contract.ts'
import { readPages } from '../../core/http/pages.ts'
import type { AccountingContract } from '../../services/accounting/contract.ts'
import type { AccountingApi } from '../accounting/call.ts'
import { momentText } from '../terminal/moment.ts'
import type { ItemSource, OpenItem, Settled } from './open-item.ts'

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
  const { receipt, name = '', state, operation, since, reason = '' } = report
  const params = { receipt }
  const { api, timezone } = deps
  const rows = [
    ['file', name],
    ['since', momentText(since, timezone)],
    ['why', reason],
  ].filter(([, text]) => text !== '')
  return {
    kind: 'file',
    name: receipt,
    state,
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
        question: 'let it be uploaded again?',
        isOffered: state === 'unknown' || state === 'gone',
        needsReason: true,
        async act({ person, reason, operation }) {
          const reply = await api.freeReceipt({ params, body: { person, reason, operation } })
          const lines = [`freed the file "${reply.name ?? receipt}": it may be uploaded again`]
          return { reply, lines, isOpen: false }
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
  { name, state, id, found }: ReplyOf<AccountingContract, 'resolveReceipt'>,
  receipt: string,
): readonly string[] {
  const at = id === undefined ? '' : `, as receipt ${id}`
  const line = `the file "${name ?? receipt}" is ${state}${at}`
  if (state !== 'unknown') return [line]
  if (found.length === 0) return [line, 'it is not at the service, which proves nothing: it may still appear']
  if (found.length === 1) return [line]
  return [
    line,
    `receipts ${found.join(', ')} have its content: delete all but one at the service, and settle it again`,
  ]
}
