/** Colours in the order of YNAB's app. */
export const FLAG_COLORS = ["red", "orange", "yellow", "green", "blue", "purple"] as const;

/** A colour that a flag can have. */
export type FlagColor = (typeof FLAG_COLORS)[number];
