import java.io.*;
import java.util.*;
import javax.servlet.http.*;
import java.nio.file.Path;
import java.util.jar.*;
import java.util.zip.*;
import org.apache.commons.io.FilenameUtils;

class Archives extends HttpServlet {
    void unpack(ZipInputStream in, File folder) throws IOException {
        ZipEntry entry = in.getNextEntry();
        // ruleid: java/path-traversal/entry-of-archive
        File file = new File(folder, entry.getName());
    }

    void write(ZipEntry entry) throws IOException {
        String path = "/srv/site/" + entry.getName();
        // ruleid: java/path-traversal/entry-of-archive
        new FileOutputStream(path);
    }

    void resolve(JarEntry entry, Path folder) {
        // ruleid: java/path-traversal/entry-of-archive
        Path path = folder.resolve(entry.getName());
    }

    void named(ZipEntry entry, File folder) {
        // ok: java/path-traversal/entry-of-archive
        File file = new File(folder, FilenameUtils.getName(entry.getName()));
    }

    void checked(ZipEntry entry, File folder) throws IOException {
        String name = entry.getName();
        if (name.contains("..")) throw new IOException(name);
        // ok: java/path-traversal/entry-of-archive
        File file = new File(folder, name);
    }

    void fixed(File folder) {
        String name = "index.html";
        // ok: java/path-traversal/entry-of-archive
        File file = new File(folder, name);
    }
}
