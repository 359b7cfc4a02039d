/**
 * Runs the commands of pages in a copy of the project, in the order of their page. The pages are spread over three test
 * files, so that several workers run them.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, test } from 'vitest'
import { drawn } from '../../helpers/run/sampled.ts'
import { readMarkdown } from '../markdown.ts'
import { manualPages, PROJECT } from '../pages.ts'
import { type LocalProject, startLocalProject } from './local-project.ts'
import { isRun, isShell, runPage } from './page-run.ts'

/** Milliseconds for a page on a machine that is busy with other tests. */
const PATIENCE = 180_000
/** Pages that need the outcome of another page, or sync the same device: the two run one after the other, as one test. */
const REQUIRED: Readonly<Record<string, string>> = {
  'examples/README.md': 'README.md',
  'docs/receipts.md': 'docs/deals.md',
  'docs/ja/care.md': 'docs/ja/first-day.md',
  'docs/ja/daily.md': 'docs/ja/first-day.md',
  'docs/ja/people.md': 'docs/ja/first-day.md',
}
const OF_SERVICES = ['docs/accounting.md', 'docs/deals.md', 'docs/registrar.md', 'docs/receipts.md']

const read = (name: string) => readFileSync(join(PROJECT, name), 'utf8')
const { scripts } = JSON.parse(read('package.json'))
const pages = ['README.md', 'examples/README.md', ...manualPages()]
  .map(name => ({ name, ...readMarkdown(read(name)) }))
  .filter(({ blocks }) => blocks.some(block => isShell(block) && isRun(block)))

type Part = 'of services' | 'others' | 'in Japanese'

function partOf(name: string): Part {
  if (name.startsWith('docs/ja/')) return 'in Japanese'
  return OF_SERVICES.includes(name) ? 'of services' : 'others'
}

/**
 * Defines the tests of the pages of `part`, after `prepare`; call it at the top of a test file. Returns the pages that
 * run, and the project while they run.
 */
export function describePages(
  part: Part,
  prepare: (project: LocalProject) => Promise<unknown> = async () => undefined,
): { readonly project: () => LocalProject; readonly names: readonly string[] } {
  let project: LocalProject
  beforeAll(async () => {
    project = await startLocalProject({}, undefined, part === 'in Japanese' ? 'ja' : 'en')
    await prepare(project)
  }, PATIENCE)
  afterAll(() => project?.stop())
  const rows = pages
    .filter(({ name }) => partOf(name) === part)
    .filter(({ name }) => !REQUIRED[name])
    .map(page => [
      page,
      ...drawn(
        pages.filter(({ name }) => REQUIRED[name] === page.name),
        1,
      ),
    ])
    .map(chain => ({ names: chain.map(({ name }) => name).join(', then '), chain }))
  // the commands of the other parts take longer
  const run = drawn(rows, part === 'others' ? 2 : 1)
  test.concurrent.each(run)(
    '$names',
    async ({ chain }) => {
      for (const { blocks } of chain) await runPage(blocks, project, scripts)
    },
    PATIENCE,
  )
  return { project: () => project, names: run.flatMap(({ chain }) => chain.map(({ name }) => name)) }
}
