import { expect, test } from 'vitest'
import { say, speaker } from '../../../lib/move/phrase.ts'
import { table, trailDetails } from '../../../lib/move/report/html-parts.ts'

const reader = (language: 'en' | 'ja') => {
  const locale = { language, timezone: 'Asia/Tokyo' } as const
  return { locale, speak: speaker(locale) }
}

test('trailDetails() shows the response of each hop', () => {
  const trail = [
    { url: '/a', status: 308, location: '/b' },
    { url: '/b', status: 200 },
    { url: '/c', trouble: { verdict: 'unknown', ...say('timedOut') } as const },
  ]
  const spans = (language: 'en' | 'ja') =>
    [...trailDetails([trail], reader(language)).matchAll(/<span>(.*?)<\/span>/g)].map(match => match[1])
  expect(spans('en')).toEqual(['/a answers 308 to /b', '/b answers 200', '/c did not answer in time'])
  expect(spans('ja')).toEqual(['/a → 308で/bに転送', '/b → 200', '/c 制限時間内に応答がありませんでした'])
  expect(trailDetails([], reader('en'))).toBe('')
})

test('table() escapes its heads, marks numbers, and says if it is wide', () => {
  const narrow = table([{ name: '<a>' }, { name: 'b', numeric: true }], [['x', '1']])
  expect(narrow).toContain('<th scope="col">&lt;a&gt;</th><th scope="col" class="n">b</th>')
  expect(narrow).toContain('<td>x</td><td class="n">1</td>')
  expect(narrow).not.toContain('many')
  expect(table(Array(5).fill({ name: 'a' }), [])).toContain('<table class="many">')
})
