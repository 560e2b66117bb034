/** What a code means and what helps. `{0}` and the like in a fix stand for what the message names. */
export interface CodeRow {
  readonly codes: readonly string[];
  /** Which page has more: a letter of the table of addresses. */
  readonly page: string;
  /** One sentence for all codes of the row, or one for each. */
  readonly explanation: string | readonly string[];
  readonly fixes: readonly string[];
  /** What to do in a sentence; the first fix otherwise. */
  readonly hint?: string;
}

/** Every code that is explained. Compared in upper case. */
export const codeTable: readonly CodeRow[] = [
  // The C# compiler.
  {
    codes: ['CS0019'],
    page: 'L',
    explanation: 'The operator is not defined for operands of these types.',
    fixes: ['Convert one operand to the type of the other', 'Use another operator', 'Define the operator for the type'],
  },
  {
    codes: ['CS0029', 'CS0266'],
    page: 'L',
    explanation: [
      'There is no implicit conversion from the type of the value to the type that is expected.',
      'The value would fit only with an explicit conversion, which exists.',
    ],
    fixes: ['Add a cast', 'Change the type of the variable or of the value', 'Call a method that converts the value'],
  },
  {
    codes: ['CS0103'],
    page: 'L',
    explanation: 'The compiler could not find the specified identifier in the current scope.',
    fixes: ['{using}', 'Check for typos in the identifier name', 'Verify the namespace is referenced'],
    hint: 'The name does not exist in the current context. Check for typos or missing using directives.',
  },
  {
    codes: ['CS0115', 'CS0507'],
    page: 'L',
    explanation: [
      'The base class has no member of this name and signature that could be overridden.',
      'An override must have the same accessibility as the member it overrides.',
    ],
    fixes: [
      'Make the member of the base class virtual or abstract',
      'Match the name and the signature of the base member',
      'Give the override the access modifier of the base member',
    ],
  },
  {
    codes: ['CS0116'],
    page: 'L',
    explanation: 'A namespace holds types only: members and statements have to stand inside of one.',
    fixes: ['Move the member into a class, struct or record', 'Check that every brace is closed where it should be'],
  },
  {
    codes: ['CS0119'],
    page: 'L',
    explanation: 'The name of a type or method stands where a value is expected.',
    fixes: ['Create an object with new', 'Call the method with parentheses', 'Access a member of the type'],
  },
  {
    codes: ['CS0120'],
    page: 'L',
    explanation: 'An instance member is used without an object it belongs to.',
    fixes: ['Create an object and use its member', 'Pass the object in as a parameter', 'Make the member static'],
  },
  {
    codes: ['CS0122'],
    page: 'L',
    explanation: 'The member exists, but its access level does not allow its use here.',
    fixes: [
      'Widen the access modifier of the member',
      'Use a public member that does the same',
      'Add InternalsVisibleTo for this assembly where the member is internal',
    ],
  },
  {
    codes: ['CS0101', 'CS0111', 'CS0128'],
    page: 'M',
    explanation: [
      'The namespace already has a type of this name.',
      'The type already has a member of this name with the same parameters.',
      'A local variable of this name is already declared in this scope.',
    ],
    fixes: ['Rename one of the two', 'Remove the duplicate', 'Look for a generated file that is included twice'],
  },
  {
    codes: ['CS0161'],
    page: 'M',
    explanation: 'At least one path through the method ends without returning a value.',
    fixes: ['Return a value on every path', 'Throw on paths that must not happen', 'Return a default at the end'],
  },
  {
    codes: ['CS0165'],
    page: 'L',
    explanation: 'A local variable is read on a path on which nothing has been assigned to it.',
    fixes: ['Assign it on every path before it is read', 'Give it a default where it is declared'],
  },
  {
    codes: ['CS0188'],
    page: 'L',
    explanation: 'The constructor of a struct uses this before every field has a value.',
    fixes: ['Assign all fields first', 'Chain to the default constructor with this()'],
  },
  {
    codes: ['CS0234', 'CS0246'],
    page: 'L',
    explanation: [
      'The namespace exists but has no type or namespace of this name.',
      'The type or namespace could not be found in the sources, references and usings of the project.',
    ],
    fixes: [
      '{using}',
      'Add the package or project reference that brings the type',
      'Restore the packages: dotnet restore',
      'Check the spelling and the target framework',
    ],
  },
  {
    codes: ['CS0535', 'CS0539'],
    page: 'M',
    explanation: [
      'The class names an interface but lacks one of its members.',
      'The explicit implementation is of a member that the interface does not have.',
    ],
    fixes: [
      'Add the missing member',
      'Match name and signature of the interface member',
      'Check which interface is meant',
    ],
  },
  {
    codes: ['CS0104'],
    page: 'D',
    explanation: 'The name stands for a type in more than one of the imported namespaces.',
    fixes: ['Write the name with its namespace', 'Add a using alias for the one that is meant'],
  },
  {
    codes: ['CS1001'],
    page: 'L',
    explanation: 'The compiler expected a name here and found something else.',
    fixes: ['Look at this line and the one before it', 'Add the missing identifier', 'Format the file: dotnet format'],
  },
  {
    codes: ['CS1002', 'CS1513'],
    page: 'M',
    explanation: ['A statement is not closed with a semicolon.', 'A block is not closed with a brace.'],
    fixes: [
      'Look at this line and the one before it',
      'Balance the braces and end each statement with a semicolon',
      'Format the file: dotnet format',
    ],
  },
  {
    codes: ['CS0117'],
    page: 'M',
    explanation: 'The type has no static member of this name.',
    fixes: [
      'Check the spelling of the member',
      'Check that it is the type that is meant',
      'Update the package that brings the type',
    ],
  },
  {
    codes: ['CS1061'],
    page: 'L',
    explanation: 'The type has no instance member and no extension method of this name.',
    fixes: [
      'Check the spelling of the member and the type of the object',
      'Add the using directive of the extension method',
      'Update the package that brings the type',
    ],
  },
  {
    codes: ['CS1503'],
    page: 'M',
    explanation: 'The argument does not have the type that the parameter asks for.',
    fixes: ['Check the signature of the method', 'Convert the argument', 'Look for an overload that has changed'],
  },
  {
    codes: ['CS7036'],
    page: '-',
    explanation: 'A required parameter of the method or constructor got no argument.',
    fixes: [
      'Supply the missing argument',
      'Check the signature of the method',
      'Look for an overload that has changed',
    ],
  },
  {
    codes: ['CS8600', 'CS8602', 'CS8604', 'CS8618'],
    page: 'U',
    explanation: [
      'A value that may be null is assigned to a type that must not be.',
      'Something that may be null is dereferenced.',
      'A value that may be null is passed where null is not allowed.',
      'A member that must not be null has no value when the constructor ends.',
    ],
    fixes: ['Check for null first', 'Make the type nullable with ?', 'Initialise the member, or mark it required'],
  },
  {
    codes: ['CS0006', 'CS0012'],
    page: 'L',
    explanation: [
      'The output of a referenced project is missing, mostly because that project did not build.',
      'The type is defined in an assembly that the project does not reference.',
    ],
    fixes: [
      'Build the referenced project first: its error is the real one',
      'Add a reference to the assembly or package that defines the type',
    ],
  },
  {
    codes: ['CS0017', 'CS5001', 'CS8802'],
    page: 'E',
    explanation: [
      'The program has more than one entry point.',
      'The program has no entry point.',
      'More than one file has top-level statements.',
    ],
    fixes: [
      'Keep one Main method, or one file with top-level statements',
      'Name the class of the entry point in StartupObject',
      'Set OutputType to Library if the project is none to be run',
    ],
  },
  {
    codes: ['CS2012'],
    page: '-',
    explanation: 'The output file cannot be written because another process has it open.',
    fixes: ['Stop the program or session that runs this project', 'Stop other builds of this project, and build again'],
  },
  {
    codes: ['CS1591'],
    page: 'L',
    explanation: 'A public member has no XML comment although the documentation file is wanted.',
    fixes: ['Write the XML comment', 'Add the code to NoWarn in the project file'],
  },
  // MSBuild.
  {
    codes: ['MSB1001'],
    page: 'V',
    explanation: 'MSBuild does not know one of the switches it was given.',
    fixes: [
      'Check the option for this command with dotnet_help',
      'Choose the test runner the project uses: an option of one is unknown to the other',
    ],
    hint: 'Unrecognized option. Check the command syntax.',
  },
  {
    codes: ['MSB1003', 'MSB1011'],
    page: 'V',
    explanation: [
      'The working directory holds no project and no solution.',
      'The working directory holds more than one project or solution.',
    ],
    fixes: ['Name the project or solution file', 'Set workingDirectory to the folder that holds it'],
  },
  {
    codes: ['MSB1009'],
    page: 'V',
    explanation: 'The project file that was named does not exist.',
    fixes: [
      'Check the path: it is relative to the working directory',
      'Set workingDirectory to the folder it is relative to',
    ],
  },
  {
    codes: ['MSB3021', 'MSB3026', 'MSB3027'],
    page: 'V',
    explanation: 'A file could not be copied to the output, mostly because a running program holds it open.',
    fixes: [
      'Stop the program that runs from the output folder',
      'Stop the session that runs this project',
      'Build again',
    ],
  },
  {
    codes: ['MSB3073'],
    page: 'V',
    explanation: 'A command that the build runs ended with an error.',
    fixes: ['Read the output of the command above this error', 'Run the command by hand in the project folder'],
  },
  {
    codes: ['MSB3202'],
    page: 'V',
    explanation: 'A project that is referenced was not found at the path the reference names.',
    fixes: [
      'Correct the path or its upper and lower case in the ProjectReference',
      'Bring the missing project file back',
    ],
  },
  {
    codes: ['MSB3275'],
    page: 'V',
    explanation: 'A reference depends on an assembly that was built for a newer framework than this project targets.',
    fixes: ['Raise the target framework of the project', 'Take an older version of the package'],
  },
  {
    codes: ['MSB3277'],
    page: 'V',
    explanation: 'Different versions of one assembly are wanted, and MSBuild could not choose between them.',
    fixes: [
      'Align the versions of the packages that bring it',
      'List transitive packages: dotnet list package --include-transitive',
    ],
  },
  {
    codes: ['MSB3321'],
    page: 'V',
    explanation: 'The key to sign with could not be imported.',
    fixes: ['Check the path of the key file', 'Check its password and whether it may be read'],
  },
  {
    codes: ['MSB3644'],
    page: 'V',
    explanation: 'MSBuild could not locate the reference assemblies needed to build for the target framework.',
    fixes: [
      'Install the .NET Framework {framework} Developer Pack',
      'Update TargetFramework to a supported version like net8.0',
      'Install Visual Studio with .NET Framework development workload',
    ],
    hint: 'The reference assemblies were not found. Install the .NET SDK or targeting pack for the specified framework.',
  },
  {
    codes: ['MSB4018'],
    page: 'V',
    explanation: 'A task of the build failed in a way nobody foresaw.',
    fixes: [
      'Read the exception in the message',
      'Delete the obj folder and restore',
      'Update the SDK or the package that brings the task',
    ],
  },
  {
    codes: ['MSB4019'],
    page: 'V',
    explanation: 'A file that the project imports was not found.',
    fixes: [
      'Restore the packages: dotnet restore',
      'Install the SDK or workload that brings the file',
      'Correct the path of the import',
    ],
  },
  {
    codes: ['MSB4025', 'MSB4057'],
    page: 'V',
    explanation: ['The project file is no well-formed XML.', 'The project has no target of this name.'],
    fixes: ['Correct the line that the message names', 'Check the name of the target and where it is imported'],
  },
  {
    codes: ['MSB4062'],
    page: 'V',
    explanation: 'The assembly that holds a task of the build could not be loaded.',
    fixes: [
      'Restore the packages: dotnet restore',
      'Check the version and the path of the package that brings the task',
    ],
  },
  {
    codes: ['MSB4236'],
    page: 'V',
    explanation: 'The SDK that the project names was not found on this machine.',
    fixes: ['Install that SDK', 'Check global.json and the Sdk attribute of the project'],
  },
  // NuGet.
  {
    codes: ['NU1004'],
    page: 'N',
    explanation: 'The lock file does not fit the project any more, and locked mode forbids to change it.',
    fixes: ['Restore without locked mode and commit the new lock file', 'Undo the change of the dependencies'],
  },
  {
    codes: ['NU1008', 'NU1010'],
    page: 'N',
    explanation: [
      'The project uses central package management, where a PackageReference must not have a version.',
      'The project uses central package management, and no PackageVersion names this package.',
    ],
    fixes: [
      'Move the version to Directory.Packages.props',
      'Add a PackageVersion for the package to Directory.Packages.props',
    ],
  },
  {
    codes: ['NU1100', 'NU1102', 'NU1103'],
    page: 'N',
    explanation: [
      'The dependency could not be resolved from the configured package sources.',
      'The package exists, but not in the version that is asked for.',
      'The package exists only as a prerelease.',
    ],
    fixes: [
      'Search for the package: dotnet package search {package}',
      'List the configured sources: dotnet nuget list source',
      'Ask for a version that exists, or allow prereleases',
    ],
  },
  {
    codes: ['NU1101'],
    page: 'N',
    explanation: 'The specified NuGet package does not exist in the configured package sources.',
    fixes: [
      'Verify the package name spelling',
      'Check if the package exists on nuget.org',
      'Try searching: dotnet package search {package}',
    ],
    hint: 'Unable to find package. Check package name and source.',
  },
  {
    codes: ['NU1106', 'NU1107'],
    page: 'N',
    explanation: 'Packages ask for versions of a common dependency that cannot all be met.',
    fixes: ['Reference the package directly at one version', 'Look at the graph: dotnet nuget why {package}'],
  },
  {
    codes: ['NU1201', 'NU1202'],
    page: 'N',
    explanation: [
      'The referenced project does not support the target framework of this one.',
      'The package does not support the target framework of the project.',
    ],
    fixes: ['Change the target framework, or target several', 'Take another version of the package or project'],
  },
  {
    codes: ['NU1213'],
    page: 'N',
    explanation: 'The package is of a type that a project cannot reference.',
    fixes: [
      'Install it as a tool: dotnet tool install {package}',
      'Reference the library package of the same name instead',
    ],
  },
  {
    codes: ['NU1301'],
    page: 'N',
    explanation: 'A package source did not answer.',
    fixes: [
      'Check the network connection and the proxy settings',
      'Check the address and the credentials of the source: dotnet nuget list source',
      'Use another source',
    ],
  },
  {
    codes: ['NU1403'],
    page: 'N',
    explanation: 'The content of a package differs from what the lock file recorded.',
    fixes: [
      'Clear the caches: dotnet nuget locals all --clear',
      'Find out why the source has changed before you trust it',
    ],
  },
  {
    codes: ['NU1510', 'NU1701'],
    page: 'N',
    explanation: [
      'The package is part of this target framework already.',
      'The package was restored for another framework than the project targets, and may not work.',
    ],
    fixes: ['Remove the reference', 'Take a package that supports this framework'],
  },
  {
    codes: ['NU1603'],
    page: 'N',
    explanation: 'The exact version was not found, and a higher one was taken.',
    fixes: ['Ask for a version that exists', 'Check whether the source has the version'],
  },
  {
    codes: ['NU1605'],
    page: 'N',
    explanation: 'A direct reference asks for a lower version than one of the dependencies does.',
    fixes: ['Raise the version of the direct reference', 'Align the versions of the packages'],
  },
  {
    codes: ['NU1900'],
    page: 'N',
    explanation: 'The data about known vulnerabilities could not be fetched.',
    fixes: ['Check the network connection to the package source', 'Restore again later'],
  },
  {
    codes: ['NU1901', 'NU1902', 'NU1903', 'NU1904'],
    page: 'K',
    explanation: [
      'The package has a known vulnerability of low severity.',
      'The package has a known vulnerability of moderate severity.',
      'The package has a known vulnerability of high severity.',
      'The package has a known vulnerability of critical severity.',
    ],
    fixes: ['Update the package', 'List vulnerable packages: dotnet list package --vulnerable'],
  },
  {
    codes: ['NU5019', 'NU5039', 'NU5104'],
    page: 'N',
    explanation: [
      'A file that is to be packed was not found.',
      'The readme of the package was not found.',
      'A stable package must not depend on a prerelease.',
    ],
    fixes: ['Correct the path of the file', 'Add the file to the package', 'Depend on a stable version'],
  },
  // The .NET SDK.
  {
    codes: ['NETSDK1004', 'NETSDK1005'],
    page: 'S',
    explanation: [
      'The assets file that a restore writes is missing.',
      'The assets file does not have the target that is being built.',
    ],
    fixes: ['Restore the packages: dotnet restore', 'Delete the obj folder and restore'],
  },
  {
    codes: ['NETSDK1013', 'NETSDK1045'],
    page: 'S',
    explanation: [
      'The target framework is not one the SDK knows.',
      'The target framework is newer than the SDK that builds.',
    ],
    fixes: [
      'Correct the TargetFramework',
      'Install a newer .NET SDK',
      'Look at global.json: it may choose an older SDK',
    ],
  },
  {
    codes: ['NETSDK1022'],
    page: 'S',
    explanation: 'The project names files that the SDK includes already.',
    fixes: ['Remove the explicit Include', 'Set EnableDefaultItems to false'],
  },
  {
    codes: ['NETSDK1047'],
    page: 'I',
    explanation: 'The assets file has nothing for this runtime.',
    fixes: ['Restore with that runtime: dotnet restore -r {runtime}', 'Add the runtime to RuntimeIdentifiers'],
  },
  {
    codes: ['NETSDK1082', 'NETSDK1083'],
    page: 'S',
    explanation: ['There is no runtime pack for this runtime.', 'The runtime identifier is not known.'],
    fixes: ['Choose a runtime identifier that exists', 'Publish without a self-contained runtime'],
  },
  {
    codes: ['NETSDK1064'],
    page: 'S',
    explanation: 'A package that the assets file names is not on disk any more.',
    fixes: ['Restore the packages: dotnet restore', 'Clear the caches: dotnet nuget locals all --clear'],
  },
  {
    codes: ['NETSDK1100', 'NETSDK1136'],
    page: 'S',
    explanation: [
      'The project targets Windows and is built on another system.',
      'The target framework lacks the Windows platform that the project needs.',
    ],
    fixes: ['Set EnableWindowsTargeting to true', 'Target a framework that ends in -windows', 'Build on Windows'],
  },
  {
    codes: ['NETSDK1141'],
    page: 'S',
    explanation: 'The SDK that global.json names is not installed.',
    fixes: ['Install that SDK', 'Change version or rollForward in global.json'],
  },
  {
    codes: ['NETSDK1147'],
    page: 'S',
    explanation: 'The project needs a workload that is not installed.',
    fixes: [
      'Install the workloads: dotnet workload install {workloads}',
      'Restore the workloads: dotnet workload restore',
    ],
  },
  {
    codes: ['NETSDK1152', 'NETSDK1194'],
    page: 'I',
    explanation: [
      'Two files would be published to the same path.',
      'The output option does not work with a solution: its projects would overwrite each other.',
    ],
    fixes: ['Exclude one of the files from the publish output', 'Name a project instead of the solution'],
  },
  {
    codes: ['NETSDK1206'],
    page: 'S',
    explanation:
      'A package has assets for runtime identifiers of single distributions, which are not looked at any more.',
    fixes: ['Update the package', 'Use portable runtime identifiers'],
  },
];
