/** Every page of an authorization, by name. */
import type { Shown } from '../../../../../lib/services/accounting/tokens/browser/page.ts'
import { COMPANY, OTHER } from './world.ts'

const question = { kind: 'ask', token: 't', replaces: undefined, until: Date.UTC(2026, 3, 1) } as const
const admin = { ...COMPANY, role: 'admin' }
const reader = { ...OTHER, role: 'read_only' }

type PagesByKind = {
  readonly [Kind in Shown['kind']]: Readonly<Record<string, Shown & { readonly kind: Kind }>>
}

/** A new kind does not compile without a page. */
const BY_KIND: PagesByKind = {
  ask: {
    first: { ...question, why: 'first', company: admin, current: undefined },
    same: { ...question, why: 'same', company: admin, current: COMPANY },
    change: { ...question, why: 'change', company: reader, current: COMPANY },
    changeUnknown: {
      ...question,
      why: 'change',
      company: { ...admin, role: 'new_role' },
      current: undefined,
    },
    bare: { ...question, why: 'first', company: { id: 5, number: '', name: '' }, current: undefined },
  },
  foreign: {
    foreign: { kind: 'foreign', companies: [reader], current: COMPANY, named: undefined },
    foreignNamed: { kind: 'foreign', companies: [reader], current: COMPANY, named: '8101234567' },
    foreignSeveral: { kind: 'foreign', companies: [admin, reader], current: undefined, named: undefined },
  },
  kept: { kept: { kind: 'kept', company: admin } },
  declined: { declined: { kind: 'declined' } },
  replaced: { replaced: { kind: 'replaced' } },
  denied: { denied: { kind: 'denied' } },
  waiting: { waiting: { kind: 'waiting' } },
  not_back: { notBack: { kind: 'not_back' } },
  interrupted: { interrupted: { kind: 'interrupted' } },
  failed: { failed: { kind: 'failed', reason: 'invalid_grant' } },
  refused: {
    notValid: { kind: 'refused', why: 'not_valid' },
    otherBrowser: { kind: 'refused', why: 'other_browser' },
    otherState: { kind: 'refused', why: 'other_state' },
    noCookie: { kind: 'refused', why: 'no_cookie' },
    stale: { kind: 'refused', why: 'stale' },
  },
  error: { error: { kind: 'error', text: 'Cannot reach the store' } },
  wrong_request: { wrongRequest: { kind: 'wrong_request', text: 'bad_request, request 1' } },
  preview: { preview: { kind: 'preview' } },
}

export const PAGES: Readonly<Record<string, Shown>> = Object.assign({}, ...Object.values(BY_KIND))
