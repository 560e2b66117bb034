import java.io.*;
import java.util.*;
import javax.servlet.http.*;
import java.nio.file.attribute.*;

class Permissions extends HttpServlet {
    void writable(File file) {
        // ruleid: java/files/open-permissions
        file.setWritable(true, false);
    }

    void posix(java.nio.file.Path path) throws IOException {
        // ruleid: java/files/open-permissions
        java.nio.file.Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwxrwxrwx"));
    }

    void added(Set<PosixFilePermission> rights) {
        // ruleid: java/files/open-permissions
        rights.add(PosixFilePermission.OTHERS_WRITE);
    }

    void owner(File file) {
        // ok: java/files/open-permissions
        file.setWritable(true, true);
    }

    void posixOwner(java.nio.file.Path path) throws IOException {
        String rights = "rw-------";
        // ok: java/files/open-permissions
        java.nio.file.Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(rights));
    }

    void addedOwner(Set<PosixFilePermission> rights) {
        // ok: java/files/open-permissions
        rights.add(PosixFilePermission.OWNER_WRITE);
    }
}
