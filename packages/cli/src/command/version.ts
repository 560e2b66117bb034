/** The version of the command, as it prints it. */
export const version = '0.1.0';
