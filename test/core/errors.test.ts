import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { AppError, type ErrorCode, restate } from '../../lib/core/errors.ts'

const ROOT = resolve(import.meta.dirname, '../..')

const failure = new AppError('remote_refused', 'Cannot delete: it is in use', {
  hint: 'stop its use first',
  status: 400,
  details: { step: 'delete', id: 7 },
  cause: new Error('the reply'),
})

test.each([
  { name: 'nothing', words: {}, want: {} },
  { name: 'a message', words: { message: 'Cannot remove it' }, want: { message: 'Cannot remove it' } },
  { name: 'a hint', words: { hint: 'look' }, want: { hint: 'look' } },
  {
    name: 'details',
    words: { details: { id: 8, part: 1 } },
    want: { details: { step: 'delete', id: 8, part: 1 } },
  },
])('restate() changes $name and keeps the rest', ({ words, want }) => {
  const { code, message, hint, status, details } = failure
  const said = restate(failure, words)
  expect(said).toMatchObject({ code, message, hint, status, details, cause: failure, ...want })
})

/** Codes whose message alone says what to do. */
const MAY_LACK_HINT: Readonly<Partial<Record<ErrorCode, string>>> = {
  usage: 'the message says what was expected',
  bad_request: 'the message says what was expected',
  body_too_large: 'the message names the limit',
  not_found: 'the message names what was looked for',
  method_not_allowed: 'the message names the methods',
  interrupted: 'the person did it',
  internal: 'the log has the cause',
  content_mismatch: 'the device fetches the whole content then',
  store_unavailable: 'whoever calls goes on without the store',
  remote_answer: 'only a change of a program can help',
  remote_silent: 'only the owner of the act knows what it means',
  remote_refused: "the remote's own words say why",
  remote_unreachable: 'the message says when kura tries again',
}

test('an error names the next step, unless its code may lack a hint', () => {
  const lacking = constructions().filter(
    ({ code, text }) => !(code in MAY_LACK_HINT) && !text.includes('hint'),
  )
  expect(lacking).toEqual([])
})

/** Returns every `new AppError('code', …)` in lib, with the text of its arguments. */
function constructions() {
  return globSync('lib/**/*.ts', { cwd: ROOT }).flatMap(file => {
    const source = readFileSync(resolve(ROOT, file), 'utf8')
    return [...source.matchAll(/new AppError\(\s*'(?<code>\w+)'/g)].map(({ index, groups }) => ({
      file,
      code: groups?.['code'] ?? '',
      text: argumentsAt(source, source.indexOf('(', index)),
    }))
  })
}

/** The text from the opening bracket at `start` to the one that closes it. */
function argumentsAt(source: string, start: number): string {
  let depth = 0
  for (let at = start; at < source.length; at++) {
    depth += '([{'.includes(source.charAt(at)) ? 1 : ')]}'.includes(source.charAt(at)) ? -1 : 0
    if (depth === 0) return source.slice(start, at + 1)
  }
  return source.slice(start)
}
