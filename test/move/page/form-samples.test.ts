import { describe, expect, test } from 'vitest'
import { createFormSamples, groupOfPath, ruleOf, sampleSize } from '../../../lib/move/page/form-samples.ts'
import { urlVariants } from '../../../lib/move/page/url-variants.ts'

const SITE = { oldHosts: ['old.example', 'www.old.example'], newHost: 'new.example' }
const OPTIONS = { everyForm: false, firstOrigin: 'https://old.example' }
const RULE = '308 https://new.example{path}'
const PATHS = Array.from({ length: 100 }, (_, at) => `/news/${at}/`)
const tasks = (paths: readonly string[]) => paths.map(path => ({ path, old: true, listed: true }))
const variantsOf = (path: string) => urlVariants(path, SITE)

describe('groupOfPath()', () => {
  const rows = [
    ['/', '/'],
    ['/?q=1', '/?…'],
    ['/about/', '/…/'],
    ['/about', '/…'],
    ['/a.html', '/….html'],
    ['/news/2024/a/', '/news/…/'],
    ['/news/a.html?q=1', '/news/….html?…'],
  ]
  test.each(rows)('%s is in %s', (path, want) => expect(groupOfPath(path ?? '')).toBe(want))
})

test.each([
  [1, 2],
  [16, 2],
  [100, 5],
  [5000, 36],
])('of %d pages %d are samples', (pages, want) => expect(sampleSize(pages)).toBe(want))

describe('ruleOf()', () => {
  const target = 'https://new.example/a?q=1'
  const rows = [
    { hop: { url: '', status: 308, location: target }, want: RULE },
    {
      hop: { url: '', status: 301, location: 'https://old.example/a?q=1' },
      want: '301 https://old.example{path}',
    },
    { hop: { url: '', status: 308, location: 'https://new.example/a' }, want: '308 https://new.example/a' },
    { hop: { url: '', status: 404 }, want: '404' },
    { hop: { url: '' }, want: 'no answer' },
  ]
  test.each(rows)('$want', ({ hop, want }) => expect(ruleOf(hop, target)).toBe(want))
})

/**
 * Checks each page with the number of faults that `faultsOf` returns; returns the forms of each page that were
 * requested.
 */
function run(paths: readonly string[], faultsOf: (url: string) => number, rule: (path: string) => string) {
  const samples = createFormSamples(tasks(paths), OPTIONS)
  const requested = new Map<string, string[]>()
  const ordered = [...paths].sort((a, b) => Number(samples.isSampled(b)) - Number(samples.isSampled(a)))
  for (const path of ordered) {
    const page = { path, rule: rule(path) }
    for (const variant of variantsOf(path)) {
      if (!samples.needs(variant, page)) continue
      samples.note(variant, page, faultsOf(variant.url))
      requested.set(path, [...(requested.get(path) ?? []), variant.url])
    }
  }
  return { samples, requested }
}

describe('createFormSamples()', () => {
  test('requests a sample of each group in every form, and the others as listed and with a query', () => {
    const { samples, requested } = run(
      PATHS,
      () => 0,
      () => RULE,
    )
    const counts = [...requested.values()].map(urls => urls.length)
    expect(counts.filter(count => count === 12)).toHaveLength(5)
    expect(counts.filter(count => count === 2)).toHaveLength(95)
    expect(requested.get('/news/1/')).toEqual([
      'https://old.example/news/1/',
      'https://old.example/news/1/?kura-move-check=1',
    ])
    expect(samples.rows()).toContainEqual({
      rule: RULE,
      paths: '/news/…/',
      form: 'http://www.old.example, other slash',
      addresses: 100,
      requested: 5,
      faulty: 0,
    })
  })

  test('requests a form of every page if one of the samples has a finding', () => {
    const faults = (url: string) => (url === 'http://old.example/news/0/' ? 1 : 0)
    const { samples } = run(PATHS, faults, () => RULE)
    const row = (form: string) => samples.rows().find(candidate => candidate.form === form)
    expect(row('http://old.example, as listed')).toMatchObject({ requested: 100, faulty: 1 })
    expect(row('http://old.example, other slash')).toMatchObject({ requested: 5, faulty: 0 })
  })

  test('a page that meets another rule is no sample for the others, nor they for it', () => {
    const { requested } = run(
      PATHS,
      () => 0,
      path => (path === '/news/1/' ? '302 https://new.example{path}' : RULE),
    )
    expect(requested.get('/news/1/')).toHaveLength(12)
    expect(requested.get('/news/2/')).toHaveLength(2)
  })

  test('each folder has its own samples', () => {
    const { requested } = run(
      [...PATHS, '/shop/a', '/shop/b', '/shop/c'],
      () => 0,
      () => RULE,
    )
    expect(requested.get('/shop/a')).toHaveLength(12)
    expect(requested.get('/shop/b')).toHaveLength(2)
    expect(requested.get('/shop/c')).toHaveLength(12)
  })

  test('every form of every page if that is asked for', () => {
    const samples = createFormSamples(tasks(PATHS), { ...OPTIONS, everyForm: true })
    const needed = PATHS.flatMap(path =>
      variantsOf(path).filter(variant => samples.needs(variant, { path, rule: RULE })),
    )
    expect(needed).toHaveLength(1200)
  })
})
