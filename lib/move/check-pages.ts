/** Checks the pages, a sample first: its results decide which forms of the other addresses need no request. */
import type { Baseline } from './baseline/format.ts'
import { checkLinks, createRegisters, type LinkDeps, type Registers } from './check-links.ts'
import type { CheckDeps, CheckState } from './check-state.ts'
import type { PageBefore } from './page/before-move.ts'
import { type CheckedPage, checkPage } from './page/check-page.ts'
import { createLongerNames } from './page/cut-names.ts'
import { faultOfAnswer } from './page/findings.ts'
import type { FormSamples } from './page/form-samples.ts'
import type { PageTask } from './page/list.ts'
import { say } from './phrase.ts'
import { pageRecord } from './report/page-record.ts'
import { resultOf } from './site/check-site.ts'
import { MOVE_SITE } from './site/words.ts'
import { countPage } from './site-numbers.ts'
import { pathKey } from './visit/address-key.ts'
import { visitAll } from './visit-all.ts'

export interface PageRun {
  readonly state: CheckState
  readonly baseline: Baseline | undefined
  readonly samples: FormSamples
}

/** The workers for the sample. Some hosts get requests only for samples, so few connections to them are enough. */
const SAMPLE_WORKERS = 4

/** Checks every page of the lists, then every address of the site that pages name but no list contains. */
export async function checkPages(
  tasks: readonly PageTask[],
  { state, baseline, samples }: PageRun,
  deps: CheckDeps & LinkDeps,
): Promise<void> {
  const paths = new Set(tasks.map(({ path }) => pathKey(path)))
  const registers = createRegisters(state, key => paths.has(key))
  const { site, mostHops, workers } = state
  const before = (path: string) => baseline?.pages.get(pathKey(path))
  const options = {
    site,
    mostHops,
    samples,
    before,
    isTask: (path: string) => paths.has(pathKey(path)),
    longerName: createLongerNames(tasks),
  }
  const unlisted: string[] = []
  const work = async (task: PageTask): Promise<void> => {
    const checked = await checkPage(task, options, deps)
    notePage(task, checked, { state, registers, before: before(task.path) })
    if (task.old && !task.listed && checked.content?.page.html) unlisted.push(task.path)
    const record = pageRecord(checked, state.reporter)
    state.tally.add(record)
    for (const finding of record.findings) state.causes.add(finding)
    await deps.onPage?.(record)
    const done = state.tally.counts.checked
    deps.progress?.({ what: 'checking', done, total: tasks.length, unit: 'pages' })
  }
  for (const sampled of [true, false]) {
    const part = tasks.filter(({ path }) => samples.isSampled(path) === sampled)
    const most = sampled ? Math.min(workers, SAMPLE_WORKERS) : workers
    await visitAll(part, work, { workers: most, signal: deps.signal })
  }
  noteUnlisted(unlisted, state)
  await checkLinks(registers, { state, baseline }, deps)
  for (const finding of state.titles.findings()) state.siteFindings.push(resultOf(finding))
}

function notePage(
  { path }: PageTask,
  { content, trail, unseen }: CheckedPage,
  { state, registers, before }: { state: CheckState; registers: Registers; before: PageBefore | undefined },
): void {
  for (const host of unseen) {
    const known = state.unseen.get(host) ?? { count: 0, path }
    state.unseen.set(host, known)
    known.count += 1
  }
  const end = trail.hops.at(-1)
  if (trail.end === 'answered' && end?.status === 200) {
    if (content) registers.addPage(path, content.url, content.page)
    else registers.alternates.addEnd(path, end.url)
  } else registers.alternates.addFault(path, faultOfAnswer(end))
  if (!content) return
  countPage(state.numbers, content.page)
  state.titles.add(content.url, content.page.facts.text?.title ?? '', before?.text?.title ?? '')
  for (const [place, found] of content.page.strings) state.strings.add(place, content.url, found)
}

const EXAMPLES = 5

function noteUnlisted(paths: readonly string[], { notes }: CheckState): void {
  if (paths.length === 0) return
  notes.push(say(MOVE_SITE.noteUnlisted, { count: paths.length, names: paths.slice(0, EXAMPLES).join(', ') }))
}
