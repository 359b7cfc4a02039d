/** Checks the links of the pages. A dead link is one finding, with the pages that contain it. */
import type { Baseline } from './baseline/format.ts'
import type { CheckDeps, CheckState } from './check-state.ts'
import type { PageDeps } from './page/check-page.ts'
import { fileFindings, type PageContent, stringFaults } from './page/findings.ts'
import { MOVE_PAGE } from './page/words.ts'
import { say } from './phrase.ts'
import { type AlternateRegister, createAlternateRegister } from './site/alternates.ts'
import { resultOf } from './site/check-site.ts'
import { createLinkRegister, type LinkRegister } from './site/link-register.ts'
import { type VisitedTarget, visitTarget } from './site/visit-target.ts'
import { MOVE_SITE } from './site/words.ts'
import { countPage } from './site-numbers.ts'
import type { Finding } from './verdicts.ts'
import { pathKey } from './visit/address-key.ts'
import { visitAll } from './visit-all.ts'

export type LinkDeps = PageDeps & Pick<CheckDeps, 'signal'>

export interface Registers {
  readonly links: LinkRegister
  readonly alternates: AlternateRegister
  /** Adds the page that was requested at `path`; its redirects ended at `url`. */
  addPage(path: string, url: string, content: PageContent): void
}

export function createRegisters(
  { site, mostPages }: CheckState,
  isKnown: (key: string) => boolean,
): Registers {
  const { newHost, newAlias } = site
  const hosts = new Set(newAlias === undefined ? [newHost] : [newHost, newAlias])
  const links = createLinkRegister({ hosts, isKnown, most: mostPages })
  const alternates = createAlternateRegister({ newHost })
  return {
    links,
    alternates,
    addPage(path, url, { facts }) {
      const targets = alternates.addPage(path, url, facts)
      links.add({ url, base: facts.base, links: facts.links })
      links.add({ url, base: undefined, links: targets.map(target => [target, 'page']) })
    },
  }
}

interface LinkRun {
  readonly state: CheckState
  readonly baseline: Baseline | undefined
}

export async function checkLinks(registers: Registers, run: LinkRun, deps: LinkDeps): Promise<void> {
  const { state } = run
  const { newHost } = state.site
  const options = { origin: `https://${newHost}`, hosts: new Set([newHost]) }
  for (let open = registers.links.take(); open.length > 0; open = registers.links.take()) {
    await visitAll(
      open,
      async target => noteTarget(await visitTarget(target, options, deps), registers, run),
      { workers: state.workers, signal: deps.signal },
    )
  }
  for (const finding of registers.alternates.findings()) state.siteFindings.push(resultOf(finding))
  const leftOut = registers.links.leftOut()
  if (leftOut > 0) state.notes.push(say(MOVE_SITE.noteLinksLeftOut, { count: leftOut }))
}

function noteTarget(visited: VisitedTarget, registers: Registers, { state, baseline }: LinkRun): void {
  const { target, content, url, wrong, trail } = visited
  const add = (finding: Finding) => state.siteFindings.push(resultOf(finding, trail.hops))
  registers.links.add(visited.links)
  if (target.kind === 'style' || target.kind === 'script') state.files.add(target.path)
  noteFault(visited, registers, { state, baseline })
  if (wrong) add({ point: 1, url, verdict: 'failed', ...wrong })
  if (!content) return
  registers.alternates.addPage(target.path, url, content.facts)
  countPage(state.numbers, content)
  for (const [place, found] of content.strings) state.strings.add(place, url, found)
  for (const said of stringFaults(content)) add({ point: 1, url, verdict: 'failed', ...said })
  const before = baseline?.files.get(pathKey(target.path))
  for (const finding of fileFindings(content, url, { before, isCompared: baseline !== undefined }))
    add(finding)
}

function noteFault(
  { target, fault, trail, ...visited }: VisitedTarget,
  registers: Registers,
  { state, baseline }: LinkRun,
): void {
  // no fault if a script names the address: perhaps the script merely sends data there
  if (!fault || (target.kind === 'data' && !baseline?.files.has(pathKey(target.path)))) return
  registers.alternates.addFault(target.path, fault)
  const finding = linkFinding({ target, fault, trail, ...visited }, baseline)
  state.siteFindings.push(resultOf(finding, trail.hops))
  if (fault.verdict === 'failed') state.numbers.deadLinks += 1
}

/** The finding about a dead link; a link that was dead before the move too is not a fault of the move. */
function linkFinding({ target, trail, fault }: VisitedTarget, baseline: Baseline | undefined): Finding {
  const [page = '', ...more] = target.from
  const values = { page, more: Math.max(target.documents - 1, more.length), reason: fault?.phrase ?? '' }
  const url = trail.hops[0]?.url ?? target.path
  if (fault?.verdict === 'unknown') {
    return { point: 1, url, verdict: 'unknown', ...say(MOVE_PAGE.linkUnknown, values) }
  }
  const before = baseline?.isDead(target.path) ?? false
  const message = before ? MOVE_PAGE.deadLinkBefore : MOVE_PAGE.deadLink
  return { point: 1, url, verdict: before ? 'warning' : 'failed', ...say(message, values) }
}
