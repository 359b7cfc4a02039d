import type { WaitingSource } from '../../../core/claims/waiting.ts'
import { AppError, failureOf, hasCode } from '../../../core/errors.ts'
import { createClient, type Send } from '../../../core/http/client.ts'
import { catalogue, phrase } from '../../../core/language/catalogue.ts'
import { phraseError } from '../../../core/language/phrase-error.ts'
import type { Scope } from '../../../core/signatures/keys.ts'
import { accountingContract } from '../../../services/accounting/contract.ts'
import { dealSource } from '../../../services/accounting/lists/waiting-deals.ts'
import { receiptSource } from '../../../services/accounting/lists/waiting-receipts.ts'
import { messageSource } from '../../../services/chat/acts/waiting.ts'
import { chatContract } from '../../../services/chat/contract.ts'
import { registrarContract } from '../../../services/registrar/contract.ts'
import { purchaseSource } from '../../../services/registrar/lists/waiting.ts'
import type { CliContext } from '../../context.ts'
import { operatorSend } from '../../operator/client.ts'
import type { CallOptions } from '../../operator/options.ts'
import type { Output } from '../../terminal/output.ts'
import { ACCOUNTING_SCOPES } from '../accounting/call.ts'
import { CHAT_SCOPES } from '../chat/call.ts'
import { REGISTRAR_SCOPES } from '../registrar/client.ts'
import { type ItemSource, KIND_NAMES, type Kind, type OpenItem } from './open-item.ts'

const WORDS = catalogue('settle.sources', {
  leftOut: { en: 'each {kind} is left out: {reason}', ja: '{kind}は確認できませんでした：{reason}' },
  several: { en: 'Cannot choose "{name}": it names {kinds}', ja: '「{name}」は複数あります（{kinds}）' },
  aKind: { en: 'a {kind}', ja: '{kind}' },
  sayWhich: { en: 'say which with --kind', ja: '--kind でどれかを指定してください' },
  none: {
    en: 'Cannot settle "{name}": no deal, file, purchase or message has this name',
    ja: '「{name}」という取引・ファイル・購入・メッセージはありません',
  },
  list: { en: 'kura settle --list lists what is open', ja: '確認が必要なものの一覧：kura settle --list' },
})

/** The open items by kind. The scopes are those of the calls under `--local`. */
const SERVICES = {
  deal: {
    scopes: ACCOUNTING_SCOPES,
    items: (send: Send, now: () => number) =>
      dealSource({ api: createClient(accountingContract, send), now, person: 'kura' }),
  },
  file: {
    scopes: ACCOUNTING_SCOPES,
    items: (send: Send, now: () => number) =>
      receiptSource({ api: createClient(accountingContract, send), now }),
  },
  purchase: {
    scopes: REGISTRAR_SCOPES,
    items: (send: Send) => purchaseSource({ client: createClient(registrarContract, send) }),
  },
  message: {
    scopes: CHAT_SCOPES,
    items: (send: Send) => messageSource({ client: createClient(chatContract, send) }),
  },
} as const satisfies Record<
  Kind,
  { readonly scopes: readonly Scope[]; items(send: Send, now: () => number): WaitingSource }
>

export function sourcesOf(
  kinds: readonly Kind[],
  { options, output }: { readonly options: CallOptions; readonly output: Output },
  context: CliContext,
): Promise<readonly ItemSource[]> {
  return Promise.all(
    kinds.map(async kind => {
      const { scopes, items } = SERVICES[kind]
      const send = noting(await operatorSend({ ...options, scopes }, context), output)
      return { kind, send, source: items(send, context.now) }
    }),
  )
}

/** Notes each variable with a person's token once, because the host ignores such a token. */
function noting(send: Send, output: Output): Send {
  const noted = new Set<string>()
  return async request => {
    const reply = await send(request)
    const { ignored = [] } = (reply ?? {}) as { readonly ignored?: readonly string[] }
    for (const line of ignored) if (!noted.has(line)) output.note(line)
    for (const line of ignored) noted.add(line)
    return reply
  }
}

/** A source that fails is noted, and is in `failed`. If there is only one source, its error is thrown instead. */
export async function openItems(
  sources: readonly ItemSource[],
  output: Output,
): Promise<{ readonly items: readonly OpenItem[]; readonly failed: readonly Kind[] }> {
  const items: OpenItem[] = []
  const failed: Kind[] = []
  for (const source of sources) {
    try {
      items.push(...(await source.source.open()).map(item => ({ ...source, item })))
    } catch (error) {
      if (!(error instanceof AppError) || ['usage', 'interrupted'].includes(error.code)) throw error
      if (sources.length === 1) throw error
      if (error.code === 'settings_missing') continue
      failed.push(source.kind)
      const kind = phrase(KIND_NAMES[source.kind])
      output.note(phrase(WORDS.leftOut, { kind, reason: failureOf(error) }))
    }
  }
  return { items, failed }
}

/** @throws AppError `not_found`; `usage` if items of several kinds have the name */
export async function namedItems(
  names: readonly string[],
  sources: readonly ItemSource[],
): Promise<readonly OpenItem[]> {
  const items: OpenItem[] = []
  for (const name of names) items.push(await namedItem(name, sources))
  return items
}

async function namedItem(name: string, sources: readonly ItemSource[]): Promise<OpenItem> {
  const found: OpenItem[] = []
  for (const source of sources) {
    const item = await source.source.find(name).catch((error: unknown) => {
      // the last two codes mean that the service is not set up, or that the key lacks its scope
      const mayBeElsewhere = hasCode(error, 'not_found', 'bad_request', 'settings_missing', 'scope_missing')
      if (sources.length === 1 || !mayBeElsewhere) throw error
      return undefined
    })
    if (item) found.push({ ...source, item })
  }
  const [item, other] = found
  if (item && !other) return item
  if (item) {
    const items = found.map(({ kind }) => phrase(WORDS.aKind, { kind: phrase(KIND_NAMES[kind]) }))
    throw phraseError('usage', phrase(WORDS.several, { name, kinds: { items, by: 'and' } }), {
      hint: phrase(WORDS.sayWhich),
    })
  }
  throw phraseError('not_found', phrase(WORDS.none, { name }), { hint: phrase(WORDS.list) })
}
