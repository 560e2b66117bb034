export function configure($sceDelegateProvider) {
  // ruleid: javascript/xss/angular-open-list
  $sceDelegateProvider.resourceUrlWhitelist(["self", "**"]);
  // ruleid: javascript/xss/angular-open-list
  $sceDelegateProvider.trustedResourceUrlList(["https://**.example.org/**"]);
  const all = "http://**";
  // ruleid: javascript/xss/angular-open-list
  $sceDelegateProvider.resourceUrlWhitelist([all]);

  // ok: javascript/xss/angular-open-list
  $sceDelegateProvider.resourceUrlWhitelist(["self"]);
  // ok: javascript/xss/angular-open-list
  $sceDelegateProvider.trustedResourceUrlList(["https://example.org/templates/"]);
  const own = "https://example.org/";
  // ok: javascript/xss/angular-open-list
  $sceDelegateProvider.resourceUrlWhitelist([own]);
}
