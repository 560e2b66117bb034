using System;
using System.IO;
using Microsoft.AspNetCore.Mvc;
using System.DirectoryServices;

public class People : Controller
{
    public void Person(DirectorySearcher searcher)
    {
        // ruleid: csharp/ldap-injection/filter-from-request
        searcher.Filter = "(uid=" + Request.Query["uid"] + ")";
    }

    public void Group(DirectoryEntry entry)
    {
        string filter = $"(cn={Request.Form["name"]})";
        // ruleid: csharp/ldap-injection/filter-from-request
        new DirectorySearcher(entry, filter);
    }

    public void Path()
    {
        // ruleid: csharp/ldap-injection/filter-from-request
        new DirectoryEntry("LDAP://server/ou=" + Request.Headers["X-Unit"]);
    }

    public void Escaped(DirectorySearcher searcher)
    {
        string uid = Encoder.LdapFilterEncode(Request.Query["uid"]);
        // ok: csharp/ldap-injection/filter-from-request
        searcher.Filter = "(uid=" + uid + ")";
    }

    public void Fixed(DirectorySearcher searcher)
    {
        string filter = "(objectClass=person)";
        // ok: csharp/ldap-injection/filter-from-request
        searcher.Filter = filter;
    }

    public void Number(DirectorySearcher searcher)
    {
        // ok: csharp/ldap-injection/filter-from-request
        searcher.Filter = "(uidNumber=" + int.Parse(Request.Query["n"]) + ")";
    }
}
