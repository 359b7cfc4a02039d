/** Finds open items in the services. */
import { AppError, failureOf, hasCode } from '../../../core/errors.ts'
import { catalogue, phrase } from '../../../core/language/catalogue.ts'
import { phraseError } from '../../../core/language/phrase-error.ts'
import type { Phrase } from '../../../core/phrase.ts'
import type { CliContext } from '../../context.ts'
import type { CallOptions } from '../../operator/options.ts'
import type { Output } from '../../terminal/output.ts'
import { accountingApi } from '../accounting/call.ts'
import { chatClient } from '../chat/call.ts'
import { registrarClient } from '../registrar/client.ts'
import { dealSource } from './deals.ts'
import { fileSource } from './files.ts'
import { messageSource } from './messages.ts'
import { type ItemSource, KIND_NAMES, type Kind, type OpenItem } from './open-item.ts'
import { purchaseSource } from './purchases.ts'

const WORDS = catalogue('settle.sources', {
  leftOut: { en: 'each {kind} is left out: {reason}', ja: '{kind}は確認できませんでした：{reason}' },
  several: { en: 'Cannot choose "{name}": it names {kinds}', ja: '「{name}」は複数あります（{kinds}）' },
  aKind: { en: 'a {kind}', ja: '{kind}' },
  sayWhich: { en: 'say which with --kind', ja: '--kind でどれかを指定してください' },
  none: {
    en: 'Cannot settle "{name}": no deal, file, purchase or message has this name',
    ja: '「{name}」という取引・ファイル・購入・メッセージはありません',
  },
  list: {
    en: 'kura settle --list lists what is open',
    ja: '確認が必要なものの一覧：kura settle --list',
  },
})

/** Returns the sources of the open items of these kinds. */
export async function sourcesOf(
  kinds: readonly Kind[],
  { options, output }: { readonly options: CallOptions; readonly output: Output },
  context: CliContext,
): Promise<readonly ItemSource[]> {
  const { timezone } = context.config.locale()
  const { now } = context
  const makers: Readonly<Record<Kind, () => Promise<ItemSource>>> = {
    deal: async () => dealSource({ api: await accountingApi(options, context), timezone, now }),
    file: async () => fileSource({ api: await accountingApi(options, context), timezone, now }),
    purchase: async () => purchaseSource({ client: await registrarClient(options, context) }),
    message: async () =>
      messageSource({
        client: await chatClient(options, context),
        timezone,
        note: line => output.note(line),
      }),
  }
  return Promise.all(kinds.map(kind => makers[kind]()))
}

/** Whether the error only means that this service cannot be used here: it is not set up, or the key lacks its scope. */
function isElsewhere(error: unknown): boolean {
  return hasCode(error, 'settings_missing', 'scope_missing')
}

/**
 * Returns the open items of every source. If a source fails, a remark says so and `failed` names it. A service that is
 * not set up is skipped.
 */
export async function openItems(
  sources: readonly ItemSource[],
  output: Output,
): Promise<{ readonly items: readonly OpenItem[]; readonly failed: readonly Kind[] }> {
  const items: OpenItem[] = []
  const failed: Kind[] = []
  for (const source of sources) {
    try {
      items.push(...(await source.open()))
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

/**
 * Returns the item of this name.
 * @throws AppError `not_found`; `usage` if items of several kinds have the name
 */
export async function namedItem(name: string, sources: readonly ItemSource[]): Promise<OpenItem> {
  const found: OpenItem[] = []
  for (const source of sources) {
    const item = await source.find(name).catch((error: unknown) => {
      const isNone = hasCode(error, 'not_found', 'bad_request')
      if (sources.length === 1 || !(isNone || isElsewhere(error))) throw error
      return undefined
    })
    if (item) found.push(item)
  }
  const [item, other] = found
  if (item && !other) return item
  if (item)
    throw phraseError('usage', phrase(WORDS.several, { name, kinds: { items: kindsOf(found), by: 'and' } }), {
      hint: phrase(WORDS.sayWhich),
    })
  throw phraseError('not_found', phrase(WORDS.none, { name }), { hint: phrase(WORDS.list) })
}

function kindsOf(items: readonly OpenItem[]): Phrase[] {
  return items.map(({ kind }) => phrase(WORDS.aKind, { kind: phrase(KIND_NAMES[kind]) }))
}
