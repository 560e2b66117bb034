/** A release of .NET: whether its support is long, and the last day of it. */
export interface Release {
  readonly isLts: boolean;
  readonly supportEnds: string;
}

const lts = (supportEnds: string): Release => ({ isLts: true, supportEnds });
const standard = (supportEnds: string): Release => ({ isLts: false, supportEnds });

/** Releases of .NET and of .NET Core, newest first. */
export const released: ReadonlyMap<string, Release> = new Map([
  ['net10.0', lts('2028-11-14')],
  ['net9.0', standard('2026-11-10')],
  ['net8.0', lts('2026-11-10')],
  ['net7.0', standard('2024-05-14')],
  ['net6.0', lts('2024-11-12')],
  ['net5.0', standard('2022-05-10')],
  ['netcoreapp3.1', lts('2022-12-13')],
  ['netcoreapp3.0', standard('2020-03-03')],
  ['netcoreapp2.2', standard('2019-12-23')],
  ['netcoreapp2.1', lts('2021-08-21')],
  ['netcoreapp2.0', standard('2018-10-01')],
]);

/** Versions of .NET Standard, newest first; a standard is not supported, its implementations are. */
export const standards = ['2.1', '2.0', '1.6', '1.5', '1.4', '1.3', '1.2', '1.1', '1.0'].map(
  version => `netstandard${version}`,
);

/** Versions of .NET Framework whose last day is known; the others live as long as the Windows they came with. */
export const netFrameworks: ReadonlyMap<string, string> = new Map([
  ['net462', '2027-01-12'],
  ['net461', '2022-04-26'],
  ['net46', '2022-04-26'],
  ['net452', '2022-04-26'],
  ['net451', '2016-01-12'],
  ['net45', '2016-01-12'],
  ['net403', '2016-01-12'],
  ['net40', '2016-01-12'],
  ['net35', '2029-01-09'],
  ['net20', '2011-07-12'],
  ['net11', '2013-10-08'],
]);
