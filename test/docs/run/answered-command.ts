/**
 * Runs a kura command and answers its questions: `answered-command.ts ANSWERS WORD…`, with ANSWERS as a JSON list. It
 * runs in the current folder like `kura WORD…`; a question without an answer ends it with status 1.
 */

import { withDevelopmentSettings } from '../../../lib/cli/development.ts'
import { createProgram } from '../../../lib/cli/program.ts'
import { createOutput } from '../../../lib/cli/terminal/output.ts'
import { readConfig } from '../../../lib/core/config/config.ts'

const [, , list = '[]', ...words] = process.argv
const answers: string[] = JSON.parse(list)
const cwd = process.cwd()
const { env, development } = withDevelopmentSettings(process.env, cwd)

const program = await createProgram({
  env,
  given: process.env,
  config: readConfig(env),
  development,
  cwd,
  now: Date.now,
  signal: new AbortController().signal,
  output: ({ json = false }) => createOutput({ out: process.stdout, err: process.stderr, json }),
  ask(question) {
    const answer = answers.shift()
    console.error(`${question}${answer ?? ''}`)
    return answer === undefined ? Promise.reject(new Error('no answer is left')) : Promise.resolve(answer)
  },
  exit(status) {
    process.exitCode = status
  },
})
await program.parseAsync(words, { from: 'user' })
