import type { Language, LanguageId } from '../language.js';

/** Every language, by its own name. */
export const languages: Partial<Record<LanguageId, Language>> = {};
