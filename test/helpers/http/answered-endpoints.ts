/**
 * Records which endpoints have given an answer in this run of the tests. The answers of an endpoint that no test calls
 * are compared with no description.
 */
import { appendFileSync, existsSync, readFileSync } from 'node:fs'

/** The environment variable that names the file of this run. */
export const ANSWERED = 'KURA_TEST_ANSWERED'

const noted = new Set<string>()

/** Records an answer that is not an error. */
export function noteAnswer(method: string, path: string): void {
  const file = process.env[ANSWERED]
  const line = `${method} ${path}\n`
  if (file === undefined || noted.has(line)) return
  noted.add(line)
  appendFileSync(file, line)
}

/** Returns the calls in the file of this run. */
export function notedAnswers(): string[] {
  const file = process.env[ANSWERED] ?? ''
  return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []
}

interface Described {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

/**
 * Returns the endpoints, such as `GET /api/a/{b}`, that none of the `calls` reached. If several paths match a call, the
 * one with the fewest parameters counts.
 */
export function unanswered({ paths }: Described, calls: readonly string[]): string[] {
  const parameters = (name: string) => name.split('{').length
  const endpoints = Object.entries(paths)
    .flatMap(([path, methods]) => Object.keys(methods).map(method => `${method.toUpperCase()} ${path}`))
    .sort((one, other) => parameters(one) - parameters(other))
    .map(name => ({ name, pattern: new RegExp(`^${name.replace(/\{\w+\}/g, '[^/]+')}$`) }))
  const answered = new Set(calls.map(call => endpoints.find(({ pattern }) => pattern.test(call))?.name))
  return endpoints.map(({ name }) => name).filter(name => !answered.has(name))
}
