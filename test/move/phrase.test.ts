import { describe, expect, test } from 'vitest'
import { phrase } from '../../lib/core/language/catalogue.ts'
import { textOf } from '../../lib/core/language/text.ts'
import { MOVE_PLACES } from '../../lib/move/facts/words.ts'
import { MOVE_REDIRECTS } from '../../lib/move/page/redirect-words.ts'
import { MOVE_PAGE } from '../../lib/move/page/words.ts'
import { say } from '../../lib/move/phrase.ts'
import { MOVE_VISIT } from '../../lib/move/visit/words.ts'

const JA = { language: 'ja', timezone: 'Asia/Tokyo' } as const

describe('say()', () => {
  const rows = [
    {
      said: say(MOVE_VISIT.answers, { status: 404 }),
      en: 'answers 404, expected 200',
      ja: '404を返しています（正しくは200）',
    },
    {
      said: say(MOVE_REDIRECTS.redirectsToWhich, {
        href: 'https://new.example/',
        reason: say(MOVE_VISIT.timedOut).phrase,
      }),
      en: 'redirects to https://new.example/, which did not answer in time',
      ja: 'https://new.example/に転送されますが、その先は制限時間内に応答がありませんでした',
    },
    {
      said: say(MOVE_PAGE.holdsOldDomain, {
        count: 3,
        place: say(MOVE_PLACES.links).phrase,
        forms: [say(MOVE_PLACES.raw).phrase, say(MOVE_PLACES.escaped).phrase],
        below: '',
        found: 'https://old.example/a',
      }),
      en: 'holds the old domain 3 times in links (raw, escaped): "https://old.example/a"',
      ja: '旧ドメインが3か所に残っています（場所：リンク、形式：そのまま、エスケープ）：「https://old.example/a」',
    },
  ]
  test.each(rows)('$en', ({ said, en, ja }) => {
    expect(said.message).toBe(en)
    expect(textOf(said.phrase, JA)).toBe(ja)
    expect(textOf(JSON.parse(JSON.stringify(said.phrase)), JA)).toBe(ja)
  })
})

test('textOf() says times in the time zone of the company', () => {
  const at = Date.parse('2026-11-22T15:30:00Z')
  expect(textOf(phrase(MOVE_VISIT.hostWaits, { at, until: '' }), JA)).toContain('2026年11月23日 0:30')
})
