/**
 * A name of up to 60 characters. Latin letters may stand beside Han, kana and Hangul. A name with Latin letters beside
 * any other script, such as Cyrillic, does not match, because the name could look like a colleague's.
 */
export const PERSON_NAME =
  /^(?!(?=.*\p{Script=Latin}).*(?![\p{Script=Latin}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Common}])\p{L})[\p{L}\p{N}][\p{L}\p{N}\p{M} .'’・-]{0,59}$/u
