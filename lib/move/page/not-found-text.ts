import type { PageText } from '../facts/page-text.ts'

/** The letters beyond which only the title and the headings are searched. */
const SHORT = 200
const JAPANESE =
  /(?:ページ|記事|商品|コンテンツ|ファイル|お探し|指定|該当)[^。]{0,25}?(?:見つかりません|みつかりません|存在しません|存在しない|ございません)/
/** Matches a whole title, or one part of it between separators. */
const WHOLE = [
  /^(?:http )?(?:error )?404(?: error| \(?(?:page |file )?not found\)?|エラー| ?ページ.*)?$/i,
  /^(?:oops[,!. ]*|sorry[,!. ]*)?(?:(?:the|this|that|requested) )*(?:(?:page|file|content|url)(?: (?:requested|you (?:requested|are looking for)))? )?(?:(?:was |is |could )?not (?:be )?found|does not exist|doesn['’]t exist|can(?:not|['’]t) be found)$/i,
  /^見つかりません(?:でした)?$/,
]
const IN_TEXT =
  /見つかりません|みつかりません|\b(?:page|file|url|document|content)\b[^.]{0,40}\b(?:not (?:be )?found|can(?:not|['’]t) be found)\b/i

/** Returns the title, the heading or the text that says "not found" on a page that answers 200. */
export function notFoundPart({ title, headings, content }: PageText): string | undefined {
  const named = [title, ...headings].find(saysNotFound)
  if (named !== undefined) return named
  const text = content.length < 4 * SHORT ? content.replace(/\s+/g, ' ').trim() : ''
  if (text.length > SHORT) return undefined
  return JAPANESE.test(text) || IN_TEXT.test(text) ? text.slice(0, 60) : undefined
}

function saysNotFound(line: string): boolean {
  if (JAPANESE.test(line)) return true
  return line
    .split(/\s*(?:[|｜–—:：»·・]|\s-\s)\s*/)
    .some(part => WHOLE.some(pattern => pattern.test(part.replace(/[.!。！]+$/, '').trim())))
}
