using System.IdentityModel.Tokens.Jwt;
using Microsoft.IdentityModel.Tokens;

public class Checks
{
    public object Unsigned()
    {
        // ruleid: csharp/jwt/signature-not-verified
        return new TokenValidationParameters { RequireSignedTokens = false };
    }

    public void Later(TokenValidationParameters parameters)
    {
        // ruleid: csharp/jwt/signature-not-verified
        parameters.ValidateLifetime = false;
    }

    public object Read(JwtSecurityTokenHandler handler, string token)
    {
        // ruleid: csharp/jwt/signature-not-verified
        return handler.ReadJwtToken(token);
    }

    public object Signed()
    {
        // ok: csharp/jwt/signature-not-verified
        return new TokenValidationParameters { RequireSignedTokens = true };
    }

    public void On(TokenValidationParameters parameters)
    {
        bool wanted = true;
        // ok: csharp/jwt/signature-not-verified
        parameters.ValidateLifetime = wanted;
    }

    public object Verified(JwtSecurityTokenHandler handler, string token, TokenValidationParameters parameters)
    {
        // ok: csharp/jwt/signature-not-verified
        return handler.ValidateToken(token, parameters, out _);
    }
}
