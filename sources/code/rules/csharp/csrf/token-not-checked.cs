using Microsoft.AspNetCore.Mvc;

public class Orders : Controller
{
    // ruleid: csharp/csrf/token-not-checked
    [HttpPost]
    public IActionResult Pay(int id) { return View(); }

    // ruleid: csharp/csrf/token-not-checked
    [HttpPut]
    public IActionResult Change(int id) { return View(); }

    // ruleid: csharp/csrf/token-not-checked
    [IgnoreAntiforgeryToken]
    public IActionResult Hook(string text) { return Ok(); }

    // ok: csharp/csrf/token-not-checked
    [HttpPost, ValidateAntiForgeryToken]
    public IActionResult Checked(int id) { return View(); }

    // ok: csharp/csrf/token-not-checked
    [HttpGet]
    public IActionResult Show(int id) { return View(); }
}

[AutoValidateAntiforgeryToken]
public class Carts : Controller
{
    // ok: csharp/csrf/token-not-checked
    [HttpPost]
    public IActionResult Add(int id) { return View(); }
}
