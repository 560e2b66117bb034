export function signIn(token, user, color) {
  // ruleid: javascript/storage/token-in-local-storage
  localStorage.setItem("accessToken", token);
  const name = "jwt";
  // ruleid: javascript/storage/token-in-local-storage
  sessionStorage.setItem(name, token);
  // ruleid: javascript/storage/token-in-local-storage
  localStorage.apiKey = user.key;

  // ok: javascript/storage/token-in-local-storage
  localStorage.setItem("color", color);
  const other = "size";
  // ok: javascript/storage/token-in-local-storage
  sessionStorage.setItem(other, color);
  // ok: javascript/storage/token-in-local-storage
  localStorage.removeItem("accessToken");
}
