/** All pages of the console that links lead to, so that what holds of each page holds of new pages too. */
import type { servedConsole } from './pages/to-do/world.ts'

/** Returns the pages that links lead to, by their addresses, from the list of open items on; at most `most`. */
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
