using System;
using System.IO;
using Microsoft.AspNetCore.Mvc;
using System.Threading.Tasks;

public class Users : Controller
{
    public async Task Change(User user)
    {
        // ruleid: csharp/mass-assignment/model-from-request
        await TryUpdateModelAsync(user);
    }

    public void Old(User user)
    {
        // ruleid: csharp/mass-assignment/model-from-request
        UpdateModel(user);
    }

    public void Values(EntityEntry entry, UserModel model)
    {
        // ruleid: csharp/mass-assignment/model-from-request
        entry.CurrentValues.SetValues(model);
    }

    public async Task Named(User user)
    {
        // ok: csharp/mass-assignment/model-from-request
        await TryUpdateModelAsync(user, "", each => each.Name, each => each.Mail);
    }

    public void Chosen(User user, UserModel model)
    {
        // ok: csharp/mass-assignment/model-from-request
        user.Name = model.Name;
    }

    public void Made(UserModel model)
    {
        // ok: csharp/mass-assignment/model-from-request
        var user = new User { Name = model.Name };
        Save(user);
    }
}
