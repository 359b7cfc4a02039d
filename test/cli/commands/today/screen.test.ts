import { describe, expect, test } from 'vitest'
import { type Today, todayLines } from '../../../../lib/cli/commands/today/screen.ts'
import { displayWidth } from '../../../../lib/cli/terminal/fitting.ts'
import { phrase } from '../../../../lib/core/language/catalogue.ts'
import { saidReason } from '../../../../lib/core/language/text.ts'
import type { Reason } from '../../../../lib/core/phrase.ts'
import { JOB_PROBLEMS } from '../../../../lib/services/notices/words.ts'
import { REGISTRAR_REASONS } from '../../../../lib/services/registrar/words.ts'

const AT = '2026-11-22T05:00:00.000Z'
const NOW = Date.parse(AT)
const HOUR = 3_600_000
const SMALL = { columns: 60, lines: 23 }
const WIDE = { columns: 100, lines: 24 }
const iso = (after: number) => new Date(NOW + after).toISOString()

type Group = Today['needs']['groups'][number]

/** Returns a group of `count` items of a kind, of which the first five are given. */
function group(kind: string, count: number, changes: Partial<Group['first'][number]> = {}): Group {
  const first = Array.from({ length: Math.min(count, 5) }, (_, index) => ({
    key: `${kind}/${index}`,
    text: `${kind} case ${index}`,
    command: `kura settle '${kind} case ${index}'`,
    since: AT,
    ...changes,
  }))
  return {
    kind,
    urgency: 'money',
    title: `${count} of ${kind}`,
    meaning: 'The books lack them.',
    act: 'look',
    count,
    first,
  }
}

function today(groups: readonly Group[] = [], changes: Partial<Today> = {}): Today {
  return {
    at: AT,
    language: 'en',
    timezone: 'Asia/Tokyo',
    needs: { count: groups.reduce((sum, { count }) => sum + count, 0), groups: [...groups] },
    due: [],
    ran: {
      jobs: (['refresh', 'orders', 'notices'] as const).map((job, index) => ({
        job,
        state: 'done',
        began: iso(-(index + 3) * HOUR),
        ...problems(),
      })),
      release: { version: 4, created: iso(-50 * HOUR) },
      devices: { count: 5, seen: 4, names: ['pc-1', 'pc-2'] },
    },
    failed: [],
    ...changes,
  }
}

const NO_ANSWER = phrase(REGISTRAR_REASONS.noAnswer)
const OF_X = phrase(JOB_PROBLEMS.of, { subject: 'x.com', reason: NO_ANSWER })

const problems = (...reasons: readonly Reason[]) => ({ problems: reasons.map(saidReason) })

const due = (days: number, text = `thing ${days}`) => ({
  kind: 'email' as const,
  at: iso(days * 24 * HOUR),
  text,
  command: 'kura settle x --verified',
})

describe('todayLines()', () => {
  test('of a company without matters', () => {
    expect(todayLines(today(), SMALL)).toEqual([
      'Sun 22 Nov: nothing needs a person',
      '',
      'nothing is due in the next seven days',
      '',
      'what ran',
      '  3 daily jobs: done, the last 3 h ago',
      '  release 4: signed 2 d ago',
      '  4 of 5 devices called in the last 24 h: pc-1, pc-2',
    ])
  })

  test('in Japanese', () => {
    const groups = [{ ...group('a', 1), title: '確認待ちの取引が1件あります' }]
    expect(todayLines(today(groups, { language: 'ja', due: [due(1, 'x.com:期限')] }), SMALL)).toEqual([
      '11月22日(日) 対応が必要なもの1件',
      '  確認待ちの取引が1件あります：a case 0',
      "    kura settle 'a case 0'",
      '',
      '7日以内の期限',
      '  11月23日(月)  x.com:期限',
      '',
      '実行状況',
      '  日次処理3件：完了（最終 3時間前）',
      '  リリース 4：2日前に署名',
      '  端末5台中4台が24時間以内に連絡：pc-1、pc-2',
    ])
  })

  test('each matter has its own command if there is room', () => {
    const lines = todayLines(today([group('a', 1, { by: iso(HOUR) }), group('b', 2)]), SMALL)
    expect(lines.slice(0, 8)).toEqual([
      'Sun 22 Nov: 3 matters need a person',
      '  1 of a: a case 0 by 22 November 2026',
      "    kura settle 'a case 0'",
      '  2 of b',
      '    b case 0',
      "      kura settle 'b case 0'",
      '    b case 1',
      "      kura settle 'b case 1'",
    ])
  })

  test('a command that all share is shown once', () => {
    const lines = todayLines(today([group('device', 3, { command: 'kura devices' })]), SMALL)
    expect(lines.filter(line => line.includes('kura'))).toEqual(['    kura devices'])
  })

  test('many matters: the kinds, the most urgent first, and what is left is counted', () => {
    const kinds = Array.from({ length: 20 }, (_, index) => group(`kind${index}`, 1 + 2 * index))
    const lines = todayLines(today(kinds, { due: [1, 2, 3, 4, 5, 6].map(days => due(days)) }), SMALL)
    expect(lines.length).toBeLessThanOrEqual(23)
    expect(lines[0]).toBe('Sun 22 Nov: 400 matters need a person')
    expect(lines[1]).toBe('  1 of kind0: kind0 case 0')
    expect(lines[2]).toBe("    kura settle 'kind0 case 0'")
    const shown = lines.filter(line => line.includes('settle')).length
    expect(shown).toBeGreaterThanOrEqual(4)
    expect(lines).toContain(`  and ${400 - shown} more: kura notices`)
    expect(lines).toContain('  and 2 more: kura today --json')
    expect(lines).toContain('  Wed 25 Nov  thing 3')
  })

  test.each([
    ['with many matters of one kind', [group('a', 1_000)]],
    ['with long texts', [1, 2, 3, 4, 5].map(name => group(`${name}${'領収書'.repeat(60)}`, 3))],
    [
      'with long commands',
      [1, 2, 3, 4, 5].map(name => group(`${name}`, 1, { command: 'npx --no kura'.repeat(20) })),
    ],
    ['with lines in a text', [group('a', 1, { text: 'one\ntwo' })]],
  ])('fits a small terminal %s, and cuts no command', (_name, groups) => {
    const failed = ['registrar', 'tokens', 'chat'].map(owner => ({
      owner,
      reason: { text: 'it does not answer '.repeat(9) },
    }))
    const jobs = today().ran.jobs.map(job => ({
      ...job,
      state: 'failed' as const,
      ...problems('x'.repeat(90)),
    }))
    const given = today(groups, {
      failed,
      due: [1, 2, 3, 4, 5, 6].map(days => due(days, '期限'.repeat(50))),
      ran: { ...today().ran, jobs },
    })
    const lines = todayLines(given, SMALL)
    const heights = lines.map(line => Math.max(1, Math.ceil(displayWidth(line) / 60)))
    expect(heights.reduce((sum, height) => sum + height, 0)).toBeLessThanOrEqual(24)
    expect(lines.join('\n').split('\n')).toHaveLength(lines.length)
    const known = new Set(groups.flatMap(({ first }) => first.map(({ command }) => command)))
    for (const line of lines) {
      if (displayWidth(line) > 60) expect(known).toContain(line.trim())
    }
  })

  test('does not say that nothing needs a person if a service could not be asked', () => {
    const failed = [{ owner: 'registrar', reason: { text: 'no answer' } }]
    expect(todayLines(today([], { failed }), SMALL).slice(0, 2)).toEqual([
      'Sun 22 Nov: nothing else is known to need a person',
      '  registrar could not be asked: no answer',
    ])
  })

  test('says in Japanese what could not be asked, and why', () => {
    const failed = [{ owner: 'registrar', reason: saidReason(NO_ANSWER) }]
    expect(todayLines(today([], { failed, language: 'ja' }), SMALL)[1]).toBe(
      '  ドメインは確認できませんでした：応答がありませんでした',
    )
  })

  test('a job that did not go well has a line of its own', () => {
    const { ran } = today()
    const jobs = [
      { job: 'refresh', state: 'silent', began: iso(-30 * HOUR), ...problems() },
      { job: 'orders', state: 'failed', began: iso(-HOUR), ...problems(OF_X) },
      { job: 'notices', state: 'never', ...problems() },
    ] satisfies Today['ran']['jobs']
    const lines = todayLines(today([], { ran: { ...ran, jobs } }), SMALL)
    expect(lines.slice(lines.indexOf('what ran') + 1, -2)).toEqual([
      '  the refresh of the accounting token: has not run, 30 h ago',
      '  the query of orders: failed, 1 h ago; x.com: no answer',
      '  1 daily job: not run yet',
    ])
    expect(todayLines(today([], { ran: { ...ran, jobs }, language: 'ja' }), WIDE)).toContain(
      '  ドメイン注文の状況確認：失敗（1時間前）、x.com：応答がありませんでした',
    )
  })
})
