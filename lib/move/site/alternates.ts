/**
 * The languages of pages (hreflang) among the pages of the new site: each target answers 200 and names the page back.
 * Pages are kept as numbers, so that large sites need little memory.
 */
import type { PageFacts } from '../facts/page-facts.ts'
import { type FaultOfAnswer, resolveOnPage } from '../page/findings.ts'
import { say } from '../phrase.ts'
import type { Finding } from '../verdicts.ts'

export interface AlternateRegister {
  /** A page that was read. `path` is the address under which it was requested. Returns its targets on the new host. */
  addPage(path: string, url: string, facts: PageFacts): string[]
  /** A target that shows the page at `url`, which is read elsewhere. */
  addEnd(path: string, url: string): void
  /** A target that has no page: why. */
  addFault(path: string, fault: Pick<FaultOfAnswer, 'verdict' | 'phrase'>): void
  findings(): Finding[]
}

interface Pair {
  readonly from: number
  readonly to: number
  readonly language: string
}

/** More than any site has pages. */
const SHIFT = 2 ** 26

export function createAlternateRegister({ newHost }: { newHost: string }): AlternateRegister {
  const numbers = new Map<string, number>()
  const pairs: Pair[] = []
  const named = new Set<number>()
  const read = new Set<number>()
  /** The page that is shown at an address which redirects. */
  const shown = new Map<number, number>()
  const faults = new Map<number, Pick<FaultOfAnswer, 'verdict' | 'phrase'>>()
  const numberOf = (path: string): number => {
    const number = numbers.get(path) ?? numbers.size
    numbers.set(path, number)
    return number
  }
  return {
    addPage(path, url, { alternates, base }) {
      const from = numberOf(pathOf(url))
      if (path !== pathOf(url)) shown.set(numberOf(path), from)
      if (read.has(from)) return []
      read.add(from)
      const targets: string[] = []
      for (const { href, language } of alternates) {
        const target = resolveOnPage(href, { base, url })
        if (target === undefined || new URL(target).hostname !== newHost) continue
        const to = numberOf(pathOf(target))
        if (to === from) continue
        if (!named.has(from * SHIFT + to)) pairs.push({ from, to, language })
        named.add(from * SHIFT + to)
        targets.push(target)
      }
      return targets
    },
    addEnd: (path, url) => void shown.set(numberOf(path), numberOf(pathOf(url))),
    addFault: (path, fault) => void faults.set(numberOf(path), fault),
    findings() {
      const paths = [...numbers.keys()]
      const address = (number: number) => `https://${newHost}${paths[number]}`
      return pairs.flatMap(({ from, to, language }): Finding[] => {
        const end = shown.get(to) ?? to
        const fault = faults.get(end)
        const [url, href] = [address(from), address(to)]
        if (fault) {
          const said = say('alternateFails', { language, href, reason: fault.phrase })
          return [{ point: 1, url, verdict: fault.verdict, ...said }]
        }
        const namedBack = named.has(end * SHIFT + from) || language.toLowerCase() === 'x-default'
        if (!read.has(end) || namedBack) return []
        return [{ point: 1, url, verdict: 'failed', ...say('alternateOneWay', { language, href }) }]
      })
    },
  }
}

function pathOf(url: string): string {
  const { pathname, search } = new URL(url)
  return `${pathname}${search}`
}
