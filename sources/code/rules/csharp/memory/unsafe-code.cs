using System;
using System.Runtime.InteropServices;

public class Pointers
{
    public void Copy(IntPtr from, byte[] to)
    {
        // ruleid: csharp/memory/unsafe-code
        Marshal.Copy(from, to, 0, to.Length);
    }

    public void Write(IntPtr to)
    {
        byte value = 1;
        // ruleid: csharp/memory/unsafe-code
        Marshal.WriteByte(to, value);
    }

    public Span<byte> Made(ref byte first)
    {
        // ruleid: csharp/memory/unsafe-code
        return MemoryMarshal.CreateSpan(ref first, 8);
    }

    public void Span(Span<byte> from, Span<byte> to)
    {
        // ok: csharp/memory/unsafe-code
        from.CopyTo(to);
    }

    public int Size()
    {
        // ok: csharp/memory/unsafe-code
        int size = Marshal.SizeOf<int>();
        return size;
    }

    public void Array(byte[] from, byte[] to)
    {
        // ok: csharp/memory/unsafe-code
        Buffer.BlockCopy(from, 0, to, 0, from.Length);
    }
}
