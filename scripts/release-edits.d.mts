export function changelogWith(text: string, version: string, date: string): string;
export function packageWith(text: string, version: string): string;
