/** The pages for people: those in the project's own folder, and everything in `docs/`. */
import { readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'

export const PROJECT = resolve(import.meta.dirname, '../..')

/** Every page of `docs/`, relative to the project, sorted by name. */
export function manualPages(): string[] {
  return readdirSync(join(PROJECT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.md'))
    .map(name => join('docs', name))
    .sort()
}

/** The pages of the project's own folder. */
export function frontPages(): string[] {
  return readdirSync(PROJECT)
    .filter(name => name.endsWith('.md'))
    .sort()
}
