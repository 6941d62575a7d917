/** By which keys and opened links are known from tokens of the sign-on. */
export const KEY_PREFIX = 'lvt_'
export const LINK_PREFIX = 'lvl_'
