/** Finds titles that several pages share since the move, although each had its own title before. */
import { MOVE_PAGE } from '../page/words.ts'
import { say } from '../phrase.ts'
import type { Finding } from '../verdicts.ts'

export interface TitleRegister {
  add(url: string, title: string, before: string): void
  /** Returns one finding for each title. */
  findings(): Finding[]
}

/** The minimum number of pages with the same title. */
const LEAST = 3

export function createTitleRegister(): TitleRegister {
  const titles = new Map<string, { readonly url: string; readonly before: Set<string> }>()
  return {
    add(url, title, before) {
      if (title === '' || before === '' || title === before) return
      const known = titles.get(title) ?? { url, before: new Set<string>() }
      titles.set(title, known)
      known.before.add(before)
    },
    findings: () =>
      [...titles].flatMap(([found, { url, before }]): Finding[] => {
        if (before.size < LEAST) return []
        const [first = ''] = before
        const said = say(MOVE_PAGE.sharedTitle, { found, before: first, count: before.size - 1 })
        return [{ point: 1, url, verdict: 'failed', ...said }]
      }),
  }
}
