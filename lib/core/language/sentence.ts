/**
 * Sentences that kura stores, logs and answers in English and that people read in the company's language: why something
 * was flagged or refused, or is not known. The English text is the key, as in gettext, so records and answers keep their
 * form, and a text that a device of another version sent is found by its words too.
 */

type HolesOf<Text extends string> = Text extends `${string}{${infer Hole}}${infer Rest}`
  ? Hole | HolesOf<Rest>
  : never

/** A sentence in both languages; `{name}` stands for a value. */
export interface Sentence<En extends string = string> {
  readonly en: En
  readonly ja: string
}

/** A sentence and its translation, which has no hole of its own. */
export function sentence<const En extends string, const Ja extends string>(
  en: En,
  ja: HolesOf<Ja> extends HolesOf<En> ? Ja : never,
): Sentence<En> {
  return { en, ja }
}

type Values<En extends string> =
  HolesOf<En> extends never ? [] : [values: Readonly<Record<HolesOf<En>, string | number>>]

/** The English text, as it is stored, logged and answered. */
export function english<En extends string>({ en }: Sentence<En>, ...values: Values<En>): string {
  return filled(en, values[0] ?? {})
}

function filled(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (_, hole: string) => String(values[hole] ?? ''))
}

/** Between several reasons in one text. */
const SEPARATOR = '; '

/** The hole of a value that is a sentence itself, or somebody else's words; that of a remote of kura, and of a time span. */
const REASON = 'reason'
const REMOTE = 'remote'
const SPAN = 'span'

/** Says English texts in Japanese; a text of none of the `sentences` is somebody else's, and is quoted as it is. */
export function japaneseOf(sentences: readonly Sentence[]): (text: string) => string {
  const patterns = sentences
    .map(({ en, ja }) => ({ pattern: patternOf(en), ja, literal: en.replaceAll(/\{\w+\}/g, '').length }))
    .sort((one, other) => other.literal - one.literal)
  const known = (text: string): string | undefined => {
    for (const { pattern, ja } of patterns) {
      const match = pattern.exec(text)
      if (!match) continue
      const values = Object.entries(match.groups ?? {}).map(([hole, value]) => [hole, spoken(hole, value)])
      return filled(ja, Object.fromEntries(values))
    }
    return undefined
  }
  const spoken = (hole: string, value: string): string => {
    if (hole === REASON) return said(value)
    if (hole === SPAN) return japaneseSpan(value)
    return hole === REMOTE ? (known(value) ?? value) : value
  }
  const said = (text: string): string => {
    const parts = text.split(SEPARATOR)
    const each = parts.map(known)
    if (each.every(part => part !== undefined)) return each.join('、')
    return known(text) ?? parts.map((part, at) => each[at] ?? quoted(part)).join('、')
  }
  return said
}

/** A span as the device writes it: `2 h 5 min`. */
function japaneseSpan(span: string): string {
  return span.replaceAll(/(\d+) h ?/g, '$1時間').replaceAll(/(\d+) min/g, '$1分')
}

function patternOf(en: string): RegExp {
  const source = en
    .split(/\{(\w+)\}/)
    .map((part, index) =>
      index % 2 === 0 ? part.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&') : `(?<${part}>[\\s\\S]+?)`,
    )
    .join('')
  return new RegExp(`^${source}$`)
}

function quoted(text: string): string {
  return `「${text}」`
}
