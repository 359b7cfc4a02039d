/** The host's own edge may answer instead of kura: its firewall, its plan, its domains. Pure. */
import type { AppError } from '../errors.ts'
import { catalogue, phrase } from '../language/catalogue.ts'
import { phraseError } from '../language/phrase-error.ts'
import type { Phrase } from '../phrase.ts'

const EDGE = catalogue('edge', {
  refuses: {
    en: 'Cannot reach kura at "{host}": the host itself answers {status} ({sign})',
    ja: '「{host}」のkuraに接続できません：ホスト自体の応答です（{status}、{sign}）',
  },
  firewall: {
    en: "the firewall of the host stops this request: the operator looks at the firewall of the project (its rules, its bot protection, its attack mode, blocked addresses) and lets kura's requests pass",
    ja: 'ホストのファイアウォールが要求を止めています。担当者がプロジェクトのファイアウォール（ルール、ボット対策、攻撃対策モード、遮断したアドレス）を確認し、kuraへの要求を通してください',
  },
  plan: {
    en: 'the host has switched the deployment off: the operator looks at the plan of the team at the host, at its limits and its payments, and deploys again',
    ja: 'ホストがデプロイを停止しています。担当者がホストのプラン、利用上限、支払いを確認し、もう一度デプロイしてください',
  },
  domain: {
    en: 'the host has no deployment of kura at this address: the operator looks at the domains of the project and at its newest deployment; if the address is an old one, ask the operator for the new one',
    ja: 'このアドレスにkuraのデプロイがありません。担当者がプロジェクトのドメインと最新のデプロイを確認してください。アドレスが古い場合は、担当者に新しいアドレスを確認してください',
  },
  other: {
    en: 'the host answers instead of kura: try again later; if it fails again, the operator looks this code up in the list of errors of the host, and looks at the log of the deployment',
    ja: 'kuraの代わりにホストが応答しています。しばらくしてからやり直し、それでも失敗する場合は、担当者がホストのエラー一覧でこのコードを調べ、デプロイのログを確認してください',
  },
})

export interface EdgeRefusal {
  /** The sign of the refusal: the header with its value (`x-vercel-mitigated: deny`), or the code in the page. */
  readonly sign: string
  /** The code of the refusal, such as `DEPLOYMENT_DISABLED`, or the action of the firewall: `deny`. */
  readonly code: string
  readonly hint: Phrase
}

export interface EdgeAnswer {
  readonly status: number
  readonly header: (name: string) => string | null | undefined
  /** The body of the answer, or at least its beginning. */
  readonly body?: string | undefined
}

const MITIGATED = 'x-vercel-mitigated'
const ERROR = 'x-vercel-error'

/** The hint that a person gets for a code. A code in no row gets `other`. */
const BY_CODE: readonly (readonly [RegExp, 'plan' | 'domain'])[] = [
  [/^(?:DEPLOYMENT_(?:DISABLED|PAUSED|BLOCKED)|PAYMENT_REQUIRED)$/, 'plan'],
  [/^(?:DEPLOYMENT_(?:NOT_FOUND|DELETED)|NOT_FOUND|DNS_HOSTNAME_\w+)$/, 'domain'],
]

/** Matches a code in the edge's page, for an answer whose header was lost on the way. */
const IN_PAGE = /\bDEPLOYMENT_(?:DISABLED|NOT_FOUND|PAUSED|BLOCKED|DELETED)\b/

/** Returns the edge's refusal. Undefined if the edge did not send the answer. */
export function edgeRefusal({ status, header, body = '' }: EdgeAnswer): EdgeRefusal | undefined {
  const mitigated = wordIn(header(MITIGATED))
  if (mitigated) return { sign: `${MITIGATED}: ${mitigated}`, code: mitigated, hint: phrase(EDGE.firewall) }
  if (status < 400) return undefined
  const named = wordIn(header(ERROR))
  const code = named ?? IN_PAGE.exec(body)?.[0]
  if (code === undefined) return undefined
  const [, what = 'other'] = BY_CODE.find(([codes]) => codes.test(code)) ?? []
  return { sign: named ? `${ERROR}: ${named}` : code, code, hint: phrase(EDGE[what]) }
}

export function edgeError(host: string, status: number, { sign, hint }: EdgeRefusal): AppError {
  const message = phrase(EDGE.refuses, { host, status: String(status), sign })
  return phraseError('remote_answer', message, { hint, details: { status } })
}

/** Returns only word characters, because other characters could control a terminal. */
function wordIn(value: string | null | undefined): string | undefined {
  return /^[\w-]{1,60}/.exec(value ?? '')?.[0]
}
