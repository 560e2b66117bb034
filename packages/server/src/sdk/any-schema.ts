/** A schema that takes any value: parameters and answers are checked where they are used. */
export const anything = {
  '~standard': { version: 1, vendor: 'concord', validate: (value: unknown) => ({ value }) },
} as const;
