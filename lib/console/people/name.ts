/**
 * A name of up to 60 characters. Latin letters may stand beside Han, kana and Hangul. Beside any other script, such as
 * Cyrillic, they do not match: the name could look like a colleague's.
 */
export const PERSON_NAME =
  /^(?!(?=.*\p{Script=Latin}).*(?![\p{Script=Latin}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Common}])\p{L})[\p{L}\p{N}][\p{L}\p{N}\p{M} .'’・-]{0,59}$/u
