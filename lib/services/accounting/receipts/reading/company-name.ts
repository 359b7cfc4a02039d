const KINDS = String.raw`株式会社|有限会社|合[同資名]会社|\((?:株|有|同)\)|(?:社団|財団|医療|学校|福祉|宗教|活動|NPO|行政|監査|[理護書]士|労務士)法人|協同組合`
const ENGLISH = String.raw`(?:Inc\.|Co\.,? ?Ltd\.?|LLC)(?![A-Za-z])`
export const KIND = new RegExp(String.raw`${KINDS}|\b${ENGLISH}`)
const BEGINS = new RegExp(`^(?:${KINDS})`)
/** A part of the kind: `一般` in `一般社団法人`, `税` in `税理士法人`, `社会` in `社会福祉法人`. */
const BEFORE_KIND =
  '一般|公益|(?:認定)?特定非営利|認定|税|弁|司法|社会保険|社会|(?:地方)?独立|有限責任|生活|事業'
/** A word that is only the kind of company. The company's name is then another word. */
const KIND_ALONE = new RegExp(`^(?:${BEFORE_KIND})?(?:${KINDS})(?:社団|財団)?$`)

/** A label before the name of a company. `社名変更` is no such label. */
const LABEL =
  /^(?:(?:(?:適格請求書)?発行(?:事業)?(?:者|元)名?|請求元|お?支払先|販売(?:者|元|会社|店)|運営(?:会社|者)|加盟店名?|事業者名?|会社名|社名|商号|店名|屋号|(?:発行|運営|提供|会社)(?=[\s:]))(?!変更|の)|(?:sold by|seller|(?:bill |invoice |receipt )?from)\b)\s*:?\s*/i
/** The title of a paper, beside the name of its issuer: `移転のお知らせ 株式会社金山`. */
const HEADING = String.raw`[^\s:]*(?:(?:請求|領収|納品|受領|見積|注文|通知|明細|証明|計算)[書証票]|明細|お知らせ|ご案内|レシート)(?:\([^)]*\))?`
const HEADING_FIRST = new RegExp(String.raw`^${HEADING}\s+`)

const PREFECTURE =
  '東京都|北海道|(?:大阪|京都)府|(?:青森|岩手|宮城|秋田|山形|福島|茨城|栃木|群馬|埼玉|千葉|神奈川|新潟|富山|石川|福井|山梨|長野|岐阜|静岡|愛知|三重|滋賀|兵庫|奈良|和歌山|鳥取|島根|岡山|広島|山口|徳島|香川|愛媛|高知|福岡|佐賀|長崎|熊本|大分|宮崎|鹿児島|沖縄)県'
/** A prefecture with its town, or a town with a house number. `国際都市事業部` and `東京都庁店` are no addresses. */
const ADDRESS = String.raw`(?:${PREFECTURE})(?:$|\s|[^\s\d]{1,7}[市区郡町村島])|[^\s\d]{1,7}[市区郡町村]\S*\d|\d{3}-\d{4}`
const CONTACT = String.raw`TEL|電話|FAX|〒|\(?0\d+-|https?:|www\.|[\w.]+@`
/** The place in a cell at which a company's name ends, unless only the kind of company comes before. */
const END = new RegExp(
  [
    String.raw`(?<!^(?:${KIND.source}))(?:\s*\((?=登録|T\d|旧|以下|印)`,
    String.raw`\s(?=登録|適格|T\d|代表|担当|(?:発行|印)$|${CONTACT}|${ADDRESS}|${HEADING}(?:\s|$)))`,
    String.raw`(?=T\d{13})|(?<=${ENGLISH})\s(?=\d|invoice|receipt)`,
  ].join('|'),
  'i',
)

/** A sentence, which only mentions a company: `株式会社金山をご利用いただき`. */
const SENTENCE =
  /^[※*]|[。「」を:]|(?:ます|です|した|は)$|ください|いただ|として|により|[のら](?:領収|請求|明細)/
/** A word that may follow a name after a space: a branch, a department, or a word in another script. */
const PART =
  /(?:[店社所部課係室局院駅館]|センター|工場|クリニック|歯科|ホテル)$|^[A-Za-z&.'-]+$|^[\p{Script=Katakana}ー]+$/u
const LATIN = /^[A-Za-z0-9&.,'()-]+$/
const NAMED_IN_ENGLISH = new RegExp(String.raw`^[\w&.,'() -]+ ${ENGLISH}$`)

/** Returns the company's name in a cell. Undefined if the cell has other words that kura cannot place. */
export function companyNameIn(cell: string): string | undefined {
  const bare = cell
    .replace(/^[■□◆◇●○▼]\s*/, '')
    .replace(LABEL, '')
    .replace(HEADING_FIRST, '')
  const name = bare.split(END)[0]?.trim() ?? ''
  return isName(name) ? name : undefined
}

function isName(text: string): boolean {
  if (NAMED_IN_ENGLISH.test(text)) return true
  const words = text.split(' ')
  const at = words.findIndex(word => KIND.test(word))
  if (at < 0 || SENTENCE.test(text)) return false
  const [before, kind = '', after] = [words.slice(0, at), words[at], words.slice(at + 1)]
  const isAlone = KIND_ALONE.test(kind)
  // 株式会社 金山
  if (isAlone && at === 0) return after.length > 0 && after.slice(1).every(isPart)
  // 全国保証 株式会社, GMO Pepabo株式会社
  const isEnd = isAlone || at === 0 || (before.every(isLatin) && !BEGINS.test(kind))
  return isEnd && after.every(isPart)
}

function isPart(word: string): boolean {
  return PART.test(word)
}

function isLatin(word: string): boolean {
  return LATIN.test(word)
}
