/** The commands of the Japanese manual run, as those of one company, and the manual stays short. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readMarkdown } from '../markdown.ts'
import { manualPages, PROJECT } from '../pages.ts'
import { describePages } from './describe-pages.ts'
import type { LocalProject } from './local-project.ts'
import { isRun, isShell } from './page-run.ts'

/** The largest number of words of all its pages. */
const WORDS = 3_000

/**
 * Prepares the company: a private copy of a repository that has new commits since, and the files that `kura setup`
 * makes.
 */
const PREPARED = `
git config --global user.name yamada
git config --global user.email yamada@kura.example
git config --global init.defaultBranch main
git config --global advice.detachedHead false
git config --global "url.file://$PWD/../.insteadOf" https://git.example/
git init --quiet
printf 'node_modules\\n/kura\\n' >> .git/info/exclude
git add --all && git commit --quiet --message 'the first version'
git clone --quiet --bare . ../kura.git
git init --quiet --bare ../private.git
git remote add upstream https://git.example/kura.git
git remote add origin https://git.example/private.git
git push --quiet --set-upstream origin main
git clone --quiet ../kura.git ../newer && cd ../newer
echo new > NEWS && git add NEWS && git commit --quiet --message 'a newer version' && git push --quiet
cd ../kura
mkdir -p lib/services/distribution/payload && cp -R sandbox/payload/. lib/services/distribution/payload
npx --no kura root init --spare
npx --no kura publish
git add --all && git commit --quiet --message 'the first release'
`

const { project, names } = describePages('in Japanese', async ({ shell }: LocalProject) => {
  const { status, output } = await shell(PREPARED)
  expect({ status, output }).toMatchObject({ status: 0 })
})

test.runIf(names.includes('docs/ja/care.md'))(
  'the page of a newer version brings it, and goes back',
  async () => {
    const { output } = await project().shell('git log --format=%s origin/main')
    expect(output).toMatch(/^Revert "Merge .*\n(?:.*\n)*a newer version\n/)
  },
)

/** Commands that need an account, or that another test runs, each with that test. */
const NOT_RUN = {
  'npm ci': 'the job before the tests',
  'npm test': 'these tests',
  'npx vercel link': 'an account at the host',
  'npx vercel deploy --prod': 'an account at the host',
  'npx --no kura setup': 'test/whole-way/whole-way.test.ts',
}

test('every other command of the manual in Japanese is run', () => {
  const commands = manualPages()
    .filter(name => name.startsWith('docs/ja/'))
    .flatMap(name => readMarkdown(readFileSync(join(PROJECT, name), 'utf8')).blocks)
    .filter(block => isShell(block) && !isRun(block))
    .flatMap(({ text }) => text.trim().split('\n'))
  expect([...new Set(commands)].toSorted()).toEqual(Object.keys(NOT_RUN).toSorted())
})

test(`the manual in Japanese has at most ${WORDS} words`, () => {
  const folder = join(PROJECT, 'docs/ja')
  const text = readdirSync(folder).map(name => readFileSync(join(folder, name), 'utf8'))
  const words = [...new Intl.Segmenter('ja', { granularity: 'word' }).segment(text.join('\n'))]
  expect(words.filter(({ isWordLike }) => isWordLike).length).toBeLessThanOrEqual(WORDS)
})
