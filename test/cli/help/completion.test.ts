/** The completion scripts, each in its own shell, with the real command that they call. */
import { execFile, execFileSync } from 'node:child_process'
import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const LAUNCHER = resolve(import.meta.dirname, '../../../bin/kura.js')

let dir: string
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'kura-completion-'))
  await symlink(LAUNCHER, join(dir, 'kura'))
})
afterAll(() => rm(dir, { recursive: true, force: true }))

/** Runs a program with `kura` on its path, and returns the lines that it prints. */
function linesOf(file: string, words: readonly string[]): Promise<string[]> {
  const env = { PATH: `${dir}:${process.env['PATH']}` }
  return new Promise((done, failed) =>
    execFile(file, words, { cwd: dir, env }, (error, stdout) =>
      error ? failed(error) : done(stdout.split('\n').slice(0, -1)),
    ),
  )
}

describe('the words that are offered for', () => {
  test.each([
    ['a command', ['acc'], ['accounting']],
    ['a subcommand', ['accounting', 'fi'], ['first-deal']],
    ['a choice of an argument', ['accounting', 'list', 'wa'], ['walletables']],
    ['an option', ['notices', '--j'], ['--json']],
    ['a choice of an option', ['enrol', 'pc-1', '--with-node', 'mac'], ['macos-arm64', 'macos-x64']],
    ['nothing', ['devices', 'x'], []],
  ])('%s', async (_name, words, expected) => {
    expect(await linesOf('kura', ['completion', 'words', '--', ...words])).toEqual(expected)
  })
})

/**
 * The shells. `ask` prints the completions of the script for `words`; without any, the shell itself completes file
 * names.
 */
const SHELLS = [
  {
    shell: 'bash',
    ask: (words: readonly string[]) =>
      `COMP_WORDS=(${quoted(words)}) COMP_CWORD=${words.length - 1}; _kura; (( \${#COMPREPLY[@]} == 0 )) || printf '%s\\n' "\${COMPREPLY[@]}"`,
  },
  {
    shell: 'zsh',
    ask: (words: readonly string[]) => `
      _files() { }
      compadd() { local name=$2; (( \${#\${(P)name}} )) && print -rl -- "\${(@P)name}" }
      words=(${quoted(words)}) CURRENT=${words.length}; _kura`,
  },
]

function quoted(words: readonly string[]): string {
  return words.map(word => `'${word}'`).join(' ')
}

function isInstalled(shell: string): boolean {
  try {
    execFileSync(shell, ['-c', 'exit 0'])
    return true
  } catch {
    return false
  }
}

for (const { shell, ask } of SHELLS) {
  describe.skipIf(!isInstalled(shell))(`the script for ${shell}`, () => {
    test.each([
      ['a subcommand', ['accounting', 'fi'], ['first-deal']],
      ['a word that is not begun', ['completion', ''], ['bash', 'zsh', 'help']],
      ['an option', ['notices', '--js'], ['--json']],
      ['nothing', ['key', 'revoke', 'x'], []],
    ])('completes %s', async (_name, words, expected) => {
      const script = (await linesOf('kura', ['completion', shell])).join('\n')
      // zsh defines `compdef` only together with its completion system, which needs a terminal
      const asked = `compdef() { :; }\n${script}\n${ask(['kura', ...words])}`
      expect(await linesOf(shell, ['-c', asked])).toEqual(expected)
    })
  })
}
