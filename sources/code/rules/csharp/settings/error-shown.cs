using Microsoft.AspNetCore.Builder;

public class Startup
{
    public void Always(IApplicationBuilder app)
    {
        // ruleid: csharp/settings/error-shown
        app.UseDeveloperExceptionPage();
    }

    public void Database(IApplicationBuilder app)
    {
        // ruleid: csharp/settings/error-shown
        app.UseDatabaseErrorPage();
    }

    public void Wrong(IApplicationBuilder app, IHostEnvironment environment)
    {
        bool show = environment.IsProduction();
        if (show)
        {
            // ruleid: csharp/settings/error-shown
            app.UseDeveloperExceptionPage();
        }
    }

    public void Right(IApplicationBuilder app, IHostEnvironment environment)
    {
        if (environment.IsDevelopment())
        {
            // ok: csharp/settings/error-shown
            app.UseDeveloperExceptionPage();
        }
    }

    public void Handler(IApplicationBuilder app)
    {
        string page = "/error";
        // ok: csharp/settings/error-shown
        app.UseExceptionHandler(page);
    }

    public void Both(IApplicationBuilder app, IHostEnvironment environment, bool wanted)
    {
        if (wanted && environment.IsDevelopment())
        {
            // ok: csharp/settings/error-shown
            app.UseDeveloperExceptionPage();
        }
    }
}
