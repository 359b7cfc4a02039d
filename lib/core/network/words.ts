import type { AppError } from '../errors.ts'
import { catalogue, phrase } from '../language/catalogue.ts'
import { phraseError } from '../language/phrase-error.ts'
import type { Phrase, Reason } from '../phrase.ts'
import type { NetworkFailure } from './failure.ts'

const NETWORK = catalogue('network', {
  issuer: {
    en: 'a virus scanner, a proxy or the sign-in page of a network opens the encrypted connection to "{host}", and this computer does not trust its certificate: sign in with a browser if the network has a sign-in page, else ask who looks after this computer to add that certificate to those of the system',
    ja: 'ウイルス対策ソフト、プロキシ、またはネットワークのログイン画面が「{host}」への暗号化通信に割り込んでおり、その証明書をこのコンピューターが信頼していません。ログイン画面のあるネットワークでは、ブラウザーでログインしてください。それ以外の場合は、その証明書をシステムに登録するよう、コンピューターの管理者に依頼してください',
  },
  oldNode: {
    en: 'a virus scanner or a proxy opens the encrypted connection to "{host}": Node 22.15 or newer is needed to trust the certificates of the system',
    ja: 'ウイルス対策ソフトまたはプロキシが「{host}」への暗号化通信に割り込んでいます。システムの証明書を使うには、Node 22.15以降が必要です',
  },
  otherHost: {
    en: 'another server answers in place of "{host}": sign in with a browser if the network has a sign-in page; if that does not help, tell the operator',
    ja: '「{host}」の代わりに別のサーバーが応答しています。ログイン画面のあるネットワークでは、ブラウザーでログインしてください。それでも解決しない場合は、管理者に連絡してください',
  },
  dates: {
    en: 'the clock of this computer says {now}: set it if that is wrong, and try again; if it is right, tell the operator that the certificate of "{host}" is not valid',
    ja: 'このコンピューターの時計（{now}）が違っている場合は、正しい時刻に合わせてから、もう一度お試しください。時計が正しい場合は、「{host}」の証明書が有効でないことを管理者に連絡してください',
  },
  proxyUnreachable: {
    en: 'the proxy "{proxy}" cannot be reached: check that this computer is connected to the network of that proxy; if the proxy has another address now, set HTTPS_PROXY, or ask the operator for a new folder (kura enrol --proxy)',
    ja: 'プロキシ「{proxy}」に接続できません。プロキシのあるネットワークに接続しているか確認してください。プロキシのアドレスが変わった場合は、HTTPS_PROXYを設定するか、新しいフォルダーを管理者に依頼してください',
  },
  proxySignIn: {
    en: 'the proxy "{proxy}" asks for a name and a password: set HTTPS_PROXY to http://NAME:PASSWORD@{proxy} and try again, or ask who looks after the proxy to let "{host}" through without them',
    ja: 'プロキシ「{proxy}」がユーザー名とパスワードを求めています。HTTPS_PROXYに「http://NAME:PASSWORD@{proxy}」を設定してもう一度お試しになるか、認証なしで「{host}」に接続できるよう、プロキシの管理者に依頼してください',
  },
  proxyRefuses: {
    en: 'the proxy "{proxy}" does not connect to "{host}": ask who looks after the proxy to let it through',
    ja: 'プロキシ「{proxy}」が「{host}」への接続を許可していません。許可するよう、プロキシの管理者に依頼してください',
  },
  proxyNeedsNode: {
    en: 'the proxy "{proxy}" needs Node 24.5 or newer, or 22.21 or newer of Node 22: use one of these, or unset the proxy',
    ja: 'プロキシ「{proxy}」を使うには、Node 24.5以降（Node 22の場合は22.21以降）が必要です',
  },
  noName: {
    en: 'the name "{host}" was not found: check that this computer is connected to the network; if other sites open in a browser, the network may need a proxy (HTTPS_PROXY, kura enrol --proxy), or the address is wrong: tell the operator',
    ja: '「{host}」が見つかりません。ネットワークに接続しているか確認してください。ブラウザーでほかのサイトが開ける場合は、プロキシの設定（HTTPS_PROXY）が必要か、アドレスが間違っています。管理者に連絡してください',
  },
  refused: {
    en: '"{host}", or a firewall on the way to it, refuses connections: try again later; if it fails again, ask who looks after the network to let "{host}" through',
    ja: '「{host}」または途中のファイアウォールが接続を拒否しています。しばらくしてからもう一度お試しください。それでも失敗する場合は、「{host}」への接続を許可するよう、ネットワークの管理者に依頼してください',
  },
  timeout: {
    en: 'a firewall may hold the connection to "{host}" back: ask who looks after the network to let it through, or which proxy to use (HTTPS_PROXY, kura enrol --proxy)',
    ja: 'ファイアウォールが「{host}」への接続を止めている可能性があります。接続を許可するか、使用するプロキシ（HTTPS_PROXY）を教えてもらうよう、ネットワークの管理者に依頼してください',
  },
  pageAnswered: {
    en: 'Cannot read the answer of "{host}": it is a web page ({status})',
    ja: '「{host}」の応答を読み取れません：Webページが返されました（{status}）',
  },
  firstThenPage: { en: '{first}; or {page}', ja: '{first}。または、{page}' },
  page: {
    en: 'a page of the network answers in place of "{host}": sign in to the network with a browser, then try again; if there is nothing to sign in to, ask who looks after the network to let "{host}" through',
    ja: '「{host}」の代わりに、ネットワークの画面が応答しています。ブラウザーでネットワークにログインしてから、もう一度お試しください。ログイン画面がない場合は、「{host}」への接続を許可するよう、ネットワークの管理者に依頼してください',
  },
})

/** @param first what to check before the network, if the page may come from the host itself */
export function pageError(host: string, status: number, first?: Reason): AppError {
  const message = phrase(NETWORK.pageAnswered, { host, status: String(status) })
  const page = phrase(NETWORK.page, { host })
  const hint = first === undefined ? page : phrase(NETWORK.firstThenPage, { first, page })
  return phraseError('remote_answer', message, { hint, details: { status } })
}

export interface HintFacts {
  /** The host as `host[:port]`. */
  readonly host: string
  /** The proxy as `host[:port]`, without its name and password. */
  readonly proxy?: string | undefined
  /** The time in milliseconds since the epoch. */
  readonly now: number
  readonly readsSystem?: boolean
}

export function networkHint(failure: NetworkFailure, facts: HintFacts): Phrase {
  const { host, proxy = '', now, readsSystem = true } = facts
  if (failure === 'issuer' && !readsSystem) return phrase(NETWORK.oldNode, { host })
  const values = { host, proxy, now: new Date(now).toISOString() }
  return { id: NETWORK[failure].id, values }
}
