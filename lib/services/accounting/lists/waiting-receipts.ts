import {
  ASKS_REASON,
  decision,
  filled,
  inquiry,
  type Settled,
  type Waiting,
  type WaitingSource,
} from '../../../core/claims/waiting.ts'
import type { Client } from '../../../core/http/client.ts'
import type { ReplyOf } from '../../../core/http/contract.ts'
import { readPages } from '../../../core/http/pages.ts'
import { catalogue, phrase } from '../../../core/language/catalogue.ts'
import { reasonIn } from '../../../core/language/text.ts'
import type { Phrase } from '../../../core/phrase.ts'
import { type AccountingContract, accountingContract } from '../contract.ts'
import { stateOfCase } from '../deals/cases/words.ts'
import { listed } from './deal-rows.ts'
import { LABELS } from './words.ts'
// loads the messages of the reasons
import '../../../core/claims/words.ts'
import '../../../core/remote/words.ts'
import '../receipts/case-words.ts'
import '../remote/words.ts'

const WORDS = catalogue('waiting.receipts', {
  unnamed: { en: 'A file without a name', ja: '名前のないファイル' },
  unknown: {
    en: 'The answer of the accounting service was lost, so kura cannot tell whether it has the file, and no setting lets kura send it again by itself.',
    ja: '会計サービスの応答が届かず、取り込まれたか分かりません。二重登録を防ぐため、設定に関係なく自動では送り直しません。',
  },
  gone: {
    en: 'The file is not in the file box any more, and no setting lets kura send it again by itself.',
    ja: 'ファイルボックスにファイルがありません。設定に関係なく、自動では送り直しません。',
  },
  stray: {
    en: 'The file box may have the file more than once, and kura deletes none by itself, whatever is set.',
    ja: 'ファイルボックスに同じファイルが複数ある可能性があります。設定に関係なく、自動では削除しません。',
  },
  twice: {
    en: 'The books may contain it twice: delete all but one at the service, and look again',
    ja: '二重に登録されている可能性があります。会計サービスで1件だけ残して削除し、確認し直してください',
  },
  settled: { en: 'Nothing is left to decide about this file.', ja: 'このファイルは対応済みです。' },
  label: { en: 'Let it be uploaded again', ja: 'もう一度取り込めるようにする' },
  effect: {
    en: 'You state that it is not in the books. Look there first: otherwise it is registered twice.',
    ja: '会計サービスに登録されていないことを、あなたが確認したものとして記録します。二重登録を防ぐため、先に会計サービスで確かめてください。',
  },
  question: { en: 'let it be uploaded again?', ja: 'もう一度アップロードできるようにしますか?' },
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
  inBox: { en: 'number in the file box', ja: 'ファイルボックスの番号' },
  strays: { en: 'others in the file box', ja: 'ほかの番号' },
})

type Receipt = ReplyOf<AccountingContract, 'receipt'>

interface Deps {
  readonly api: Client<AccountingContract>
  readonly now: () => number
}

export interface ReceiptSource extends WaitingSource {
  of(report: Receipt): Waiting
}

export function receiptSource({ api, now }: Deps): ReceiptSource {
  const of = (report: Receipt) => itemOf(report, new Date(now()).toISOString())
  return {
    of,
    async open() {
      const items: Waiting[] = []
      for await (const { receipts } of readPages(query => api.receipts({ query })))
        items.push(...receipts.map(of))
      return items
    },
    find: async name => of(await api.receipt({ params: { receipt: name } })),
  }
}

function itemOf(report: Receipt, seenAt: string): Waiting {
  const { receipt, name, state, operation, since, strays = [] } = report
  const isOpen = state === 'unknown' || state === 'gone'
  return {
    kind: 'receipt',
    name: receipt,
    state: stateOfCase(state),
    tone: isOpen ? 'bad' : 'warn',
    operation,
    since,
    seenAt,
    reason: reasonIn(report.reason),
    report,
    ...((isOpen || strays.length > 0) && { look: lookingFor(receipt) }),
    describe: async () => ({
      title: name ?? phrase(WORDS.unnamed),
      why: whyOf(report),
      unusual: filled([
        [phrase(LABELS.why), strays.length > 0 ? phrase(WORDS.twice) : ''],
        [phrase(LABELS.why), reasonIn(report.reason)],
      ]),
      facts: filled([[phrase(LABELS.file), name ?? '']]),
      details: detailsOf(report),
      decisions: [freeing(report)],
    }),
  }
}

function whyOf({ state, strays = [] }: Receipt): Phrase {
  if (state === 'unknown' || state === 'gone') return phrase(WORDS[state])
  return phrase(strays.length > 0 ? WORDS.stray : WORDS.settled)
}

function detailsOf({ id, strays = [] }: Receipt) {
  const others = listed(strays.flatMap(stray => stray.id ?? []))
  return filled([
    [phrase(WORDS.inBox), id === undefined ? '' : String(id)],
    [phrase(WORDS.strays), others],
  ])
}

function lookingFor(receipt: string) {
  return inquiry(accountingContract, 'resolveReceipt', {
    given: { params: { receipt } },
    settled: reply => ({ lines: found(reply, receipt), isOpen: reply.state !== 'done' }),
  })
}

function found(
  { name = '', state: raw, id, found }: ReplyOf<AccountingContract, 'resolveReceipt'>,
  receipt: string,
): readonly Phrase[] {
  const facts = { name: name || receipt, state: stateOfCase(raw) }
  const line = id === undefined ? phrase(WORDS.is, facts) : phrase(WORDS.isReceipt, { ...facts, id })
  if (raw !== 'unknown' || found.length === 1) return [line]
  const rest = found.length === 0 ? phrase(WORDS.notFound) : phrase(WORDS.several, { ids: found.map(String) })
  return [line, rest]
}

function freeing({ receipt, state }: Receipt) {
  return decision(accountingContract, 'freeReceipt', {
    name: 'free',
    label: phrase(WORDS.label),
    effect: phrase(WORDS.effect),
    question: phrase(WORDS.question),
    isOffered: state === 'unknown' || state === 'gone',
    asks: ASKS_REASON,
    given: ({ person, reason, operation }) => ({ params: { receipt }, body: { person, reason, operation } }),
    settled: ({ name }): Settled => ({
      lines: [phrase(WORDS.freed, { name: name ?? receipt })],
      isOpen: false,
    }),
  })
}
