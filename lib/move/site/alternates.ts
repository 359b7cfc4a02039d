/** A target of a language link must answer 200 and, except for `x-default`, link back. Numbers of pages save memory. */
import type { PageFacts } from '../facts/page-facts.ts'
import { type FaultOfAnswer, resolveOnPage } from '../page/findings.ts'
import { MOVE_PAGE } from '../page/words.ts'
import { say } from '../phrase.ts'
import type { Finding } from '../verdicts.ts'
import { addressKey, hostKey, pathKey } from '../visit/address-key.ts'

export interface AlternateRegister {
  /** Adds the page at `url`, where redirects from `path` ended. Returns its new targets; none for a known page. */
  addPage(path: string, url: string, facts: PageFacts): string[]
  /** Adds the end of the redirects from `path`; the page there is read elsewhere. */
  addEnd(path: string, url: string): void
  /** Adds the reason why there is no page at a target. */
  addFault(path: string, fault: Pick<FaultOfAnswer, 'verdict' | 'phrase'>): void
  findings(): Finding[]
}

interface Pair {
  readonly from: number
  readonly to: number
  readonly language: string
}

/** The factor by which two page numbers fit into one number: no site has as many pages. */
const SHIFT = 2 ** 26

export function createAlternateRegister({ newHost }: { newHost: string }): AlternateRegister {
  const numbers = new Map<string, number>()
  /** The path of each number, in its first spelling. */
  const paths: string[] = []
  const pairs: Pair[] = []
  const named = new Set<number>()
  const read = new Set<number>()
  /** The page where the redirects end, for an address that redirects. */
  const shown = new Map<number, number>()
  const faults = new Map<number, Pick<FaultOfAnswer, 'verdict' | 'phrase'>>()
  const numberOf = (path: string): number => {
    const key = pathKey(path)
    const number = numbers.get(key) ?? numbers.size
    if (number === paths.length) paths.push(path)
    numbers.set(key, number)
    return number
  }
  const addPair = (pair: Pair): void => {
    if (pair.to === pair.from || named.has(pair.from * SHIFT + pair.to)) return
    pairs.push(pair)
    named.add(pair.from * SHIFT + pair.to)
  }
  return {
    addPage(path, url, facts) {
      const from = numberOf(pathOf(url))
      if (numberOf(path) !== from) shown.set(numberOf(path), from)
      if (read.has(from)) return []
      read.add(from)
      const targets = targetsOf(url, facts, newHost)
      for (const { target, language } of targets) addPair({ from, to: numberOf(pathOf(target)), language })
      return targets.map(({ target }) => target)
    },
    addEnd: (path, url) => void shown.set(numberOf(path), numberOf(pathOf(url))),
    addFault: (path, fault) => void faults.set(numberOf(path), fault),
    findings() {
      const endOf = (number: number) => shown.get(number) ?? number
      const answered = new Set(pairs.map(({ from, to }) => from * SHIFT + endOf(to)))
      const address = (number: number) => `https://${newHost}${paths[number]}`
      return pairs.flatMap(({ from, to, language }): Finding[] => {
        const end = endOf(to)
        const fault = faults.get(end)
        const [url, href] = [address(from), address(to)]
        if (fault) {
          const said = say(MOVE_PAGE.alternateFails, { language, href, reason: fault.phrase })
          return [{ point: 1, url, verdict: fault.verdict, ...said }]
        }
        const namedBack = answered.has(end * SHIFT + from) || language.toLowerCase() === 'x-default'
        if (!read.has(end) || namedBack) return []
        return [{ point: 1, url, verdict: 'failed', ...say(MOVE_PAGE.alternateOneWay, { language, href }) }]
      })
    },
  }
}

function targetsOf(url: string, { alternates, base }: PageFacts, newHost: string) {
  return alternates.flatMap(({ href, language }) => {
    const target = resolveOnPage(href, { base, url })
    return target !== undefined &&
      addressKey(target) !== addressKey(url) &&
      hostKey(new URL(target).hostname) === newHost
      ? [{ target, language }]
      : []
  })
}

function pathOf(url: string): string {
  const { pathname, search } = new URL(url)
  return `${pathname}${search}`
}
