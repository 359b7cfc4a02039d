import { describe, expect, test } from 'vitest'
import { textOf } from '../../lib/core/language/text.ts'
import { say, speaker } from '../../lib/move/phrase.ts'

const JA = { language: 'ja', timezone: 'Asia/Tokyo' } as const

describe('say()', () => {
  const rows = [
    {
      said: say('answers', { status: 404 }),
      en: 'answers 404, expected 200',
      ja: '404を返しています（正しくは200）',
    },
    {
      said: say('redirectsToWhich', { href: 'https://new.example/', reason: say('timedOut').phrase }),
      en: 'redirects to https://new.example/, which did not answer in time',
      ja: 'https://new.example/に転送されますが、その先は制限時間内に応答がありませんでした',
    },
    {
      said: say('holdsOldDomain', {
        count: 3,
        place: say('links').phrase,
        forms: [say('raw').phrase, say('escaped').phrase],
        below: '',
      }),
      en: 'holds the old domain 3 times in links (raw, escaped)',
      ja: '旧ドメインが3か所に残っています（場所：リンク、形式：そのまま、エスケープ）',
    },
  ]
  test.each(rows)('$en', ({ said, en, ja }) => {
    expect(said.message).toBe(en)
    expect(textOf(said.phrase, JA)).toBe(ja)
    expect(textOf(JSON.parse(JSON.stringify(said.phrase)), JA)).toBe(ja)
  })
})

test('speaker() says times in the time zone of the company', () => {
  const at = Date.parse('2026-11-22T15:30:00Z')
  expect(speaker(JA)('hostWaits', { at, until: '' })).toContain('2026年11月23日 0:30')
})
