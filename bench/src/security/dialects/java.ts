import type { Dialect } from '../dialect.js';

/** Servlets. */
export const java: Dialect = {
  language: 'java',
  framework: 'Servlet',
  extension: 'java',
  sources: [
    'request.getParameter("name")',
    'request.getHeader("X-Name")',
    'request.getParameterValues("name")[0]',
    'request.getParameterMap().get("name")[0]',
    'java.net.URLDecoder.decode(request.getHeader("X-Name"), "UTF-8")',
    'request.getHeaders("X-Name").nextElement()',
    'request.getQueryString()',
    'request.getCookies()[0].getValue()',
  ],
  declare: (name, value) => `String ${name} = ${value};`,
  steps: [
    {
      name: 'condition',
      passes: (from, to, n) => ({
        lines: [
          `String ${to};`,
          `int num${n} = 86;`,
          `if ((7 * 42) - num${n} > 200) ${to} = ${from};`,
          `else ${to} = "fixed";`,
        ],
      }),
      stops: (from, to, n) => ({
        lines: [
          `String ${to};`,
          `int num${n} = 106;`,
          `if ((7 * 18) + num${n} > 200) ${to} = "fixed";`,
          `else ${to} = ${from};`,
        ],
      }),
    },
    {
      name: 'ternary',
      passes: (from, to, n) => ({
        lines: [`int num${n} = 106;`, `String ${to} = (500 / 42) + num${n} > 500 ? "fixed" : ${from};`],
      }),
      stops: (from, to, n) => ({
        lines: [`int num${n} = 106;`, `String ${to} = (7 * 18) + num${n} > 200 ? "fixed" : ${from};`],
      }),
    },
    {
      name: 'list',
      passes: (from, to, n) => ({
        lines: [
          `String ${to} = "start";`,
          `if (${from} != null) {`,
          `  java.util.List<String> list${n} = new java.util.ArrayList<String>();`,
          `  list${n}.add("safe");`,
          `  list${n}.add(${from});`,
          `  list${n}.add("moresafe");`,
          `  list${n}.remove(0);`,
          `  ${to} = list${n}.get(0);`,
          '}',
        ],
      }),
      stops: (from, to, n) => ({
        lines: [
          `String ${to} = "start";`,
          `if (${from} != null) {`,
          `  java.util.List<String> list${n} = new java.util.ArrayList<String>();`,
          `  list${n}.add("safe");`,
          `  list${n}.add(${from});`,
          `  list${n}.add("moresafe");`,
          `  list${n}.remove(0);`,
          `  ${to} = list${n}.get(1);`,
          '}',
        ],
      }),
    },
    {
      name: 'map',
      passes: (from, to, n) => ({
        lines: [
          `java.util.HashMap<String, Object> map${n} = new java.util.HashMap<String, Object>();`,
          `map${n}.put("keyA", "a value");`,
          `map${n}.put("keyB", ${from});`,
          `map${n}.put("keyC", "another");`,
          `String ${to} = (String) map${n}.get("keyB");`,
        ],
      }),
      stops: (from, to, n) => ({
        lines: [
          `java.util.HashMap<String, Object> map${n} = new java.util.HashMap<String, Object>();`,
          `map${n}.put("keyA", "a value");`,
          `map${n}.put("keyB", ${from});`,
          `String ${to} = (String) map${n}.get("keyB");`,
          `${to} = (String) map${n}.get("keyA");`,
        ],
      }),
    },
    {
      name: 'switch',
      passes: (from, to, n) => ({
        lines: [
          `String ${to};`,
          `char c${n} = "ABC".charAt(2);`,
          `switch (c${n}) {`,
          `  case 'A': ${to} = "a"; break;`,
          `  case 'B': ${to} = "b"; break;`,
          `  case 'C': case 'D': ${to} = ${from}; break;`,
          `  default: ${to} = "d"; break;`,
          '}',
        ],
      }),
      stops: (from, to, n) => ({
        lines: [
          `String ${to};`,
          `char c${n} = "ABC".charAt(1);`,
          `switch (c${n}) {`,
          `  case 'A': ${to} = ${from}; break;`,
          `  case 'B': ${to} = "b"; break;`,
          `  case 'C': case 'D': ${to} = ${from}; break;`,
          `  default: ${to} = "d"; break;`,
          '}',
        ],
      }),
    },
    {
      name: 'helper',
      passes: (from, to, n) => ({
        lines: [`String ${to} = keep${n}(request, ${from});`],
        functions: [
          `private static String keep${n}(HttpServletRequest request, String value) {\n  String kept = value;\n  return kept;\n}`,
        ],
      }),
      stops: (from, to, n) => ({
        lines: [`String ${to} = keep${n}(request, ${from});`],
        functions: [
          `private static String keep${n}(HttpServletRequest request, String value) {\n  String kept = value;\n  kept = "constant";\n  return kept;\n}`,
        ],
      }),
    },
    {
      name: 'class',
      passes: (from, to, n) => ({
        lines: [`String ${to} = new Inner${n}().change(${from});`],
        functions: [
          `private class Inner${n} {\n  public String change(String value) {\n    StringBuilder b = new StringBuilder(value);\n    b.append(" more");\n    return b.toString();\n  }\n}`,
        ],
      }),
      stops: (from, to, n) => ({
        lines: [`String ${to} = new Inner${n}().change(${from});`],
        functions: [
          `private class Inner${n} {\n  public String change(String value) {\n    String[] all = {"safe", value};\n    return all[0];\n  }\n}`,
        ],
      }),
    },
    {
      name: 'encoding',
      passes: (from, to) => ({
        lines: [
          `String ${to} = new String(java.util.Base64.getDecoder().decode(java.util.Base64.getEncoder().encode(${from}.getBytes())));`,
        ],
      }),
      stops: (from, to, n) => ({
        lines: [`int length${n} = ${from}.length();`, `String ${to} = Integer.toString(length${n});`],
      }),
    },
    {
      name: 'builder',
      passes: (from, to, n) => ({
        lines: [
          `StringBuilder sb${n} = new StringBuilder("a");`,
          `sb${n}.append(${from});`,
          `String ${to} = sb${n}.substring(1);`,
        ],
      }),
      stops: (from, to, n) => ({
        lines: [
          `StringBuilder sb${n} = new StringBuilder("a");`,
          `sb${n}.append("b");`,
          `String ${to} = sb${n}.toString();`,
          `System.out.println(${from}.length());`,
        ],
      }),
    },
    {
      name: 'check',
      passes: (from, to) => ({
        lines: [
          `if (java.util.Arrays.asList("a", "b").contains(${from})) System.out.println("known");`,
          `String ${to} = ${from};`,
        ],
      }),
      stops: (from, to) => ({
        lines: [`if (!java.util.Arrays.asList("a", "b").contains(${from})) return;`, `String ${to} = ${from};`],
      }),
    },
    {
      name: 'number',
      passes: (from, to) => ({ lines: [`String ${to} = ${from}.trim();`] }),
      stops: (from, to) => ({ lines: [`String ${to} = String.valueOf(Integer.parseInt(${from}));`] }),
    },
  ],
  sinks: [
    {
      name: 'command',
      cwe: 78,
      bad: v => [`Runtime.getRuntime().exec(new String[] {"sh", "-c", "ls " + ${v}});`],
      good: v => [
        `Runtime.getRuntime().exec(new String[] {"ls", "--", "/srv"});`,
        `System.out.println(${v}.length());`,
      ],
      cleansOther: v => `org.owasp.esapi.ESAPI.encoder().encodeForHTML(${v})`,
    },
    {
      name: 'command of a list',
      cwe: 78,
      bad: v => [
        'java.util.List<String> argList = new java.util.ArrayList<String>();',
        'argList.add("sh");',
        'argList.add("-c");',
        `argList.add("echo " + ${v});`,
        'ProcessBuilder pb = new ProcessBuilder();',
        'pb.command(argList);',
        'pb.start();',
      ],
      good: v => [
        'java.util.List<String> argList = new java.util.ArrayList<String>();',
        'argList.add("uptime");',
        'ProcessBuilder pb = new ProcessBuilder();',
        'pb.command(argList);',
        'pb.start();',
        `System.out.println(${v}.length());`,
      ],
    },
    {
      name: 'sql',
      cwe: 89,
      bad: v => [
        'java.sql.Statement statement = connection.createStatement();',
        `statement.executeQuery("SELECT * FROM users WHERE name='" + ${v} + "'");`,
      ],
      good: v => [
        'java.sql.PreparedStatement statement = connection.prepareStatement("SELECT * FROM users WHERE name=?");',
        `statement.setString(1, ${v});`,
        'statement.executeQuery();',
      ],
      cleansOther: v => `org.owasp.esapi.ESAPI.encoder().encodeForHTML(${v})`,
    },
    {
      name: 'sql that is prepared',
      cwe: 89,
      bad: v => [
        `String sql = "SELECT * FROM users WHERE name='" + ${v} + "'";`,
        'java.sql.PreparedStatement ps = connection.prepareStatement(sql);',
        'ps.execute();',
      ],
      good: v => [
        'String sql = "{call lookup(?)}";',
        'java.sql.CallableStatement ps = connection.prepareCall(sql);',
        `ps.setString(1, ${v});`,
        'ps.execute();',
      ],
    },
    {
      name: 'path',
      cwe: 22,
      bad: v => [
        `java.io.FileInputStream in = new java.io.FileInputStream("/srv/files/" + ${v});`,
        'System.out.println(in.read());',
      ],
      good: v => [
        'java.io.FileInputStream in = new java.io.FileInputStream("/srv/files/known");',
        `System.out.println(in.read() + ${v}.length());`,
      ],
      cleans: v => `org.apache.commons.io.FilenameUtils.getName(${v})`,
      cleansOther: v => `org.owasp.esapi.ESAPI.encoder().encodeForHTML(${v})`,
    },
    {
      name: 'xss',
      cwe: 79,
      bad: v => [
        'response.setContentType("text/html;charset=UTF-8");',
        `response.getWriter().println("<p>" + ${v} + "</p>");`,
      ],
      good: v => [
        'response.setContentType("text/html;charset=UTF-8");',
        `response.getWriter().println("<p>" + org.owasp.esapi.ESAPI.encoder().encodeForHTML(${v}) + "</p>");`,
      ],
      cleans: v => `org.apache.commons.text.StringEscapeUtils.escapeHtml4(${v})`,
    },
    {
      name: 'xss by format',
      cwe: 79,
      bad: v => ['Object[] obj = {"a", "b"};', `response.getWriter().format(java.util.Locale.US, ${v}, obj);`],
      good: v => [
        `Object[] obj = {"a", ${v}.length()};`,
        'response.getWriter().format(java.util.Locale.US, "%s %d", obj);',
      ],
    },
    {
      name: 'ldap',
      cwe: 90,
      bad: v => [
        'javax.naming.directory.DirContext ctx = new javax.naming.directory.InitialDirContext();',
        `String filter = "(&(objectclass=person)(uid=" + ${v} + "))";`,
        'ctx.search("ou=users", filter, new javax.naming.directory.SearchControls());',
      ],
      good: v => [
        'javax.naming.directory.DirContext ctx = new javax.naming.directory.InitialDirContext();',
        `ctx.search("ou=users", "(uid={0})", new Object[] {${v}}, new javax.naming.directory.SearchControls());`,
      ],
    },
    {
      name: 'xpath',
      cwe: 643,
      bad: v => [
        'javax.xml.xpath.XPath xp = javax.xml.xpath.XPathFactory.newInstance().newXPath();',
        `String expression = "/e[@id='" + ${v} + "']";`,
        'System.out.println(xp.evaluate(expression, document));',
      ],
      good: v => [
        'javax.xml.xpath.XPath xp = javax.xml.xpath.XPathFactory.newInstance().newXPath();',
        'System.out.println(xp.evaluate("/e[@id=\'1\']", document));',
        `System.out.println(${v}.length());`,
      ],
    },
    {
      name: 'redirect',
      cwe: 601,
      bad: v => [`response.sendRedirect(${v});`],
      good: v => [`response.sendRedirect("/home");`, `System.out.println(${v}.length());`],
    },
    {
      name: 'ssrf',
      cwe: 918,
      bad: v => [`System.out.println(new java.net.URL(${v}).openStream().read());`],
      good: v => [
        'System.out.println(new java.net.URL("https://api.example.org/").openStream().read());',
        `System.out.println(${v}.length());`,
      ],
    },
    {
      name: 'deserialization',
      cwe: 502,
      bad: v => [
        `byte[] bytes = java.util.Base64.getDecoder().decode(${v});`,
        'java.io.ObjectInputStream in = new java.io.ObjectInputStream(new java.io.ByteArrayInputStream(bytes));',
        'System.out.println(in.readObject());',
      ],
      good: v => [`System.out.println(new com.google.gson.Gson().fromJson(${v}, java.util.Map.class));`],
    },
    {
      name: 'code',
      cwe: 94,
      bad: v => [
        'javax.script.ScriptEngine engine = new javax.script.ScriptEngineManager().getEngineByName("js");',
        `System.out.println(engine.eval(${v}));`,
      ],
      good: v => [
        'javax.script.ScriptEngine engine = new javax.script.ScriptEngineManager().getEngineByName("js");',
        'System.out.println(engine.eval("1 + 1"));',
        `System.out.println(${v}.length());`,
      ],
    },
    {
      name: 'trust boundary',
      cwe: 501,
      bad: v => [`request.getSession().setAttribute(${v}, "10340");`],
      good: v => [`request.getSession().setAttribute("known", ${v}.length());`],
    },
    {
      name: 'hash',
      cwe: 328,
      isFlow: false,
      bad: v => [
        'java.security.MessageDigest md = java.security.MessageDigest.getInstance("MD5");',
        `System.out.println(md.digest(${v}.getBytes()));`,
      ],
      good: v => [
        'java.security.MessageDigest md = java.security.MessageDigest.getInstance("SHA-384");',
        `System.out.println(md.digest(${v}.getBytes()));`,
      ],
    },
    {
      name: 'crypto',
      cwe: 327,
      isFlow: false,
      bad: () => [
        'javax.crypto.Cipher c = javax.crypto.Cipher.getInstance("DES/CBC/PKCS5Padding");',
        'System.out.println(c);',
      ],
      good: () => [
        'javax.crypto.Cipher c = javax.crypto.Cipher.getInstance("AES/GCM/NoPadding");',
        'System.out.println(c);',
      ],
    },
    {
      name: 'random',
      cwe: 330,
      isFlow: false,
      bad: () => [
        'String key = Double.toString(new java.util.Random().nextDouble()).substring(2);',
        'request.getSession().setAttribute("rememberMe", key);',
      ],
      good: () => [
        'String key = Double.toString(new java.security.SecureRandom().nextDouble()).substring(2);',
        'request.getSession().setAttribute("rememberMe", key);',
      ],
    },
    {
      name: 'cookie',
      cwe: 614,
      isFlow: false,
      bad: () => [
        'javax.servlet.http.Cookie cookie = new javax.servlet.http.Cookie("s", "1");',
        'cookie.setSecure(false);',
        'cookie.setHttpOnly(true);',
        'response.addCookie(cookie);',
      ],
      good: () => [
        'javax.servlet.http.Cookie cookie = new javax.servlet.http.Cookie("s", "1");',
        'cookie.setSecure(true);',
        'cookie.setHttpOnly(true);',
        'response.addCookie(cookie);',
      ],
    },
  ],
  file: (lines, functions, n) => `package org.example.handlers;

import java.io.IOException;
import javax.servlet.ServletException;
import javax.servlet.annotation.WebServlet;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

@WebServlet(value = "/handler${n}")
public class Handler${n} extends HttpServlet {
  private java.sql.Connection connection;
  private org.w3c.dom.Document document;

  @Override
  public void doGet(HttpServletRequest request, HttpServletResponse response) throws ServletException, IOException {
    doPost(request, response);
  }

  @Override
  public void doPost(HttpServletRequest request, HttpServletResponse response) throws ServletException, IOException {
    try {
${lines.map(line => `      ${line}`).join('\n')}
    } catch (Exception e) {
      throw new ServletException(e);
    }
  }

${functions
  .flatMap(each => each.split('\n'))
  .map(line => `  ${line}`)
  .join('\n')}
}
`,
};
