/** Kinds of sensitive data, and what users said themselves. */
export const DATA_CATEGORIES = ['PII', 'PHI', 'PCI', 'Custom', 'Custom Non-Sensitive'] as const;

export type DataCategory = (typeof DATA_CATEGORIES)[number];

/** By the column's name, or by its values. */
export const MATCH_SOURCES = ['Metadata Discovery', 'In-Data Discovery'] as const;

export type MatchSource = (typeof MATCH_SOURCES)[number];
