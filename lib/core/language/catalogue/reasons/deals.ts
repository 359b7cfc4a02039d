/** Why a person has to look at a deal before it is registered. */
import { sentence } from '../../sentence.ts'

export const DEAL_FLAGS = {
  inLine: sentence('line {line}: {reason}', '明細{line}行目：{reason}'),
  twoSeparators: sentence('"{text}" mixes two separators', '日付「{text}」の区切り文字が混在しています'),
  noSuchDay: sentence(
    '"{text}" does not exist: the calendar has no such day',
    '日付「{text}」は暦に存在しません',
  ),
  beforeTax: sentence(
    '"{text}" is before {first}, the beginning of consumption tax',
    '日付「{text}」は消費税の導入（{first}）より前です',
  ),
  future: sentence(
    '"{text}" is {date}, which is after today, {today}',
    '日付「{text}」（{date}）が未来です（本日 {today}）',
  ),
  ambiguous: sentence(
    '"{text}" does not say which number is the year',
    '日付「{text}」は、どの数字が年か判断できません',
  ),
  unreadable: sentence('"{text}" is not a date in a known form', '日付「{text}」を読み取れません'),
  noMeasure: sentence(
    'on {date} there is no transitional measure (schedule "{schedule}"): choose the category by hand',
    '{date}は経過措置の対象外です（適用ルール「{schedule}」）。税区分を手動で選択してください',
  ),
  contradicts: sentence(
    'code {code} is "{name}", but on {date} schedule "{schedule}" has {percent} %',
    '税区分コード{code}は「{name}」ですが、{date}の控除割合は{percent}%です（適用ルール「{schedule}」）',
  ),
  contradictsNone: sentence(
    'code {code} is "{name}", but on {date} schedule "{schedule}" has no transitional measure',
    '税区分コード{code}は「{name}」ですが、{date}は経過措置の対象外です（適用ルール「{schedule}」）',
  ),
  categoryMissing: sentence(
    'the company\'s table has no category "{category}"',
    '事業所の税区分に「{category}」がありません',
  ),
  schedulesDisagree: sentence(
    'on {date} schedule "{schedule}" has {percent} %, {reason}, and none was chosen',
    '{date}の控除割合が適用ルールによって異なります（「{schedule}」は{percent}%、{reason}）。適用ルールが未設定です',
  ),
  otherSchedule: sentence('"{schedule}" {percent} %', '「{schedule}」は{percent}%'),
}
