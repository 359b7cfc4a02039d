/** Finds all pages of the console by following links, so that tests of every page include new pages. */
import type { servedConsole } from '../pages/to-do/world.ts'

/** Returns at most `most` pages by their addresses, following links from the list of open items. */
export async function crawl(
  { open }: Pick<Awaited<ReturnType<typeof servedConsole>>, 'open'>,
  most = 80,
): Promise<Map<string, string>> {
  const pages = new Map<string, string>()
  const next = ['/console']
  for (let path = next.shift(); path !== undefined && pages.size < most; path = next.shift()) {
    if (pages.has(path)) continue
    const { text } = await open(path)
    pages.set(path, text)
    const links = [...text.matchAll(/href="(\/console[^"]*)"/g)].map(([, link = '']) => link)
    next.push(...links.map(link => link.replaceAll('&amp;', '&')).filter(link => !link.includes('/file?')))
  }
  return pages
}
