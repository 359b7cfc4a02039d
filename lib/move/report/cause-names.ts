/** The causes of findings. A finding that is not in the table has the cause `answer`. */
import type { Message } from '../../core/language/catalogue.ts'
import type { Phrase } from '../../core/phrase.ts'
import { MOVE_REDIRECTS } from '../page/redirect-words.ts'
import { MOVE_PAGE } from '../page/words.ts'
import { MOVE_SITE } from '../site/words.ts'
import { MOVE_VISIT } from '../visit/words.ts'
import { MOVE_CAUSES } from './cause-words.ts'

type Key = keyof typeof MOVE_CAUSES
export type CauseName = { [K in Key]: `${K}Do` extends Key ? K : never }[Key]

export const CAUSE_NAMES = Object.keys(MOVE_CAUSES).filter(
  (key): key is CauseName => `${key}Do` in MOVE_CAUSES,
)

/** The causes that depend on the redirect rule that the host applied. */
export const RULED_CAUSES: ReadonlySet<CauseName> = new Set([
  'path',
  'query',
  'notRedirected',
  'redirectKind',
  'chain',
])

const P = MOVE_PAGE
const R = MOVE_REDIRECTS
const S = MOVE_SITE
const V = MOVE_VISIT

const MESSAGES: Partial<Record<CauseName, readonly Pick<Message, 'id'>[]>> = {
  path: [R.losesPath, R.endsElsewhere, R.endsOutside, R.leaves],
  query: [R.losesQuery, R.endsWithoutQuery],
  notRedirected: [R.staysOld, R.withoutLocation, P.oldAnswersAnything],
  redirectKind: [R.temporary],
  chain: [R.loop, R.stillRedirected, R.manyRedirects],
  homepage301: [R.homepage308],
  missing: [P.noNewPage, R.endsWith, R.endsUnlisted, P.redirectsWithoutPage],
  robots: [
    ...[S.robotsForbidsPages, S.robotsForbidsListed, S.robotsForbidsFiles, S.robotsFails],
    ...[P.noindex, P.noindexSinceMove],
  ],
  content: [
    ...[P.blank, P.blankSinceMove, P.shrank, P.saysOther, P.garbled, P.noText],
    ...[P.titleLost, P.descriptionLost, P.sharedTitle],
  ],
  notFoundPage: [P.softNotFound, P.softNotFoundRedirect, P.showsNotFound, P.saysNotFound],
  canonical: [P.noCanonical, P.otherCanonical, P.otherSocialUrl],
  language: [P.alternatesWithoutItself, P.alternateFails, P.alternateOneWay],
  oldDomain: [P.holdsOldDomain, S.fileHoldsOldDomain],
  refresh: [P.refresh, P.refreshSinceMove, P.refreshByScript, P.refreshByScriptSinceMove],
  https: [P.mixedContent, S.httpAnswers, S.httpLeads, R.insecure],
  deadLink: [P.deadLink, P.deadLinkBefore, P.wrongType, P.emptyFile, P.emptyFeed],
  sitemap: [
    ...[P.listedRedirects, P.listedFails, S.redirectsInstead, S.namesNoSitemap, S.sitemapElsewhere],
    ...[S.sitemapShrank, S.listsElsewhere, S.holdsNoAddress, S.overBytes, S.overBytesUnpacked, S.noGzip],
    ...[S.truncated, S.nestedTooDeep, S.addressTooLong, S.emptyAddress, S.tooLarge, S.holdsNoAddressLine],
    ...[S.otherRoot, S.bareAmpersand, S.tooManyAddresses, S.unreadSitemaps],
  ],
  settings: [S.checkerWithoutNew, S.checkerWithOld],
  structuredData: [P.brokenStructuredData],
  list: [S.pagesLeftOut, S.oldListProblem, S.oldListMoved, S.baselineIncomplete],
  unchecked: [
    ...[P.tooLong, P.linkUnknown, R.endsUnknown, S.robotsForbidsCheck, S.robotsKeeps],
    ...[V.answersThisCheck, V.timedOut, V.privateAddress, V.robotsUnreadable, V.robotsForbid],
    ...[V.hostKeepsWaiting, V.hostWaits, V.unrequestable],
  ],
  answer: [V.answers, V.unresolved, V.refused, V.cut, V.brokenBody, V.notHttp, V.badCertificate, V.notSaved],
}

const CAUSES = new Map(
  Object.entries(MESSAGES).flatMap(([name, messages]) =>
    messages.map(({ id }): [string, CauseName] => [id, name as CauseName]),
  ),
)

/** A redirect to an address with a fault has the cause of that fault. */
export function causeOf({ id, values }: Phrase): CauseName {
  const { reason } = values
  if (id === R.redirectsToWhich.id && typeof reason === 'object' && 'id' in reason) return causeOf(reason)
  return CAUSES.get(id) ?? 'answer'
}
