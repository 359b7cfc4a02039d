import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { phrase } from '../../../lib/core/language/catalogue.ts'
import {
  type Act,
  type Direction,
  decisiveFacts,
  nextAct,
  type Step,
  type StepFacts,
} from '../../../lib/device/install/journal.ts'
import { INSTALL_FAILURES } from '../../../lib/device/install/words.ts'

const PUT: Step = { do: 'put', path: 'a.md', sha256: 'new', installed: 'old' }
const REMOVE: Step = { do: 'remove', path: 'a.md', installed: 'old' }
const MAKE: Step = { do: 'make-folder', path: 'docs' }
const DROP: Step = { do: 'drop-folder', path: 'docs' }

const file = (sha256: string) => ({ kind: 'file' as const, sha256 })
const absent = { kind: 'absent' as const }
const folder = { kind: 'folder' as const }
const empty = { kind: 'empty-folder' as const }
const blocked = { kind: 'blocked' as const, at: 'docs' }
const facts = (
  target: StepFacts['target'],
  { saved, staged = false }: { saved?: string; staged?: boolean } = {},
): StepFacts => ({ target, saved, staged })

interface Row {
  readonly name: string
  readonly step: Step
  readonly facts: StepFacts
  readonly want: Act
}

const FORWARD: Row[] = [
  { name: 'put: nothing there', step: PUT, facts: facts(absent, { staged: true }), want: 'place' },
  { name: 'put: an old file there', step: PUT, facts: facts(file('old'), { staged: true }), want: 'save' },
  {
    name: 'put: the old file is saved',
    step: PUT,
    facts: facts(file('old'), { staged: true, saved: 'old' }),
    want: 'place',
  },
  {
    name: 'put: the old file was changed after it was saved',
    step: PUT,
    facts: facts(file('later'), { staged: true, saved: 'old' }),
    want: 'save',
  },
  { name: 'put: done', step: PUT, facts: facts(file('new')), want: 'nothing' },
  {
    name: 'put: done, the old one kept',
    step: PUT,
    facts: facts(file('new'), { saved: 'old' }),
    want: 'nothing',
  },
  {
    name: 'put: the content is lost',
    step: PUT,
    facts: facts(file('old')),
    want: { stuck: phrase(INSTALL_FAILURES.notStaged) },
  },
  {
    name: 'put: a folder there',
    step: PUT,
    facts: facts(folder, { staged: true }),
    want: { stuck: phrase(INSTALL_FAILURES.folder) },
  },
  {
    name: 'put: a link on the way',
    step: PUT,
    facts: facts(blocked, { staged: true }),
    want: { stuck: phrase(INSTALL_FAILURES.blocks, { at: 'docs' }) },
  },
  { name: 'remove: there', step: REMOVE, facts: facts(file('old')), want: 'take' },
  { name: 'remove: taken', step: REMOVE, facts: facts(absent, { saved: 'old' }), want: 'nothing' },
  { name: 'remove: was not there', step: REMOVE, facts: facts(absent), want: 'nothing' },
  {
    name: 'remove: created again by a person',
    step: REMOVE,
    facts: facts(file('x'), { saved: 'old' }),
    want: 'nothing',
  },
  { name: 'make folder: absent', step: MAKE, facts: facts(absent), want: 'make-folder' },
  { name: 'make folder: there', step: MAKE, facts: facts(folder), want: 'nothing' },
  {
    name: 'make folder: a file there',
    step: MAKE,
    facts: facts(file('x')),
    want: { stuck: phrase(INSTALL_FAILURES.file) },
  },
  { name: 'drop folder: empty', step: DROP, facts: facts(empty), want: 'take' },
  { name: 'drop folder: a person has files in it', step: DROP, facts: facts(folder), want: 'nothing' },
  { name: 'drop folder: taken', step: DROP, facts: facts(absent, { saved: 'folder' }), want: 'nothing' },
  { name: 'drop folder: was not there', step: DROP, facts: facts(absent), want: 'nothing' },
]

const BACKWARD: Row[] = [
  { name: 'put: never begun', step: PUT, facts: facts(file('old'), { staged: true }), want: 'nothing' },
  { name: 'put: saved only', step: PUT, facts: facts(file('old'), { saved: 'old' }), want: 'nothing' },
  { name: 'put: placed', step: PUT, facts: facts(file('new'), { saved: 'old' }), want: 'restore' },
  { name: 'put: installed at an empty path', step: PUT, facts: facts(file('new')), want: 'withdraw' },
  { name: 'put: nothing was and nothing is', step: PUT, facts: facts(absent), want: 'nothing' },
  {
    name: 'put: changed by a person since',
    step: PUT,
    facts: facts(file('x'), { saved: 'old' }),
    want: 'nothing',
  },
  { name: 'remove: taken', step: REMOVE, facts: facts(absent, { saved: 'old' }), want: 'restore' },
  {
    name: 'put: a copy of the old file was interrupted',
    step: PUT,
    facts: facts(file('old'), { saved: 'ol' }),
    want: 'nothing',
  },
  {
    name: 'remove: created again by a person',
    step: REMOVE,
    facts: facts(file('x'), { saved: 'old' }),
    want: 'nothing',
  },
  { name: 'put: its folder was never made', step: PUT, facts: facts(blocked), want: 'nothing' },
  {
    name: 'put: a folder of a person at the path of the old file',
    step: PUT,
    facts: facts(folder, { saved: 'old' }),
    want: 'nothing',
  },
  { name: 'remove: never begun', step: REMOVE, facts: facts(file('old')), want: 'nothing' },
  {
    name: 'remove: a folder is there now',
    step: REMOVE,
    facts: facts(folder, { saved: 'old' }),
    want: 'nothing',
  },
  {
    name: 'put: a link is on the way now',
    step: PUT,
    facts: facts(blocked, { saved: 'old' }),
    want: 'nothing',
  },
  {
    name: 'remove: a file is in the place of its folder',
    step: REMOVE,
    facts: facts(blocked, { saved: 'old' }),
    want: 'nothing',
  },
  { name: 'make folder: made', step: MAKE, facts: facts(empty), want: 'drop-folder' },
  { name: 'make folder: a person has files in it', step: MAKE, facts: facts(folder), want: 'nothing' },
  { name: 'drop folder: taken', step: DROP, facts: facts(absent, { saved: 'folder' }), want: 'restore' },
  { name: 'drop folder: was not there', step: DROP, facts: facts(absent), want: 'nothing' },
  {
    name: 'put: after a folder was moved away',
    step: PUT,
    facts: facts(file('new'), { saved: 'folder' }),
    want: 'withdraw',
  },
  { name: 'drop folder: there', step: DROP, facts: facts(empty), want: 'nothing' },
]

test.each(FORWARD)('forwards, $name', ({ step, facts, want }) => {
  expect(nextAct(step, facts, 'forward')).toEqual(want)
})

test.each(BACKWARD)('backwards, $name', ({ step, facts, want }) => {
  expect(nextAct(step, facts, 'backward')).toEqual(want)
})

test('what is not decisive changes no act', () => {
  const targets = [file('new'), file('old'), file('x'), absent, folder, empty, blocked]
  for (const step of [PUT, REMOVE, MAKE, DROP])
    for (const direction of ['forward', 'backward'] as const)
      for (const target of targets) {
        const decisive = decisiveFacts(step, target, direction)
        for (const saved of [undefined, 'old', 'new', 'x', 'folder'])
          for (const staged of [true, false]) {
            const found = {
              target,
              saved: decisive.saved ? saved : undefined,
              staged: decisive.staged && staged,
            }
            const act = nextAct(step, { target, saved, staged }, direction)
            expect(nextAct(step, found, direction), JSON.stringify([step, direction, target])).toEqual(act)
          }
      }
})

/** A disk with one path; acts change it as the step runner does. */
interface Model {
  target: string | undefined
  saved: string | undefined
  staged: boolean
}

function act(model: Model, act: Act): Model {
  switch (act) {
    case 'save':
      return { ...model, saved: model.target }
    case 'take':
      return { ...model, target: undefined, saved: model.target }
    case 'place':
      return { ...model, target: 'new', staged: false }
    case 'restore':
      return { target: model.saved, saved: undefined, staged: model.staged || model.target === 'new' }
    case 'withdraw':
      return { ...model, target: undefined, staged: true }
    default:
      throw new Error(`no such act on a file: ${JSON.stringify(act)}`)
  }
}

function run(
  model: Model,
  { step, direction, most }: { step: Step; direction: Direction; most: number },
): Model {
  let current = model
  for (let acts = 0; acts < most; acts++) {
    const { target, saved, staged } = current
    const next = nextAct(
      step,
      { target: target === undefined ? absent : file(target), saved, staged },
      direction,
    )
    if (next === 'nothing') return current
    current = act(current, next)
  }
  return current
}

describe('a step that is interrupted anywhere, any number of times', () => {
  const cuts = fc.array(
    fc.record({ direction: fc.constantFrom<Direction>('forward', 'backward'), most: fc.nat(2) }),
  )
  const before = fc.constantFrom(undefined, 'old', 'mine')

  test.each([PUT, REMOVE])('ends right in the end: $do', step => {
    fc.assert(
      fc.property(before, cuts, (target, interrupted) => {
        let model: Model = { target, saved: undefined, staged: true }
        for (const cut of interrupted) model = run(model, { step, ...cut })
        const forward = run(model, { step, direction: 'forward', most: 9 })
        expect(forward.target).toBe(step.do === 'put' ? 'new' : undefined)
        const backward = run(model, { step, direction: 'backward', most: 9 })
        expect(backward.target).toBe(target)
      }),
    )
  })
})
