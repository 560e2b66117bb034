import type { Dialect } from '../dialect.js';

/** ASP.NET Core. */
export const csharp: Dialect = {
  language: 'csharp',
  framework: 'ASP.NET Core',
  extension: 'cs',
  sources: [
    'name',
    'Request.Query["name"].ToString()',
    'Request.Form["name"].ToString()',
    'Request.Headers["X-Name"].ToString()',
    'Request.Cookies["name"]',
    'model.Name',
    'HttpContext.Request.Query["name"].First()',
  ],
  declare: (name, value) => `string ${name} = ${value};`,
  steps: [
    {
      name: 'condition',
      passes: (from, to, n) => ({
        lines: [
          `string ${to};`,
          `int num${n} = 86;`,
          `if ((7 * 42) - num${n} > 200) ${to} = ${from};`,
          `else ${to} = "fixed";`,
        ],
      }),
      stops: (from, to, n) => ({
        lines: [
          `string ${to};`,
          `int num${n} = 106;`,
          `if ((7 * 18) + num${n} > 200) ${to} = "fixed";`,
          `else ${to} = ${from};`,
        ],
      }),
    },
    {
      name: 'ternary',
      passes: (from, to, n) => ({ lines: [`int num${n} = 5;`, `var ${to} = num${n} > 9 ? "fixed" : ${from};`] }),
      stops: (from, to, n) => ({ lines: [`int num${n} = 12;`, `var ${to} = num${n} > 9 ? "fixed" : ${from};`] }),
    },
    {
      name: 'list',
      passes: (from, to, n) => ({
        lines: [
          `var l${n} = new List<string>();`,
          `l${n}.Add("safe");`,
          `l${n}.Add(${from});`,
          `l${n}.Add("more");`,
          `l${n}.RemoveAt(0);`,
          `var ${to} = l${n}[0];`,
        ],
      }),
      stops: (from, to, n) => ({
        lines: [
          `var l${n} = new List<string>();`,
          `l${n}.Add("safe");`,
          `l${n}.Add(${from});`,
          `l${n}.Add("more");`,
          `l${n}.RemoveAt(0);`,
          `var ${to} = l${n}[1];`,
        ],
      }),
    },
    {
      name: 'dictionary',
      passes: (from, to, n) => ({
        lines: [
          `var m${n} = new Dictionary<string, string>();`,
          `m${n}["a"] = "safe";`,
          `m${n}["b"] = ${from};`,
          `var ${to} = m${n}["b"];`,
        ],
      }),
      stops: (from, to, n) => ({
        lines: [
          `var m${n} = new Dictionary<string, string>();`,
          `m${n}["a"] = "safe";`,
          `m${n}["b"] = ${from};`,
          `var ${to} = m${n}["a"];`,
        ],
      }),
    },
    {
      name: 'switch',
      passes: (from, to, n) => ({
        lines: [
          `string ${to};`,
          `switch ("ABC"[1])`,
          '{',
          `    case 'A': ${to} = "a"; break;`,
          `    case 'B': ${to} = ${from}; break;`,
          `    default: ${to} = "d${n}"; break;`,
          '}',
        ],
      }),
      stops: (from, to, n) => ({
        lines: [
          `string ${to};`,
          `switch ("ABC"[0])`,
          '{',
          `    case 'A': ${to} = "a"; break;`,
          `    case 'B': ${to} = ${from}; break;`,
          `    default: ${to} = "d${n}"; break;`,
          '}',
        ],
      }),
    },
    {
      name: 'helper',
      passes: (from, to, n) => ({
        lines: [`var ${to} = Keep${n}(${from});`],
        functions: [`private static string Keep${n}(string value)\n{\n    var kept = value + "";\n    return kept;\n}`],
      }),
      stops: (from, to, n) => ({
        lines: [`var ${to} = Keep${n}(${from});`],
        functions: [
          `private static string Keep${n}(string value)\n{\n    var kept = value;\n    kept = "constant";\n    return kept;\n}`,
        ],
      }),
    },
    {
      name: 'class',
      passes: (from, to, n) => ({
        lines: [`var o${n} = new Thing${n} { Held = ${from}, Other = "safe" };`, `var ${to} = o${n}.Held;`],
        functions: [
          `private class Thing${n}\n{\n    public string Held { get; set; }\n    public string Other { get; set; }\n}`,
        ],
      }),
      stops: (from, to, n) => ({
        lines: [`var o${n} = new Thing${n} { Held = ${from}, Other = "safe" };`, `var ${to} = o${n}.Other;`],
        functions: [
          `private class Thing${n}\n{\n    public string Held { get; set; }\n    public string Other { get; set; }\n}`,
        ],
      }),
    },
    {
      name: 'builder',
      passes: (from, to, n) => ({
        lines: [`var b${n} = new StringBuilder("a");`, `b${n}.Append(${from});`, `var ${to} = b${n}.ToString();`],
      }),
      stops: (from, to, n) => ({
        lines: [
          `var b${n} = new StringBuilder("a");`,
          `b${n}.Append("b");`,
          `var ${to} = b${n}.ToString();`,
          `Console.WriteLine(${from}.Length);`,
        ],
      }),
    },
    {
      name: 'number',
      passes: (from, to) => ({ lines: [`var ${to} = ${from}.Trim();`] }),
      stops: (from, to) => ({ lines: [`var ${to} = int.Parse(${from}).ToString();`] }),
    },
    {
      name: 'check',
      passes: (from, to) => ({
        lines: [`if (new[] { "a", "b" }.Contains(${from})) Console.WriteLine("known");`, `var ${to} = ${from};`],
      }),
      stops: (from, to) => ({
        lines: [`if (!new[] { "a", "b" }.Contains(${from})) return BadRequest();`, `var ${to} = ${from};`],
      }),
    },
  ],
  sinks: [
    {
      name: 'command',
      cwe: 78,
      bad: v => [`Process.Start("cmd.exe", "/c dir " + ${v});`],
      good: v => ['Process.Start("uptime", "-p");', `Console.WriteLine(${v}.Length);`],
      cleansOther: v => `HttpUtility.HtmlEncode(${v})`,
    },
    {
      name: 'sql',
      cwe: 89,
      bad: v => [
        `var command = new SqlCommand("SELECT * FROM users WHERE name = '" + ${v} + "'", connection);`,
        'command.ExecuteReader();',
      ],
      good: v => [
        'var command = new SqlCommand("SELECT * FROM users WHERE name = @name", connection);',
        `command.Parameters.AddWithValue("@name", ${v});`,
        'command.ExecuteReader();',
      ],
      cleansOther: v => `HttpUtility.HtmlEncode(${v})`,
    },
    {
      name: 'sql of entities',
      cwe: 89,
      bad: v => [
        `var found = database.Users.FromSqlRaw("SELECT * FROM users WHERE name = '" + ${v} + "'").ToList();`,
        'Console.WriteLine(found.Count);',
      ],
      good: v => [
        `var found = database.Users.FromSqlRaw("SELECT * FROM users WHERE name = {0}", ${v}).ToList();`,
        'Console.WriteLine(found.Count);',
      ],
    },
    {
      name: 'path',
      cwe: 22,
      bad: v => [`Console.WriteLine(System.IO.File.ReadAllText("/srv/files/" + ${v}));`],
      good: v => [`Console.WriteLine(System.IO.File.ReadAllText("/srv/files/" + Path.GetFileName(${v})));`],
      cleans: v => `Path.GetFileName(${v})`,
      cleansOther: v => `HttpUtility.HtmlEncode(${v})`,
    },
    {
      name: 'xss',
      cwe: 79,
      bad: v => [`return Content("<p>" + ${v} + "</p>", "text/html");`],
      good: v => [`return Content("<p>" + HttpUtility.HtmlEncode(${v}) + "</p>", "text/html");`],
      cleans: v => `HttpUtility.HtmlEncode(${v})`,
    },
    {
      name: 'ssrf',
      cwe: 918,
      bad: v => [`Console.WriteLine(await client.GetStringAsync(${v}));`],
      good: v => [
        `Console.WriteLine(await client.GetStringAsync("https://api.example.org/?q=" + Uri.EscapeDataString(${v})));`,
      ],
    },
    {
      name: 'redirect',
      cwe: 601,
      bad: v => [`return Redirect(${v});`],
      good: v => [`return LocalRedirect(${v});`],
    },
    {
      name: 'ldap',
      cwe: 90,
      bad: v => [
        'var searcher = new DirectorySearcher(entry);',
        `searcher.Filter = "(uid=" + ${v} + ")";`,
        'searcher.FindOne();',
      ],
      good: v => [
        'var searcher = new DirectorySearcher(entry);',
        'searcher.Filter = "(uid=1)";',
        `Console.WriteLine(${v}.Length);`,
      ],
    },
    {
      name: 'xpath',
      cwe: 643,
      bad: v => [`Console.WriteLine(document.SelectSingleNode("/e[@id='" + ${v} + "']"));`],
      good: v => ['Console.WriteLine(document.SelectSingleNode("/e[@id=1]"));', `Console.WriteLine(${v}.Length);`],
    },
    {
      name: 'deserialization',
      cwe: 502,
      bad: v => [
        'var formatter = new BinaryFormatter();',
        `Console.WriteLine(formatter.Deserialize(new MemoryStream(Convert.FromBase64String(${v}))));`,
      ],
      good: v => [`Console.WriteLine(JsonSerializer.Deserialize<Model>(${v}));`],
    },
    {
      name: 'hash',
      cwe: 328,
      isFlow: false,
      bad: v => [`Console.WriteLine(MD5.Create().ComputeHash(Encoding.UTF8.GetBytes(${v})));`],
      good: v => [`Console.WriteLine(SHA256.Create().ComputeHash(Encoding.UTF8.GetBytes(${v})));`],
    },
    {
      name: 'random',
      cwe: 330,
      isFlow: false,
      bad: () => ['var token = new Random().Next().ToString();', 'HttpContext.Session.SetString("token", token);'],
      good: () => [
        'var token = Convert.ToHexString(RandomNumberGenerator.GetBytes(16));',
        'HttpContext.Session.SetString("token", token);',
      ],
    },
    {
      name: 'cookie',
      cwe: 614,
      isFlow: false,
      bad: () => ['Response.Cookies.Append("s", "1", new CookieOptions { Secure = false, HttpOnly = true });'],
      good: () => ['Response.Cookies.Append("s", "1", new CookieOptions { Secure = true, HttpOnly = true });'],
    },
  ],
  file: (lines, functions, n) => `using System;
using System.Collections.Generic;
using System.Data.SqlClient;
using System.Diagnostics;
using System.DirectoryServices;
using System.IO;
using System.Linq;
using System.Net.Http;
using System.Runtime.Serialization.Formatters.Binary;
using System.Security.Cryptography;
using System.Text;
using System.Text.Json;
using System.Threading.Tasks;
using System.Web;
using System.Xml;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Mvc;
using Microsoft.EntityFrameworkCore;

public class Model
{
    public string Name { get; set; }
}

[ApiController]
[Route("handler${n}")]
public class Handler${n}Controller : Controller
{
    private readonly SqlConnection connection;
    private readonly ShopContext database;
    private readonly DirectoryEntry entry;
    private readonly XmlDocument document;
    private static readonly HttpClient client = new HttpClient();

    [HttpPost]
    public async Task<IActionResult> Handle([FromQuery] string name, [FromBody] Model model)
    {
${lines.map(line => `        ${line}`).join('\n')}
        return Ok();
    }

${functions
  .flatMap(each => each.split('\n'))
  .map(line => `    ${line}`)
  .join('\n')}
}
`,
};
